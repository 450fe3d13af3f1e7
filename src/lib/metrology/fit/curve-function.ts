/** A family of curves in p coefficients, with exact derivatives. */
export type CurveFunction = {
  readonly size: number;
  readonly value: (coefficients: ArrayLike<number>, argument: number) => number;
  /** The value, and into `out` ∂f/∂c_0 … ∂f/∂c_(p−1), ∂f/∂argument (p + 1 numbers). */
  readonly gradient: (coefficients: ArrayLike<number>, argument: number, out: Float64Array) => number;
};
