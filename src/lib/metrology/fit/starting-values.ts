import type { SearchedModel } from '../models/model.ts';
import { AnalysisRefusal } from '../refusal.ts';
import type { FitPlan } from './fit-outcome.ts';

/**
 * The start values of a nonlinear model: the user's, or estimates from the linearised problem.
 *
 * The model's formula maps `argument` to `response`. Estimates are tried until two searches agree. Refuses with
 * `missing_start` if a custom formula has no start values, with `bad_start` if their number is wrong.
 */
export function startingValues(
  guesses: SearchedModel['guesses'],
  plan: FitPlan,
  size: number,
  argument: Float64Array,
  response: Float64Array
): Float64Array[] {
  if (plan.start !== null) {
    if (plan.start.length !== size) {
      const message = `This model has ${size} coefficients; there are ${plan.start.length} start values.`;
      throw new AnalysisRefusal('bad_start', ['fit', 'start'], message);
    }
    return [Float64Array.from(plan.start)];
  }
  const starts = guesses({ size, argument, response, plan }).filter((start) => start.every(Number.isFinite));
  if (starts.length === 0) {
    const message = 'This model needs start values for its coefficients.';
    throw new AnalysisRefusal('missing_start', ['fit', 'start'], message);
  }
  return starts;
}
