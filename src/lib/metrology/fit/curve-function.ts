import type { LongVector } from './compensated-pass.ts';
import type { DoubleDouble } from './double-double.ts';

/** A family of curves in p coefficients, with exact derivatives. */
export type CurveFunction = {
  readonly size: number;
  readonly value: (coefficients: ArrayLike<number>, argument: number) => number;
  /** The value, and into `out` ∂f/∂c_0 … ∂f/∂c_(p−1), ∂f/∂argument (p + 1 numbers). */
  readonly gradient: (coefficients: ArrayLike<number>, argument: number, out: Float64Array) => number;
  /** The value without rounding of the operations, if available. */
  readonly long?: (coefficients: LongVector, argument: number) => DoubleDouble;
};
