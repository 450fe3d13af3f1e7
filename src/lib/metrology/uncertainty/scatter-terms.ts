/**
 * The lines of the budget that come from the points themselves: the curve, its lack of fit, and the scatter of
 * readings.
 */
import type { FitOutcome } from '../fit/fit-outcome.ts';
import type { BudgetTerm, Situation } from './budget-terms.ts';
import { fixed, one, slopeOf } from './own-line.ts';
import { statedScale, type Repeatability } from './repeatability.ts';

/** The uncertainty of the fitted curve. */
export function curveFitTerm(outcome: FitOutcome, sharesOutside: boolean): BudgetTerm {
  const known = outcome.plan.covariance === 'known';
  const value = (at: Situation): number => at.uFit ?? 0;
  return {
    ...fixed('Curve fit', 'curve_fit', known ? 'B' : 'A', known ? 'normal' : 'student_t', outcome.covarianceFreedom),
    shared: sharesOutside ? 'outside' : outcome.usesResiduals ? keyOf(outcome) : null,
    value,
    standardUncertainty: value,
    sensitivity: one,
    counts: (at) => at.uFit !== null
  };
}

const keyOf = ({ scatter }: FitOutcome): string => (scatter.lackOfFit === null ? 'residuals' : 'lack_of_fit');

/**
 * The deviation of the curve from the group means beyond their scatter. Errors as found have no curve and so no lack of
 * fit.
 */
export function lackOfFitTerm(
  outcome: FitOutcome,
  { deviation, freedom }: { deviation: number; freedom: number }
): BudgetTerm {
  const size = Math.sqrt(deviation);
  const counts = (at: Situation): boolean => at.uFit !== null;
  const value = (at: Situation): number => (counts(at) ? size * (at.uWeight ?? 1) : 0);
  return {
    ...fixed('Lack of fit', 'lack_of_fit', 'A', 'student_t', freedom),
    shared: outcome.usesResiduals ? keyOf(outcome) : null,
    value,
    standardUncertainty: value,
    sensitivity: outcome.minimisesIndication ? slopeOf : one,
    counts
  };
}

export const POINT_REFERENCE = 'Reference value of the point';

/** The reference value's own uncertainty, independent from point to point: only for judged errors. */
export function pointReferenceTerm(outcome: FitOutcome): BudgetTerm {
  const { s, degreesOfFreedom, shared } = statedScale(outcome);
  const value = (at: Situation): number => s * (at.uReference ?? 0);
  return {
    ...fixed(POINT_REFERENCE, 'reference_standard', 'B', 'normal', degreesOfFreedom),
    shared,
    value,
    standardUncertainty: value,
    sensitivity: one,
    counts: (at) => at.uReference !== null
  };
}

/** A further indication's own uncertainty, as stated in the request. */
export function readingTerm(): BudgetTerm {
  const value = (at: Situation): number => at.uReading ?? 0;
  return {
    ...fixed('Reading', 'other', 'B', 'normal', Infinity),
    value,
    standardUncertainty: value,
    sensitivity: slopeOf,
    counts: (at) => at.uReading !== null
  };
}

/** The scatter of one reading, or of the mean of several; null if unknown. */
export function repeatabilityTerm(
  repeatability: Repeatability,
  averaged: number,
  { minimisesIndication }: FitOutcome
): BudgetTerm | null {
  if (repeatability.kind === 'unknown') return null;
  const { kind, s, degreesOfFreedom, shared } = repeatability;
  const divisor = Math.sqrt(averaged);
  const isStated = kind === 'own' && shared === null;
  const value = (at: Situation): number => {
    if (kind === 'readings') return s;
    return s * ((kind === 'own' ? at.uMeasured : at.uWeight) ?? 0);
  };
  return {
    ...fixed(
      'Repeatability',
      'repeatability',
      isStated ? 'B' : 'A',
      isStated ? 'normal' : 'student_t',
      degreesOfFreedom
    ),
    divisor,
    shared,
    value,
    standardUncertainty: (at) => value(at) / divisor,
    sensitivity: kind === 'own' || minimisesIndication ? slopeOf : one
  };
}
