import { log } from '../distributions/elementary.ts';
import { leastSquares } from '../fit/levenberg-marquardt.ts';

/** The coefficients of the sum of columns closest to `right`; not finite if the columns are dependent. */
export function solve(columns: readonly Float64Array[], right: Float64Array): Float64Array {
  return leastSquares({ residuals: right, columns }) ?? Float64Array.from(columns, () => Number.NaN);
}

/** c0 and c1 of x = c0·exp(c1·v): ln|x| = ln|c0| + c1·v, weighted by x², as the logarithm stretches small values. */
export function throughLogarithm(argument: Float64Array, x: Float64Array): Float64Array {
  const sign = x.reduce((sum, value) => sum + value, 0) < 0 ? -1 : 1;
  const largest = x.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const size = x.map((value) => Math.max(sign * value, 1e-12 * largest));
  const [constant, slope] = solve(
    [size, argument.map((value, i) => value * (size[i] as number))],
    size.map((v) => v * log(v))
  );
  return Float64Array.of(sign * expOf(constant ?? 0), slope ?? 0);
}

function expOf(value: number): number {
  // A guess need not be accurate, but must have the same bits everywhere.
  let result = 1 + value / 1024;
  for (let k = 0; k < 10; k++) result *= result;
  return result;
}
