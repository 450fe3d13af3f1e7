import type { SearchedModel } from '../models/model.ts';
import { AnalysisRefusal } from '../refusal.ts';
import type { FitPlan } from './fit-outcome.ts';

/**
 * Where the search for a nonlinear model begins: the user's values, or our own guesses from the linearised problem.
 *
 * `argument` and `response` are what the model's formula maps. Guesses are tried until two searches agree.
 * Refuses with `missing_start` a custom formula without start values, with `bad_start` those of a wrong number.
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
