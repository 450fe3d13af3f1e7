import type { FitOutcome } from '../fit/fit-curve.ts';
import { AnalysisRefusal, type MonteCarloResult, type UncertaintyRequest } from '../types.ts';
import type { Evaluation } from '../uncertainty/budget.ts';
import type { BudgetTerm, Situation } from '../uncertainty/budget-terms.ts';
import { adaptiveTrials } from './adaptive.ts';
import type { InputDistribution } from './draw.ts';
import { mergeSorted } from './merge-sorted.ts';
import { areFinite, numericalTolerance, summarizeSorted } from './summary.ts';
import { rangesOf, type TrialJob, type TrialSteps } from './trial-job.ts';
import type { TrialModel, TrialTerm } from './trial-model.ts';

/** Significant digits of u that are meant, and how much finer the trials must be to judge the GUM result (8.2). */
const DIGITS = 2;
const STRICTNESS = 5;

/** What the trials are drawn from: the lines of the budget that count, at the situation of the greatest uncertainty. */
export function trialModel(outcome: FitOutcome, terms: readonly BudgetTerm[], at: Situation): TrialModel {
  const covariance = outcome.shape.size > 0 && at.uFit !== null ? (outcome.table?.scaledCovariance ?? []) : [];
  const fit = terms.find((term) => term.source === 'curve_fit');
  const nu = outcome.covarianceFreedom;
  return {
    measured: at.measured,
    curve: outcome.curve,
    factor: choleskyOf(covariance),
    freedom: nu === Infinity ? null : nu,
    terms: terms.filter((term) => term !== fit).map((term) => trialTerm(term, at, fit))
  };
}

/**
 * The Monte Carlo check of the budget: distribution of the corrected value, coverage intervals, and whether they confirm
 * the GUM's. Refuses with `domain` where the curve has no value for some of the trials. Source: JCGM 101:2008 7, 8.
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
  const values = mergeSorted(parts);
  const { mean, standardUncertainty, symmetric, shortest } = summarizeSorted(values, p);
  const { combined, k } = gum.evaluation;
  const tolerance = numericalTolerance(combined, DIGITS);
  const agrees =
    Math.abs(gum.value - k * combined - symmetric[0]) <= tolerance &&
    Math.abs(gum.value + k * combined - symmetric[1]) <= tolerance;
  return {
    trials: values.length,
    seed: asked.seed,
    mean,
    standard_uncertainty: standardUncertainty,
    symmetric_interval: symmetric,
    shortest_interval: shortest,
    gum_validated: agrees
  };
}

function trialTerm(term: BudgetTerm, at: Situation, fit: BudgetTerm | undefined): TrialTerm {
  // What changes with the slope acts on the reading.
  const plain = term.sensitivity({ ...at, slope: 1 });
  const onMeasured = plain !== term.sensitivity({ ...at, slope: 2 });
  const sharesFit = term.shared !== null && term.shared === fit?.shared;
  return {
    distribution: centred(term, term.standardUncertainty(at), at, sharesFit),
    factor: plain,
    onMeasured,
    sharesFit
  };
}

function centred(term: BudgetTerm, u: number, at: Situation, sharesFit: boolean): InputDistribution {
  switch (term.distribution) {
    case 'rectangular':
      return { kind: 'rectangular', mean: 0, half: u * Math.sqrt(3) };
    case 'triangular':
      return { kind: 'triangular', mean: 0, half: u * Math.sqrt(6) };
    case 'arcsine':
      return { kind: 'arcsine', mean: 0, half: u * Math.SQRT2 };
    case 'trapezoidal': {
      const { beta } = term;
      return { kind: 'trapezoidal', mean: 0, half: u * Math.sqrt(6 / (1 + beta * beta)), beta };
    }
    case 'exponential':
      return { kind: 'exponential', mean: 0, sd: u };
    case 'poisson':
      return { kind: 'poisson', mean: 0, sd: u, count: term.value(at) };
    case 'normal':
    case 'student_t':
      if (sharesFit || term.degreesOfFreedom === Infinity) return { kind: 'normal', mean: 0, sd: u };
      return { kind: 'student_t', mean: 0, scale: u, nu: term.degreesOfFreedom };
  }
}

/** L with L Lᵀ = V; a direction without variance stays without. */
function choleskyOf(covariance: readonly (readonly number[])[]): number[][] {
  const rows: number[][] = covariance.map((row) => row.map(() => 0));
  covariance.forEach((given, i) => {
    for (let j = 0; j <= i; j++) {
      let rest = given[j] ?? 0;
      for (let k = 0; k < j; k++) rest -= (rows[i]?.[k] ?? 0) * (rows[j]?.[k] ?? 0);
      const row = rows[i];
      const pivot = rows[j]?.[j] ?? 0;
      if (row !== undefined) row[j] = i === j ? Math.sqrt(Math.max(0, rest)) : pivot > 0 ? rest / pivot : 0;
    }
  });
  return rows;
}
