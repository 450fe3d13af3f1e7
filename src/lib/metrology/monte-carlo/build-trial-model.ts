import { modelOf } from '../models/table.ts';
import { curveGradient } from '../curve.ts';
import type { FitOutcome } from '../fit/fit-outcome.ts';
import { AnalysisRefusal } from '../refusal.ts';
import { isCurveFit, type BudgetTerm, type Situation } from '../uncertainty/budget-terms.ts';
import type { Correlations } from '../uncertainty/correlations.ts';
import { choleskyOf } from './cholesky.ts';
import type { InputDistribution } from './draw.ts';
import type { JointTerms } from './joint-terms.ts';
import type { TrialModel, TrialTerm } from './trial-model.ts';

/**
 * The model of the trials: the lines of the budget that count, at the point of greatest uncertainty.
 *
 * Lines that are correlated, with each other or with the curve fit, are drawn as jointly normal, whatever their
 * individual distributions (JCGM 101:2008 6.4.8 has no other); if they have degrees of freedom, as jointly t with the
 * smallest of these, as in the budget. Refuses with `method_unavailable` a curve with too many coefficients to draw.
 * @param terms all lines of the budget, to whose indices the correlations refer; `counting` are those that count.
 */
export function buildTrialModel(
  outcome: FitOutcome,
  terms: readonly BudgetTerm[],
  counting: readonly BudgetTerm[],
  correlations: Correlations | null,
  at: Situation
): TrialModel {
  const covariance = outcome.shape.size > 0 && at.uFit !== null ? covarianceOf(outcome) : [];
  const factor = choleskyOf(covariance);
  const fit = counting.find(isCurveFit);
  const drawn = counting.filter((term) => term !== fit);
  const nu = outcome.covarianceFreedom;
  const linkedTo = (term: BudgetTerm): number | undefined => correlations?.linkedWith[terms.indexOf(term)];
  const sharesFit = (term: BudgetTerm): boolean => {
    if (fit === undefined || term.degreesOfFreedom === Infinity) return false;
    return (
      (term.shared !== null && term.shared === fit.shared) || (nu !== Infinity && linkedTo(term) === linkedTo(fit))
    );
  };
  return {
    measured: at.measured,
    curve: outcome.curve,
    factor,
    freedom: nu === Infinity ? null : nu,
    terms: drawn.map((term) => trialTerm(term, at, sharesFit(term))),
    joint:
      correlations === null
        ? []
        : jointTerms({ terms, drawn, fit, correlations, at, sharesFit, towards: directionOf() })
  };

  /** Weights of the coefficients' normal numbers in the deviation of the curve there, scaled to variance 1. */
  function directionOf(): number[] {
    const gradient = curveGradient(outcome.curve, at.measured);
    const weights = factor.map((_, j) => factor.reduce((sum, row, i) => sum + (gradient[i] ?? 0) * (row[j] ?? 0), 0));
    const length = Math.sqrt(weights.reduce((sum, weight) => sum + weight * weight, 0));
    return weights.map((weight) => (length > 0 ? weight / length : 0));
  }
}

function covarianceOf({ table, shape }: FitOutcome): readonly (readonly number[])[] {
  if (table?.scaledCovariance || modelOf(shape.model).kind !== 'through_points') return table?.scaledCovariance ?? [];
  const message = `Monte Carlo trials of an interpolation through ${shape.size} points would take too long.`;
  throw new AnalysisRefusal('method_unavailable', ['uncertainty', 'monte_carlo'], message);
}

type Linked = {
  readonly terms: readonly BudgetTerm[];
  readonly drawn: readonly BudgetTerm[];
  readonly fit: BudgetTerm | undefined;
  readonly correlations: Correlations;
  readonly at: Situation;
  readonly sharesFit: (term: BudgetTerm) => boolean;
  readonly towards: readonly number[];
};

/** The groups of correlated lines, the curve fit first in its group because it has already been drawn. */
function jointTerms({ terms, drawn, fit, correlations, at, sharesFit, towards }: Linked): JointTerms[] {
  const groups = new Map<number, BudgetTerm[]>();
  terms.forEach((term, i) => {
    const key = correlations.linkedWith[i] ?? i;
    if (term === fit) groups.set(key, [term, ...(groups.get(key) ?? [])]);
    else if (drawn.includes(term)) groups.set(key, [...(groups.get(key) ?? []), term]);
  });
  return [...groups.values()]
    .filter((group) => group.length > 1)
    .map((group) => {
      const places = group.map((term) => terms.indexOf(term));
      const matrix = places.map((i) => places.map((j) => (i === j ? 1 : coefficientOf(correlations, i, j))));
      const others = group.filter((term) => term !== fit);
      const student = others.map((term) => term.degreesOfFreedom !== Infinity && !sharesFit(term));
      const fewest = Math.min(...others.filter((_, m) => student[m]).map((term) => term.degreesOfFreedom));
      return {
        members: others.map((term) => drawn.indexOf(term)),
        uncertainties: others.map((term) => term.standardUncertainty(at)),
        factor: choleskyOf(matrix),
        fit: fit !== undefined && group[0] === fit ? towards : null,
        freedom: fewest === Infinity ? null : fewest,
        student
      };
    });
}

function coefficientOf({ pairs }: Correlations, i: number, j: number): number {
  return pairs.find((pair) => (pair.i === i && pair.j === j) || (pair.i === j && pair.j === i))?.r ?? 0;
}

function trialTerm(term: BudgetTerm, at: Situation, sharesFit: boolean): TrialTerm {
  // A contribution that scales with the slope acts on the reading.
  const plain = term.sensitivity({ ...at, slope: 1 });
  const onMeasured = plain !== term.sensitivity({ ...at, slope: 2 });
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
