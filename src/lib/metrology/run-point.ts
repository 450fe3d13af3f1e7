import { ENOUGH_TUR } from './conformity/acceptance.ts';
import { judge } from './conformity/judge.ts';
import { worse, type Worst } from './conformity/overall.ts';
import { tighter, type Tightest } from './conformity/procedure-risk.ts';
import { curveSlope, evaluateCurve } from './curve.ts';
import type { FitOutcome } from './fit/fit-outcome.ts';
import { AnalysisRefusal } from './refusal.ts';
import type {
  AnalysisRequest,
  CorrectionCurve,
  EvaluatedPoint,
  Judgement,
  Point,
  PointResult,
  Reading
} from './types.ts';
import type { Budget, Evaluation } from './uncertainty/budget.ts';
import type { Situation } from './uncertainty/budget-terms.ts';

/** Everything that is the same for all points of all runs. */
export type RunContext = {
  readonly request: AnalysisRequest;
  readonly outcome: FitOutcome;
  readonly budget: Budget;
  /** The curve that the instrument is used with; null if an indication has no value without the new one. */
  readonly inForce: CorrectionCurve | null;
  /** Of the nearest point: u_measured, u_reference and 1/√w of the fit. */
  readonly uMeasuredNear: (measured: number) => number | null;
  readonly uReferenceNear: (measured: number) => number | null;
  readonly uWeightNear: (measured: number) => number | null;
};

/** An uncertainty below this fraction of the values is a rounding error and counts as zero. */
const ROUNDING = 2 ** -50;

/** The path of an indication in the request, for refusals. */
export type Place = readonly (string | number)[];

/** How the points of one run are judged, and whether each judgement is kept or only the worst. */
export type RunRole = {
  readonly asFound: boolean;
  readonly asLeft: boolean;
  /** Whether errors after correction are meaningful: not if the curve passes through these very points. */
  readonly proves: boolean;
  readonly detail: boolean;
  /** The list of the request, and the reported index of its first point. */
  readonly list: 'points' | 'as_found_points' | 'verification_points';
  readonly first: number;
};

/** Values collected while the points of the runs are evaluated. */
export type Tally = {
  worstAsFound: Worst | null;
  worstAsLeft: Worst | null;
  tightestAsFound: Tightest | null;
  tightestAsLeft: Tightest | null;
  /** Whether a test uncertainty ratio was below four. */
  lowRatio: boolean;
  /** Whether an error of the run was not judged because its uncertainty is zero or unknown. */
  withheldAsFound: boolean;
  withheldAsLeft: boolean;
  most: { readonly at: Situation; readonly expanded: number } | null;
};

/**
 * Evaluates one point. `residual` is x − f(y); `index` is the one reported for the worst point.
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
  const at = { ...situationAt(context, measured, point.u_measured ?? null, place), reference };
  const uReference = point.u_reference ?? context.uReferenceNear(measured);
  const withReference = uReference === null ? at : { ...at, uReference };
  const found = role.asFound && inForce !== null ? situationAsFound(withReference, inForce) : null;
  // Nothing was corrected: what is reported of the point is its error.
  const stated = outcome.shape.model === 'none' ? (found ?? withReference) : at;
  const uncertainty = budget.evaluate(stated);
  if (tally.most === null || uncertainty.expanded > tally.most.expanded)
    tally.most = { at: stated, expanded: uncertainty.expanded };
  const error = inForce === null ? null : inForceError(inForce, measured, reference);
  const remaining = role.proves ? 0 - residual : null;
  let asFound: Judgement | null = null;
  let ofError: Evaluation | null = null;
  if (found !== null && error !== null) {
    ofError = found === stated ? uncertainty : budget.evaluate(found);
    if (isUsable(ofError, found, reference)) asFound = judged(context, error, reference, ofError);
    else tally.withheldAsFound ||= context.request.conformity !== undefined;
    if (asFound !== null) {
      tally.worstAsFound = worse(tally.worstAsFound, asFound, index);
      tally.tightestAsFound = tighter(tally.tightestAsFound, asFound, index);
    }
  }
  let asLeft: Judgement | null = null;
  const isOfOwn = remaining !== null && uReference !== null && role.list !== 'as_found_points';
  const left = isOfOwn ? withReference : at;
  const ofRemaining = left === stated ? uncertainty : budget.evaluate(left);
  if (role.asLeft && remaining !== null) {
    if (at.uFit !== null && isUsable(ofRemaining, at, reference))
      asLeft = judged(context, remaining, reference, ofRemaining);
    else tally.withheldAsLeft ||= context.request.conformity !== undefined;
    if (asLeft !== null) {
      tally.worstAsLeft = worse(tally.worstAsLeft, asLeft, index);
      tally.tightestAsLeft = tighter(tally.tightestAsLeft, asLeft, index);
    }
  }
  tally.lowRatio ||= isLow(asFound) || isLow(asLeft);
  const { combined, freedom, k, expanded } = uncertainty;
  const result: Writable<PointResult> = {
    reference,
    measured,
    error,
    corrected: at.corrected,
    error_after_correction: remaining,
    residual,
    u_fit: outcome.shape.size === 0 ? 0 : at.uFit,
    u_combined: combined,
    nu_eff: freedom === Infinity ? null : freedom,
    k,
    expanded_uncertainty: expanded,
    as_found: role.detail ? asFound : null,
    as_left: role.detail ? asLeft : null
  };
  if (role.detail && ofError !== null) result.error_uncertainty = reported(ofError);
  if (role.detail && isOfOwn) result.error_after_correction_uncertainty = reported(ofRemaining);
  return result;
}

/** Written field by field: with very many points, objects put together from parts take a tenth of the whole analysis. */
type Writable<T> = { -readonly [Field in keyof T]: T[Field] };

