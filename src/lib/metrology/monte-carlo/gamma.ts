import { log } from '../distributions/elementary.ts';

/** Constants shared by the draws of one shape. */
export type GammaShape = { readonly d: number; readonly c: number };

/** Of a shape of at least 1. */
export function gammaShape(shape: number): GammaShape {
  const d = shape - 1 / 3;
  return { d, c: 1 / Math.sqrt(9 * d) };
}

/**
 * The gamma number of scale 1 from a standard normal and a uniform number, or NaN if they are rejected and another pair
 * is needed. Source: G. Marsaglia, W. W. Tsang, ACM TOMS 26 (2000) 363–372.
 */
export function gammaOf({ d, c }: GammaShape, normal: number, uniform: number): number {
  const root = 1 + c * normal;
  if (root <= 0) return Number.NaN;
  const v = root * root * root;
  const square = normal * normal;
  // Their squeeze test avoids nearly every logarithm.
  if (uniform < 1 - 0.0331 * square * square) return d * v;
  return log(uniform) < 0.5 * square + d - d * v + d * log(v) ? d * v : Number.NaN;
}
