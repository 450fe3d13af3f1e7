import { AnalysisRefusal } from '../refusal.ts';
import type { MonteCarloResult, UncertaintyRequest } from '../types.ts';
import type { Evaluation } from '../uncertainty/budget.ts';
import { adaptiveTrials } from './adaptive.ts';
import { areFinite, numericalTolerance, summarizeParts } from './summary.ts';
import { rangesOf, type TrialJob, type TrialSteps } from './trial-job.ts';
import type { TrialModel } from './trial-model.ts';

/** Significant digits of u, and how much finer the trials must be to validate the GUM result (8.2). */
const DIGITS = 2;
const STRICTNESS = 5;

/**
 * The Monte Carlo check of the budget: distribution of the corrected value, coverage intervals, and whether they
 * confirm the GUM's: null while the ends of the interval have not settled to δ/5 (8.2). Refuses with `domain` if the
 * curve has no value for some of the trials. Source: JCGM 101:2008 7, 8.
 */
export function* monteCarlo(
  asked: NonNullable<UncertaintyRequest['monte_carlo']>,
  model: TrialModel,
  p: number,
  gum: { readonly value: number; readonly evaluation: Evaluation }
): TrialSteps<MonteCarloResult> {
  const jobOf = (from: number, to: number): TrialJob => ({ model, seed: asked.seed, from, to });
  const parts =
    asked.trials === 'adaptive'
      ? yield* adaptiveTrials(jobOf, p, DIGITS, STRICTNESS)
      : yield rangesOf(asked.trials).map(({ from, to }) => jobOf(from, to));
  if (!parts.every(areFinite)) {
    const message = 'The curve has no value for some of the trials: their readings or coefficients leave its domain.';
    throw new AnalysisRefusal('domain', ['uncertainty', 'monte_carlo'], message);
  }
  const { mean, standardUncertainty, symmetric, shortest, unsettled } = summarizeParts(parts, p);
  const { combined, k } = gum.evaluation;
  const tolerance = numericalTolerance(combined, DIGITS);
  const agrees =
    Math.abs(gum.value - k * combined - symmetric[0]) <= tolerance &&
    Math.abs(gum.value + k * combined - symmetric[1]) <= tolerance;
  return {
    trials: parts.reduce((sum, part) => sum + part.length, 0),
    seed: asked.seed,
    mean,
    standard_uncertainty: standardUncertainty,
    symmetric_interval: symmetric,
    shortest_interval: shortest,
    gum_validated: unsettled <= tolerance / STRICTNESS ? agrees : null
  };
}
