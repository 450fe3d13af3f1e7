import type { FitDiagnostics } from '../types.ts';
import { lackOfFit, pureError } from './lack-of-fit.ts';
import type { Groups } from './groups.ts';

/** Significance level of the lack-of-fit test. */
export const LACK_OF_FIT_LEVEL = 0.05;

/** A mean square of the residuals, in units of the weights, with its degrees of freedom. */
export type MeanSquare = { readonly value: number; readonly freedom: number };

/** The scatter of the residuals. */
export type Scatter = {
  /** Σ w r²/(n − p): scatter and deviation together; null if no degree of freedom is left or nothing was fitted. */
  readonly pooled: MeanSquare | null;
  /** Mean square of the declared repeats alone; null without repeats. */
  readonly repeats: MeanSquare | null;
  /**
   * Only if significant: the mean square between the groups, and the variance of the curve's deviation derived from it.
   */
  readonly lackOfFit: (MeanSquare & { readonly deviation: number }) | null;
  /** The F test; null if it does not exist. */
  readonly test: FitDiagnostics['lack_of_fit'];
};

/**
 * Splits the scatter of the residuals by the one rule of this engine: without declared repeats, or if the curve fits
 * them, everything uses one pooled mean square; if it does not, repeats and deviation are separated, and no degree of
 * freedom counts twice.
 *
 * `size` is the number of coefficients. `oneDirection` are the repeats without hysteresis, if it is evaluated
 * separately: then the difference between rising and falling readings is not scatter. Source: Draper and Smith 2.1;
 * metrology README.
 */
export function scatterOf(
  residuals: Float64Array,
  weights: Float64Array | null,
  sumOfSquares: number,
  size: number,
  groups: Groups,
  oneDirection: Groups | null
): Scatter {
  const count = residuals.length;
  const freedom = count - size;
  const whole = freedom > 0 && size > 0 ? { value: sumOfSquares / freedom, freedom } : null;
  if (groups.count === count) return { pooled: whole, repeats: null, lackOfFit: null, test: null };
  const { between } = pureError(residuals, weights, groups);
  const inside = pureError(residuals, weights, oneDirection ?? groups);
  const repeats = { value: inside.within / inside.freedom, freedom: inside.freedom };
  const lofFreedom = groups.count - size;
  // Fewer groups than coefficients: there is no scatter between the groups.
  if (whole === null || lofFreedom < 0) return { pooled: whole, repeats, lackOfFit: null, test: null };
  const pooledFreedom = inside.freedom + lofFreedom;
  const pooled =
    oneDirection === null ? whole : { value: (inside.within + between) / pooledFreedom, freedom: pooledFreedom };
  const test = lackOfFit({ ...inside, groups: groups.count, between }, size);
  if (test === null || test.p >= LACK_OF_FIT_LEVEL) return { pooled, repeats, lackOfFit: null, test };
  const value = between / lofFreedom;
  const deviation = Math.max(0, value - repeats.value) / (count / groups.count);
  return { pooled, repeats, lackOfFit: { value, freedom: lofFreedom, deviation }, test };
}
