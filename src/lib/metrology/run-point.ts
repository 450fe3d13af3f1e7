import { ENOUGH_TUR } from './conformity/acceptance.ts';
import { judge } from './conformity/judge.ts';
import { worse, type Worst } from './conformity/overall.ts';
import { curveSlope, evaluateCurve } from './curve.ts';
import type { FitOutcome } from './fit/fit-curve.ts';
import {
  AnalysisRefusal,
  type AnalysisRequest,
  type CorrectionCurve,
  type EvaluatedPoint,
  type Judgement,
  type Point,
  type PointResult
} from './types.ts';
import type { Budget, Evaluation } from './uncertainty/budget.ts';
import type { Situation } from './uncertainty/budget-terms.ts';

/** What is the same for every point of every run. */
export type RunContext = {
  readonly request: AnalysisRequest;
  readonly outcome: FitOutcome;
  readonly budget: Budget;
  /** The curve that the instrument is used with; null where an indication has no value without the new one. */
  readonly inForce: CorrectionCurve | null;
  readonly uMeasuredNear: (measured: number) => number | null;
};

/** The field and place of an indication in the request, for a refusal to name. */
export type Place = readonly (string | number)[];

/** What the points of one run are judged for, and whether each judgement is kept or only the worst of them. */
export type RunRole = {
  readonly asFound: boolean;
  readonly asLeft: boolean;
  /** Whether errors after correction say anything: not where the curve was laid through these very points. */
  readonly proves: boolean;
  readonly detail: boolean;
  /** The list of the request, and the place that its first point is reported with. */
  readonly list: 'points' | 'as_found_points' | 'verification_points';
  readonly first: number;
};

/** What the runs collect while their points are evaluated. */
export type Tally = {
  worstAsFound: Worst | null;
  worstAsLeft: Worst | null;
  /** Whether a test uncertainty ratio below four was met. */
  lowRatio: boolean;
  most: { readonly at: Situation; readonly expanded: number } | null;
};

/**
 * Evaluates one point. `residual` is x − f(y); `index` is the place that the worst point is reported with.
 */
export function evaluatePoint(
  context: RunContext,
  point: Point,
  index: number,
  residual: number,
  role: RunRole,
  tally: Tally
): PointResult {
  const { reference, measured } = point;
  const { outcome, budget, inForce } = context;
  const place = [role.list, index - role.first, 'measured'];
  const at = situationAt(context, measured, point.u_measured ?? null, place);
  const uncertainty = budget.evaluate(at);
  if (tally.most === null || uncertainty.expanded > tally.most.expanded)
    tally.most = { at, expanded: uncertainty.expanded };
  const error = inForce === null ? null : inForceError(inForce, measured, reference);
  const remaining = role.proves ? 0 - residual : null;
  let asFound: Judgement | null = null;
  if (role.asFound && error !== null && inForce !== null) {
    asFound = judged(context, error, reference, () => budget.evaluate(situationAsFound(at, inForce)));
    if (asFound !== null) tally.worstAsFound = worse(tally.worstAsFound, asFound, index);
  }
  let asLeft: Judgement | null = null;
  if (role.asLeft && remaining !== null) {
    asLeft = judged(context, remaining, reference, () => uncertainty);
    if (asLeft !== null) tally.worstAsLeft = worse(tally.worstAsLeft, asLeft, index);
  }
  for (const judgement of [asFound, asLeft]) {
    if ((judgement?.tur ?? ENOUGH_TUR) < ENOUGH_TUR) tally.lowRatio = true;
  }
  return {
    reference,
    measured,
    error,
    corrected: at.corrected,
    error_after_correction: remaining,
    residual,
    u_fit: outcome.shape.size === 0 ? 0 : at.uFit,
    ...reported(uncertainty),
    as_found: role.detail ? asFound : null,
    as_left: role.detail ? asLeft : null
  };
}

/** The corrected value and its uncertainty at an indication that is no point. */
export function evaluateFree(context: RunContext, measured: number, place: Place): EvaluatedPoint {
  const at = situationAt(context, measured, null, place);
  return { measured, corrected: at.corrected, u_fit: at.uFit, ...reported(context.budget.evaluate(at)) };
}

/** What the budget needs to know of an indication after correction. Refuses with `domain` or `overflow`, naming the place. */
export function situationAt(context: RunContext, measured: number, uMeasured: number | null, place: Place): Situation {
  const { curve, uFit: uncertaintyOfFit } = context.outcome;
  const corrected = evaluateCurve(curve, measured);
  const slope = curveSlope(curve, measured);
  const uFit = uncertaintyOfFit(measured);
  if (!Number.isFinite(corrected) || !Number.isFinite(slope) || !Number.isFinite(uFit ?? 0)) {
    const outside = Number.isNaN(corrected) || Number.isNaN(slope);
    const cause = outside ? 'it has no value there' : 'its values there are too large';
    const message = `The curve cannot be evaluated at ${measured}: ${cause}.`;
    throw new AnalysisRefusal(outside ? 'domain' : 'overflow', place, message);
  }
  return { measured, corrected, slope, uFit, uMeasured: uMeasured ?? context.uMeasuredNear(measured) };
}

function inForceError(inForce: CorrectionCurve, measured: number, reference: number): number {
  const error = evaluateCurve(inForce, measured) - reference;
  if (Number.isFinite(error) && Number.isFinite(curveSlope(inForce, measured))) return error;
  const message = `The correction in force cannot be evaluated at ${measured}: its values there are too large.`;
  throw new AnalysisRefusal('overflow', ['correction_in_force'], message);
}

function situationAsFound(at: Situation, inForce: CorrectionCurve): Situation {
  const { measured, uMeasured } = at;
  return {
    measured,
    corrected: evaluateCurve(inForce, measured),
    slope: curveSlope(inForce, measured),
    uFit: null,
    uMeasured
  };
}

function judged(
  { request }: RunContext,
  error: number,
  reference: number,
  uncertainty: () => Evaluation
): Judgement | null {
  return request.conformity === undefined ? null : judge(request.conformity, error, reference, uncertainty());
}

function reported({ combined, freedom, k, expanded }: Evaluation) {
  return { u_combined: combined, nu_eff: freedom === Infinity ? null : freedom, k, expanded_uncertainty: expanded };
}
