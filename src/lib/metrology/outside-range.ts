import { termsOf } from './models/table.ts';
import { limitsAt } from './conformity/limits.ts';
import type { FitData } from './fit/fit-data.ts';
import { indicationOf } from './run-point.ts';
import type { Runs } from './runs.ts';
import type { AnalysisRequest, Point } from './types.ts';

/**
 * The scale of a stored curve is at most twice its half-range; an indication this far beyond is certain to be outside.
 */
const SURELY = 1.1;

/**
 * The indications outside the range of the points at which the curve was evaluated: requested, found by the inverse,
 * verified, or read before an adjustment. None without a curve.
 */
export function outsideFitted(request: AnalysisRequest, { measured }: FitData, runs: Runs): number[] {
  if (request.fit.model === 'none') return [];
  let low = Infinity;
  let high = -Infinity;
  for (const y of measured) {
    low = Math.min(low, y);
    high = Math.max(high, y);
  }
  const evaluated = [
    ...(request.evaluate_at ?? []).map(indicationOf),
    ...(runs.inverse ?? []).map((found) => found.measured),
    ...indicationsOf(request.verification_points),
    ...indicationsOf(request.as_found_points)
  ];
  return distinct(evaluated.filter((value) => value < low || value > high));
}

/**
 * The indications as found that lie outside the range of the correction in force: outside its knots, or where its scaled variable is
 * far from −1 … 1. A curve in plain powers has no known range.
 */
export function outsideInForce({ correction_in_force: curve, ...request }: AnalysisRequest): number[] {
  if (curve === undefined) return [];
  const { knots, center = 0, scale = 1 } = curve;
  const [first, last] = [knots?.[0], knots?.[knots.length - 1]];
  const plain = center === 0 && scale === 1;
  const isOutside = (value: number): boolean => {
    if (first !== undefined && last !== undefined) return value < first || value > last;
    if (plain || termsOf(curve.model) !== 'all') return false;
    return Math.abs((value - center) / scale) > SURELY;
  };
  return distinct(indicationsOf(request.as_found_points ?? request.points).filter(isOutside));
}

/** The reference values of judged points whose two limits are equal. */
export function pointsWithoutTolerance(request: AnalysisRequest): number[] {
  const { conformity, points, as_found_points: before = [], verification_points: after = [] } = request;
  if (conformity === undefined) return [];
  const references = [...points, ...before, ...after].map(({ reference }) => reference);
  return distinct(
    references.filter((reference) => {
      const { lower, upper } = limitsAt(conformity.tolerance, reference, conformity.span);
      return lower !== null && lower === upper;
    })
  );
}

const indicationsOf = (points: readonly Point[] | undefined): number[] =>
  (points ?? []).map(({ measured }) => measured);

const distinct = (values: readonly number[]): number[] => [...new Set(values)];
