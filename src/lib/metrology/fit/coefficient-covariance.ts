import { AnalysisRefusal } from '../refusal.ts';
import type { DoubleDouble } from './double-double.ts';
import type { FitData } from './fit-data.ts';
import { forward } from './householder-qr.ts';
import type { LinearSolution } from './linear-fit.ts';
import type { LinearModel } from './linear-model.ts';
import { inMeasuredPowers, inScaledPowers, transform, type ChangeOfBasis } from './monomials.ts';

/** The coefficients in powers of the measured value, and their covariance in both forms; null if it is unknown. */
export type CoefficientTable = {
  readonly coefficients: readonly number[];
  readonly standardErrors: readonly number[] | null;
  readonly covariance: readonly (readonly number[])[] | null;
  readonly scaledCovariance: readonly (readonly number[])[] | null;
  /** Whether the coefficients in plain powers keep too few digits to be used. */
  readonly isBlurred?: boolean;
};

/** Rounding the coefficients to doubles may change the curve by this fraction of its range. */
const LARGEST_BLUR = 1e-6;
/** Below this part of the largest value, what a double-double sum leaves is its own rounding. */
const NOISE = 2 ** -88;

/**
 * Changes the solution to powers of the measured value, with the covariance (XᵀWX)⁻¹ · varianceFactor.
 *
 * The change itself runs in double-double: its terms cancel by as many digits as the abscissae are far from zero.
 * If the formula in plain powers would keep too few digits, this is reported; the scaled form keeps them. Refuses with
 * `overflow` if a coefficient exceeds the range of doubles. Source: JCGM 100:2008 H.3.
 */
export function coefficientCovariance(
  shape: LinearModel,
  solution: LinearSolution,
  varianceFactor: number | null,
  data: FitData
): CoefficientTable {
  const lowest = shape.terms === 'slope' ? 1 : 0;
  const change = inMeasuredPowers(solution.basis);
  if (!change.every((row) => isInRange(row[row.length - 1]?.[0] ?? 0))) throw overflow();
  const long = transform(change, solution.coefficients);
  const coefficients = withoutNoise(long, change, solution).slice(lowest);
  if (!coefficients.every(Number.isFinite)) throw overflow();
  const blurred = isBlurred(coefficients, lowest, data);
  if (varianceFactor === null) {
    return { coefficients, standardErrors: null, covariance: null, scaledCovariance: null, isBlurred: blurred };
  }
  const covariance = covarianceIn(change, lowest, solution, varianceFactor);
  const scaledCovariance =
    shape.terms === 'all' ? covarianceIn(inScaledPowers(solution.basis), lowest, solution, varianceFactor) : covariance;
  const standardErrors = covariance.map((row, j) => Math.sqrt(row[j] ?? 0));
  if (!covariance.flat().every(Number.isFinite)) throw overflow();
  return { coefficients, standardErrors, covariance, scaledCovariance, isBlurred: blurred };
}

/** A coefficient that is only the rounding error of cancelling terms is set to zero. */
function withoutNoise(values: readonly DoubleDouble[], change: ChangeOfBasis, solution: LinearSolution): number[] {
  return values.map(([high], j) => {
    let terms = 0;
    change.forEach((row, k) => {
      terms = Math.max(terms, Math.abs((solution.coefficients.high[k] as number) * (row[j]?.[0] ?? 0)));
    });
    return Math.abs(high) <= NOISE * terms ? 0 : high;
  });
}

function covarianceIn(change: ChangeOfBasis, lowest: number, solution: LinearSolution, factor: number): number[][] {
  const size = solution.basis.size;
  const vectors = Array.from({ length: size }, (_, j) =>
    forward(
      solution.factor,
      Float64Array.from(change, (row) => row[j + lowest]?.[0] ?? 0)
    )
  );
  return vectors.map((a) => vectors.map((b) => factor * a.reduce((sum, value, k) => sum + value * (b[k] ?? 0), 0)));
}

/**
 * Whether rounding the coefficients in plain powers changes the curve by more than a millionth of its range. The scaled
 * form, in which curves are stored and evaluated, is not affected.
 */
export function isBlurred(coefficients: readonly number[], lowest: number, data: FitData): boolean {
  let furthest = 0;
  for (const y of data.measured) furthest = Math.max(furthest, Math.abs(y));
  let [low, high] = [Infinity, -Infinity];
  for (const x of data.reference) [low, high] = [Math.min(low, x), Math.max(high, x)];
  let power = lowest === 1 ? furthest : 1;
  let terms = 0;
  for (const value of coefficients) {
    terms += Math.abs(value) * power;
    power *= furthest;
  }
  return high > low && terms * 2 ** -53 > LARGEST_BLUR * (high - low);
}

/** Whether a power of the scale is far enough from the ends of the doubles to keep its low part. */
function isInRange(power: number): boolean {
  return Math.abs(power) > 1e-250 && Math.abs(power) < 1e250;
}

function overflow(): AnalysisRefusal {
  return new AnalysisRefusal(
    'overflow',
    ['points'],
    'The coefficients of this curve are too large or too small to be written as numbers.'
  );
}
