import type { FitOutcome } from '../fit/fit-outcome.ts';
import { isFromOutside } from '../fit/variance.ts';
import type { Hysteresis } from '../fit/hysteresis.ts';
import type {
  BudgetEntry,
  Contribution,
  ContributionSource,
  Distribution,
  UncertaintyRequest,
  ValueKind
} from '../types.ts';
import { divisorOf, statedUncertainty } from './divisor.ts';
import { isApart, type Repeatability } from './repeatability.ts';
import { fixed, one, slopeOf } from './own-line.ts';
import { curveFitTerm, lackOfFitTerm, pointReferenceTerm, readingTerm, repeatabilityTerm } from './scatter-terms.ts';

/** One indication, and its data for the budget. */
export type Situation = {
  readonly measured: number;
  readonly corrected: number;
  /** The reference value of the point; null if the indication is not a point. */
  readonly reference: number | null;
  /** Slope of the curve in use there, the sensitivity to the indication. */
  readonly slope: number;
  /** Standard uncertainty of the curve; null if it is unknown or not part of this budget. */
  readonly uFit: number | null;
  /** The point's own standard uncertainty of the indication, if stated. */
  readonly uMeasured: number | null;
  /** That of its reference value: part of a judged error, not of a corrected value. */
  readonly uReference: number | null;
  /** That of a further indication, if the request states one. */
  readonly uReading: number | null;
  /** 1/√w of the fit there; null without weights. */
  readonly uWeight: number | null;
};

/** One line of the budget, ready to be evaluated anywhere. */
export type BudgetTerm = {
  readonly name: string;
  readonly source: ContributionSource;
  /** A line of the engine, with its own rules; a contribution with the same source is an ordinary line. */
  readonly isOwn: boolean;
  readonly type: 'A' | 'B';
  readonly distribution: Distribution;
  readonly valueKind: ValueKind;
  readonly divisor: number;
  /** Shape of a trapezoid; 0 for every other distribution. */
  readonly beta: number;
  readonly degreesOfFreedom: number;
  /** Terms with the same key share one standard deviation and count once in the effective degrees of freedom. */
  readonly shared: string | null;
  readonly value: (at: Situation) => number;
  readonly standardUncertainty: (at: Situation) => number;
  readonly sensitivity: (at: Situation) => number;
  /** Whether the line is part of the budget there; by default it always is. If not, its uncertainty is 0. */
  readonly counts?: ((at: Situation) => boolean) | undefined;
};

/**
 * All lines from the request and the fit, in the order of certificates. `statesReadings`: whether any further
 * indication has an uncertainty of its own.
 */
export function budgetTerms(
  request: UncertaintyRequest,
  outcome: FitOutcome,
  repeatability: Repeatability,
  span: number | undefined,
  hysteresis: Hysteresis | null = null,
  statesReadings = false
): BudgetTerm[] {
  const sharesOutside = isFromOutside(outcome.plan, outcome);
  const terms: BudgetTerm[] = [];
  if (outcome.shape.size > 0) terms.push(curveFitTerm(outcome, sharesOutside));
  if (outcome.scatter.lackOfFit !== null) terms.push(lackOfFitTerm(outcome, outcome.scatter.lackOfFit));
  const repeat = repeatabilityTerm(repeatability, request.readings_averaged ?? 1, outcome);
  if (repeat !== null) terms.push(repeat);
  if (outcome.weights !== null) terms.push(pointReferenceTerm(outcome));
  if (statesReadings) terms.push(readingTerm());
  if (request.resolution !== undefined && request.resolution > 0) terms.push(resolutionTerm(request.resolution));
  if (hysteresis !== null && countsHysteresis(request, hysteresis, repeatability))
    terms.push(hysteresisTerm(hysteresis));
  const reference = request.reference_standard;
  if (reference !== undefined) {
    const { expanded_uncertainty: value, coverage_factor: divisor, degrees_of_freedom: nu } = reference;
    terms.push({
      ...fixed('Reference standard', 'reference_standard', 'B', 'normal', nu ?? Infinity),
      divisor,
      value: () => value,
      standardUncertainty: () => value / divisor,
      sensitivity: one
    });
  }
  for (const contribution of request.contributions ?? []) {
    terms.push(contributionTerm(contribution, span, sharesOutside && isOutsideScatter(contribution)));
  }
  return terms;
}

/** Whether the hysteresis of the points is a separate line: not if it was stated or the pure error contains it. */
function countsHysteresis(
  { contributions }: UncertaintyRequest,
  hysteresis: Hysteresis,
  repeatability: Repeatability
): boolean {
  return isApart(hysteresis, repeatability) && contributions?.some(({ source }) => source === 'hysteresis') !== true;
}

/** Whether a contribution states the scatter of single readings, as an instrument without repeats needs. */
export function isOutsideScatter(contribution: Contribution): boolean {
  return contribution.source === 'repeatability' && contribution.type === 'A';
}

function resolutionTerm(step: number): BudgetTerm {
  const divisor = Math.sqrt(3);
  return {
    ...fixed('Resolution', 'resolution', 'B', 'rectangular', Infinity),
    divisor,
    value: () => step / 2,
    standardUncertainty: () => step / 2 / divisor,
    sensitivity: slopeOf
  };
}

/** The direction of the next reading is unknown: a rectangle of half the difference. */
function hysteresisTerm({ largest }: Hysteresis): BudgetTerm {
  const divisor = Math.sqrt(3);
  return {
    ...fixed('Hysteresis of the points', 'hysteresis', 'B', 'rectangular', Infinity),
    divisor,
    value: () => largest / 2,
    standardUncertainty: () => largest / 2 / divisor,
    sensitivity: one
  };
}

function contributionTerm(contribution: Contribution, span: number | undefined, outside: boolean): BudgetTerm {
  const divisor = divisorOf(contribution);
  const onMeasured = contribution.acts_on === 'measured';
  const factor = contribution.sensitivity ?? 1;
  const kind = contribution.value_kind ?? 'absolute';
  const unit = (at: Situation): number => {
    if (kind === 'absolute') return 1;
    if (kind === 'percent_of_span') return (span ?? 0) / 100;
    return Math.abs(onMeasured ? at.measured : at.corrected) / 100;
  };
  return {
    ...fixed(
      contribution.name,
      contribution.source ?? 'other',
      contribution.type,
      contribution.distribution,
      contribution.degrees_of_freedom ?? Infinity
    ),
    isOwn: false,
    valueKind: kind,
    divisor,
    beta: contribution.beta ?? 0,
    shared: outside ? 'outside' : null,
    value: () => contribution.value,
    standardUncertainty: (at) => statedUncertainty(contribution) * unit(at),
    sensitivity: onMeasured ? (at) => factor * at.slope : () => factor
  };
}

/** Whether a line belongs to the curve itself. */
export const isCurveFit = (term: BudgetTerm): boolean => term.isOwn && term.source === 'curve_fit';

/** The line as in the result. */
export function budgetEntry(term: BudgetTerm, at: Situation, share: number): BudgetEntry {
  return {
    name: term.name,
    source: term.source,
    type: term.type,
    distribution: term.distribution,
    value: term.value(at),
    value_kind: term.valueKind,
    divisor: term.divisor,
    standard_uncertainty: term.standardUncertainty(at),
    sensitivity: term.sensitivity(at),
    degrees_of_freedom: term.degreesOfFreedom === Infinity ? null : term.degreesOfFreedom,
    variance_share: share
  };
}
