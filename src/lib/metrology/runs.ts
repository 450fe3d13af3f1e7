import { atMost } from './at-most.ts';
import { modelOf } from './models/table.ts';
import { chiSquaredUpperTail } from './distributions/chi-squared.ts';
import { evaluateCurve } from './curve.ts';
import { standing, type Worst } from './conformity/overall.ts';
import type { Tightest } from './conformity/procedure-risk.ts';
import type { FitData } from './fit/fit-data.ts';
import type { FitOutcome } from './fit/fit-outcome.ts';
import { inverseAt, inverseGrid } from './inverse.ts';
import { nearestUncertainty } from './nearest-uncertainty.ts';
import { evaluateFree, evaluatePoint, situationAt, type RunContext, type RunRole, type Tally } from './run-point.ts';
import type { AnalysisRequest, CorrectionCurve, EvaluatedPoint, Greatest, InversePoint, PointResult } from './types.ts';
import type { Budget } from './uncertainty/budget.ts';
import type { Situation } from './uncertainty/budget-terms.ts';

/** Above this number of points the judgement of each is omitted, unless the request asks for full detail. */
export const MOST_JUDGED_POINTS = 10_000;
/** Stated uncertainties that explain the scatter with a smaller probability are rejected. */
export const CHI_SQUARED_LEVEL = 0.05;

/** Every run of the request, evaluated and judged point by point. */
export type Runs = {
  readonly points: readonly PointResult[];
  readonly asFound: readonly PointResult[] | null;
  /** Judged as found too where nothing was adjusted or corrected, so that a fault found here is never left out. */
  readonly verification: readonly PointResult[] | null;
  readonly evaluated: readonly EvaluatedPoint[] | null;
  readonly inverse: readonly InversePoint[] | null;
  /**
   * Null also if a point of the run was withheld and no other one fails, as for the one after correction. Indices count
   * the run before an adjustment, else the points and then their verification.
   */
  readonly worstAsFound: Worst | null;
  /** Indices count the points of the fit first, then the verification points. */
  readonly worstAsLeft: Worst | null;
  /** The judgement with the largest ratio of U to the tolerance, of each. */
  readonly tightestAsFound: Tightest | null;
  readonly tightestAsLeft: Tightest | null;
  /** Where the reported expanded uncertainty is greatest, over the points of the fit. */
  readonly mostUncertain: Situation;
  /** The curve that gives the reported values: the correction in force if nothing was corrected or adjusted. */
  readonly reportedCurve: CorrectionCurve;
  readonly atMost: Greatest | null;
  /** Whether any judged point had a test uncertainty ratio below four. */
  readonly lowRatio: boolean;
  /** Whether an error was not judged because its uncertainty is zero or unknown. */
  readonly withheld: boolean;
  /** Whether the judgements of single points were omitted from the result. */
  readonly abridged: boolean;
};

/**
 * Evaluates the points of the fit, the run before an adjustment, the verification and the free values.
 *
 * The error as found is judged with its own budget (no curve fit, the slope of the correction in force), the error after
 * correction with the whole. If a curve has as many coefficients as points, its own points prove nothing and only
 * verification points are judged. If chi-squared refutes the stated uncertainties, the budget is empty or the
 * uncertainty of the curve is unknown, nothing is judged.
 * Source: ISO/IEC 17025:2017 7.8.4.1 d); ILAC-G8:09/2019.
 */
