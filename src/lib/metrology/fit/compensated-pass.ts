import { SPLITTER } from './double-double.ts';
import type { OrthogonalBasis } from './orthogonal-basis.ts';

/** A vector of double-double numbers. */
export type LongVector = { readonly high: Float64Array; readonly low: Float64Array };

/** A vector of n zeros. */
export function longVector(n: number): LongVector {
  return { high: new Float64Array(n), low: new Float64Array(n) };
}

export type PassInput = {
  readonly basis: OrthogonalBasis;
  readonly weights: Float64Array | null;
  readonly response: LongVector;
  readonly coefficients: LongVector;
};

/**
 * One pass over the points in double-double arithmetic: writes the residuals z − Σ c_k P_k(u) and returns the gradient
 * Σ w r P_k. Every basis polynomial is evaluated anew in double-double, because a rounded basis would describe no polynomial.
 *
 * The arithmetic is written out, since pairs as objects would cost ten times as much at 100 000 points; the operations are
 * those of double-double.ts.
 */
export function compensatedPass(input: PassInput, residuals: LongVector): Float64Array {
  const { basis, weights, response, coefficients } = input;
  const size = basis.size;
  const polynomial = longVector(size);
  const gradient = longVector(size);
  for (let i = 0; i < residuals.high.length; i++) {
    evaluateBasis(basis, i, polynomial);
    residualAt(response, coefficients, polynomial, i, residuals);
    accumulate(residuals, weights === null ? 1 : (weights[i] as number), polynomial, i, gradient);
  }
  return gradient.high;
}

/** P₀ … P_d at point i. */
function evaluateBasis(basis: OrthogonalBasis, i: number, out: LongVector): void {
  const uHigh = basis.high[i] as number;
  const uLow = basis.low[i] as number;
  let high = basis.start === 'one' ? 1 : uHigh;
  let low = basis.start === 'one' ? 0 : uLow;
  let olderHigh = 0;
  let olderLow = 0;
  out.high[0] = high;
  out.low[0] = low;
  for (let k = 1; k < basis.size; k++) {
    const alpha = basis.alpha[k - 1] as number;
    const beta = basis.beta[k - 1] as number;
    // a = u − α
    const difference = uHigh - alpha;
    let part = difference - uHigh;
    let error = uHigh - (difference - part) - (alpha + part) + uLow;
    const aHigh = difference + error;
    const aLow = error - (aHigh - difference);
    // product = a · P_k
    const product = aHigh * high;
    let cut = SPLITTER * aHigh;
    const a1 = cut - (cut - aHigh);
    const a2 = aHigh - a1;
    cut = SPLITTER * high;
    let b1 = cut - (cut - high);
    let b2 = high - b1;
    const productError = a2 * b2 - (product - a1 * b1 - a2 * b1 - a1 * b2) + aHigh * low + aLow * high;
    // older = β · P_{k−1}
    const older = beta * olderHigh;
    cut = SPLITTER * beta;
    const c1 = cut - (cut - beta);
    const c2 = beta - c1;
    cut = SPLITTER * olderHigh;
    b1 = cut - (cut - olderHigh);
    b2 = olderHigh - b1;
    const olderError = c2 * b2 - (older - c1 * b1 - c2 * b1 - c1 * b2) + beta * olderLow;
    // P_{k+1} = product − older
    const sum = product - older;
    part = sum - product;
    error = product - (sum - part) - (older + part) + (productError - olderError);
    olderHigh = high;
    olderLow = low;
    high = sum + error;
    low = error - (high - sum);
    out.high[k] = high;
    out.low[k] = low;
  }
}

/** r = z − Σ c_k P_k at point i. */
function residualAt(
  response: LongVector,
  coefficients: LongVector,
  polynomial: LongVector,
  i: number,
  out: LongVector
): void {
  let high = response.high[i] as number;
  let low = response.low[i] as number;
  for (let k = 0; k < coefficients.high.length; k++) {
    const cHigh = coefficients.high[k] as number;
    const pHigh = polynomial.high[k] as number;
    const product = cHigh * pHigh;
    let cut = SPLITTER * cHigh;
    const a1 = cut - (cut - cHigh);
    const a2 = cHigh - a1;
    cut = SPLITTER * pHigh;
    const b1 = cut - (cut - pHigh);
    const b2 = pHigh - b1;
    const productError =
      a2 * b2 -
      (product - a1 * b1 - a2 * b1 - a1 * b2) +
      cHigh * (polynomial.low[k] as number) +
      (coefficients.low[k] as number) * pHigh;
    const sum = high - product;
    const part = sum - high;
    const error = high - (sum - part) - (product + part) + (low - productError);
    high = sum + error;
    low = error - (high - sum);
  }
  out.high[i] = high;
  out.low[i] = low;
}

/** gradient_k += w r P_k. */
function accumulate(
  residuals: LongVector,
  weight: number,
  polynomial: LongVector,
  i: number,
  gradient: LongVector
): void {
  // w·r keeps its rounding: a relative error of the weight changes nothing that the weight's own digits do not.
  const rHigh = (residuals.high[i] as number) * weight;
  const rLow = weight === 1 ? (residuals.low[i] as number) : lowOfProduct(residuals, i, weight, rHigh);
  let cut = SPLITTER * rHigh;
  const a1 = cut - (cut - rHigh);
  const a2 = rHigh - a1;
  for (let k = 0; k < gradient.high.length; k++) {
    const pHigh = polynomial.high[k] as number;
    const product = rHigh * pHigh;
    cut = SPLITTER * pHigh;
    const b1 = cut - (cut - pHigh);
    const b2 = pHigh - b1;
    const productError =
      a2 * b2 - (product - a1 * b1 - a2 * b1 - a1 * b2) + rHigh * (polynomial.low[k] as number) + rLow * pHigh;
    const high = gradient.high[k] as number;
    const sum = high + product;
    const part = sum - high;
    const error = high - (sum - part) + (product - part) + ((gradient.low[k] as number) + productError);
    gradient.high[k] = sum + error;
    gradient.low[k] = error - ((gradient.high[k] as number) - sum);
  }
}

function lowOfProduct(residuals: LongVector, i: number, weight: number, product: number): number {
  const high = residuals.high[i] as number;
  let cut = SPLITTER * high;
  const a1 = cut - (cut - high);
  const a2 = high - a1;
  cut = SPLITTER * weight;
  const b1 = cut - (cut - weight);
  const b2 = weight - b1;
  return a2 * b2 - (product - a1 * b1 - a2 * b1 - a1 * b2) + (residuals.low[i] as number) * weight;
}