const isLow = (judgement: Judgement | null): boolean => (judgement?.tur ?? ENOUGH_TUR) < ENOUGH_TUR;

/** The indication of a reading, stated with or without its uncertainty. */
export const indicationOf = (asked: number | Reading): number => (typeof asked === 'number' ? asked : asked.measured);

/** The corrected value and its uncertainty at an indication that is not a point. */
export function evaluateFree(context: RunContext, asked: number | Reading, place: Place): EvaluatedPoint {
  const { measured, u_measured: own = null } = typeof asked === 'number' ? { measured: asked } : asked;
  const at = situationAt(context, measured, null, place);
  const uncertainty = context.budget.evaluate(own === null ? at : { ...at, uMeasured: null, uReading: own });
  return {
    measured,
    ...(own !== null && { u_measured: own }),
    corrected: at.corrected,
    u_fit: at.uFit,
    ...reported(uncertainty)
  };
}

/** The data of a corrected indication for the budget. Refuses with `domain` or `overflow`, naming the path. */
export function situationAt(context: RunContext, measured: number, uMeasured: number | null, place: Place): Situation {
  const at = uncheckedSituationAt(context, measured, uMeasured);
  if (isDefined(at)) return at;
  const outside = Number.isNaN(at.corrected) || Number.isNaN(at.slope);
  const cause = outside ? 'it has no value there' : 'its values there are too large';
  const message = `The curve cannot be evaluated at ${measured}: ${cause}.`;
  throw new AnalysisRefusal(outside ? 'domain' : 'overflow', place, message);
}

/** The same for an indication that nobody asked for: check it with `isDefined`. */
export function uncheckedSituationAt(context: RunContext, measured: number, uMeasured: number | null): Situation {
  const { curve, uFit } = context.outcome;
  return {
    measured,
    corrected: evaluateCurve(curve, measured),
    reference: null,
    slope: curveSlope(curve, measured),
    uFit: uFit(measured),
    uMeasured: uMeasured ?? context.uMeasuredNear(measured),
    uReference: null,
    uReading: null,
    uWeight: context.uWeightNear(measured)
  };
}

/** Whether the curve has a value there that can be used. */
export const isDefined = ({ corrected, slope, uFit }: Situation): boolean =>
  Number.isFinite(corrected) && Number.isFinite(slope) && Number.isFinite(uFit ?? 0);

function inForceError(inForce: CorrectionCurve, measured: number, reference: number): number {
  const error = evaluateCurve(inForce, measured) - reference;
  if (Number.isFinite(error) && Number.isFinite(curveSlope(inForce, measured))) return error;
  const message = `The correction in force cannot be evaluated at ${measured}: its values there are too large.`;
  throw new AnalysisRefusal('overflow', ['correction_in_force'], message);
}

function situationAsFound(at: Situation, inForce: CorrectionCurve): Situation {
  const { measured } = at;
  return { ...at, corrected: evaluateCurve(inForce, measured), slope: curveSlope(inForce, measured), uFit: null };
}

/**
 * Whether the budget allows a decision: not if it is empty. All in the unit of the reference, so that the unit of the
 * indication (nanoseconds or seconds) decides nothing.
 */
function isUsable({ combined }: Evaluation, { measured, corrected, slope }: Situation, reference: number): boolean {
  return combined > ROUNDING * Math.max(Math.abs(reference), Math.abs(corrected), Math.abs(slope * measured));
}

/** Null if there is no decision to make. */
function judged({ request }: RunContext, error: number, reference: number, uncertainty: Evaluation): Judgement | null {
  return request.conformity === undefined ? null : judge(request.conformity, error, reference, uncertainty);
}

function reported({ combined, freedom, k, expanded }: Evaluation) {
  return { u_combined: combined, nu_eff: freedom === Infinity ? null : freedom, k, expanded_uncertainty: expanded };
}
