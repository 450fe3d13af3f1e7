import type { LongVector } from './compensated-pass.ts';
import { add, negate, type DoubleDouble } from './double-double.ts';
import { leastSquares, relativeLength, squareOf, type Evaluated } from './levenberg-marquardt.ts';

/** A least squares problem whose curve can be evaluated in double-double. */
export type LongProblem = {
  readonly argument: Float64Array;
  readonly response: Float64Array;
  readonly weights: Float64Array | null;
  readonly value: (coefficients: LongVector, argument: number) => DoubleDouble;
  /** Derivatives at the coefficients, and the residuals as doubles give them. */
  readonly evaluate: (coefficients: Float64Array) => Evaluated | null;
};

export type Sharpened = { readonly coefficients: Float64Array; readonly residuals: Float64Array };

/** Residuals this small relative to the readings have lost at least a quarter of their digits to rounding. */
const SMALL = 1e-4;
const MOST_STEPS = 12;
/** The sum of squares is flat at its minimum: it does not distinguish steps there. */
const SLACK = 1e-9;
/** With more values than this the formula takes too long: about ten microseconds per value and step. */
const MOST_POINTS = 2000;

/**
 * The last steps of a search where the residuals are so small relative to the readings that the rounding of the formula
 * affects them: Gauss-Newton steps by residuals in double-double, as long as they get shorter. Null if doubles are good
 * enough, if there are too many points, or if a value leaves the range of double-double. Residuals without weights.
 * Source: Å. Björck, Numerical Methods for Least Squares Problems, 2.9 (iterative refinement); Dekker 1971.
 */
export function sharpen(problem: LongProblem, start: Float64Array): Sharpened | null {
  const { argument, response, weights } = problem;
  if (argument.length > MOST_POINTS) return null;
  const rooted = (values: Float64Array): Float64Array =>
    weights === null ? values : values.map((value, i) => value * Math.sqrt(weights[i] as number));
  const residualsAt = (c: LongVector): Float64Array =>
    response.map((x, i) => add([x, 0], negate(problem.value(c, argument[i] as number)))[0]);
  let c: LongVector = { high: start, low: start.map(() => 0) };
  let at = problem.evaluate(start);
  if (at === null) return null;
  if (!(squareOf(at.residuals) <= SMALL * SMALL * squareOf(rooted(response)))) return null;
  let residuals = residualsAt(c);
  let square = squareOf(rooted(residuals));
  let shortest = Infinity;
  for (let step = 0; step < MOST_STEPS; step++) {
    const change = leastSquares({ residuals: rooted(residuals), columns: at.columns });
    if (change === null) break;
    const length = relativeLength(change, c.high, at.columns);
    if (!(length < 0.5 * shortest)) break;
    const next = plus(c, change);
    const nextAt = problem.evaluate(next.high);
    const nextResiduals = residualsAt(next);
    const nextSquare = squareOf(rooted(nextResiduals));
    if (nextAt === null || !(nextSquare <= square * (1 + SLACK))) break;
    [c, at, residuals, square, shortest] = [next, nextAt, nextResiduals, nextSquare, length];
  }
  return Number.isFinite(square) ? { coefficients: c.high, residuals } : null;
}

/** The coefficients keep the digits of a step that doubles would round away: at the minimum itself s has all of its digits. */
function plus({ high, low }: LongVector, change: Float64Array): LongVector {
  const sums = Array.from(high, (value, j) => add([value, low[j] as number], [change[j] as number, 0]));
  return { high: Float64Array.from(sums, ([upper]) => upper), low: Float64Array.from(sums, ([, lower]) => lower) };
}