export function evaluateRuns(request: AnalysisRequest, data: FitData, outcome: FitOutcome, budget: Budget): Runs {
  const context: RunContext = {
    request,
    outcome,
    budget,
    inForce: curveInForce(request),
    uMeasuredNear: nearestUncertainty(data.measured, data.uMeasured),
    uReferenceNear: nearestUncertainty(data.measured, data.uReference),
    uWeightNear: nearestUncertainty(data.measured, outcome.weights?.map((weight) => 1 / Math.sqrt(weight)) ?? null)
  };
  const proves = !passesThroughAll(outcome);
  // Without degrees of freedom they are nothing but rounding of the fit.
  const residuals = proves || outcome.freedom > 0 ? outcome.residuals : null;
  const believed = !refutesUncertainties(outcome);
  const longest = Math.max(data.count, request.as_found_points?.length ?? 0, request.verification_points?.length ?? 0);
  const detail = longest <= MOST_JUDGED_POINTS || request.detail === 'full';
  const tally: Tally = {
    worstAsFound: null,
    worstAsLeft: null,
    tightestAsFound: null,
    tightestAsLeft: null,
    lowRatio: false,
    withheldAsFound: false,
    withheldAsLeft: false,
    most: null
  };
  const only = request.as_found_points === undefined;
  const role: RunRole = { asFound: only && believed, asLeft: believed, proves, detail, list: 'points', first: 0 };
  const points = request.points.map((point, i) => evaluatePoint(context, point, i, residuals?.[i] ?? 0, role, tally));
  const mostUncertain =
    tally.most?.at ?? situationAt(context, request.points[0]?.measured ?? 0, null, ['points', 0, 'measured']);
  const foundRole: RunRole = {
    asFound: believed,
    asLeft: false,
    proves: true,
    detail,
    list: 'as_found_points',
    first: 0
  };
  const asFound = request.as_found_points?.map((point, i) =>
    evaluatePoint(context, point, i, residualOf(context, point), foundRole, tally)
  );
  const laterRole: RunRole = {
    // Where nothing was adjusted or corrected, these too are readings of the state found.
    asFound: only && believed && request.fit.model === 'none',
    asLeft: believed,
    proves: true,
    detail,
    list: 'verification_points',
    first: data.count
  };
  const verification = request.verification_points?.map((point, i) => {
    return evaluatePoint(context, point, data.count + i, residualOf(context, point), laterRole, tally);
  });
  const worstAsFound = standing(tally.worstAsFound, tally.withheldAsFound);
  const worstAsLeft = standing(tally.worstAsLeft, tally.withheldAsLeft);
  return {
    points,
    asFound: asFound ?? null,
    verification: verification ?? null,
    evaluated: request.evaluate_at?.map((measured, i) => evaluateFree(context, measured, ['evaluate_at', i])) ?? null,
    inverse: inverseOf(request, context, data),
    worstAsFound,
    worstAsLeft,
    tightestAsFound: worstAsFound && tally.tightestAsFound,
    tightestAsLeft: worstAsLeft && tally.tightestAsLeft,
    mostUncertain,
    reportedCurve: (only && request.fit.model === 'none' && context.inForce) || outcome.curve,
    atMost: atMost(context, points),
    lowRatio: tally.lowRatio,
    withheld: tally.withheldAsFound || tally.withheldAsLeft,
    abridged: !detail
  };
}

function inverseOf({ inverse_at: wanted }: AnalysisRequest, context: RunContext, data: FitData) {
  if (wanted === undefined) return null;
  const grid = inverseGrid(context.outcome.curve, data.measured);
  return wanted.map((value, index) => inverseAt(context, grid, value, index));
}

/** Whether the curve has as many coefficients as points, so that it goes through all of them. */
export function passesThroughAll(outcome: FitOutcome): boolean {
  return outcome.shape.size > 0 && (outcome.freedom === 0 || modelOf(outcome.shape.model).kind === 'through_points');
}

/** Whether, by chi-squared, the stated uncertainties cannot explain the scatter about the curve. */
export function refutesUncertainties(outcome: FitOutcome): boolean {
  const { plan, shape, freedom, sumOfSquares } = outcome;
  if (plan.covariance !== 'known' || shape.size === 0 || freedom === 0) return false;
  return chiSquaredUpperTail(sumOfSquares, freedom) < CHI_SQUARED_LEVEL;
}

/** The correction in force, or none; null if indications have another unit and therefore no value without a curve. */
function curveInForce({ correction_in_force: inForce, unit, measured_unit: measuredUnit }: AnalysisRequest) {
  if (inForce !== undefined) return inForce;
  const identity: CorrectionCurve = { model: 'none', coefficients: [] };
  return measuredUnit === undefined || measuredUnit === unit ? identity : null;
}

function residualOf({ outcome }: RunContext, point: { reference: number; measured: number }): number {
  return point.reference - evaluateCurve(outcome.curve, point.measured);
}
