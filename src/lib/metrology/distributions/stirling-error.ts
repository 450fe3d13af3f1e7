import { log, log1p } from './elementary.ts';
/** Below this argument the recurrence is used first; above it, eight terms of the series reach 3e-17. */
const SERIES_FROM = 10;
/** δ(½): every tail of Student's t uses it. */
const HALF_OF_ONE_MINUS_LOG_TWO = 0.15342640972002736;
const HALF_LOG_TWO_PI = 0.9189385332046727;

/**
 * Error of Stirling's formula, δ(z) = ln Γ(z) − (z − ½) ln z + z − ½ ln 2π, for z > 0.
 *
 * Prefactors of the beta and gamma functions are built from it: a difference of whole ln Γ would lose digits for large arguments.
 * Source: NIST DLMF 5.11.1 (series), and δ(z) − δ(z + 1) = (z + ½) ln(1 + 1/z) − 1.
 */
export function stirlingError(z: number): number {
  if (z === 0.5) return HALF_OF_ONE_MINUS_LOG_TWO;
  let shifted = z;
  let sum = 0;
  while (shifted < SERIES_FROM) {
    sum += (shifted + 0.5) * log1p(1 / shifted) - 1;
    shifted += 1;
  }
  const w = 1 / (shifted * shifted);
  const series =
    1 / 12 -
    w *
      (1 / 360 -
        w * (1 / 1260 - w * (1 / 1680 - w * (1 / 1188 - w * (691 / 360360 - w * (1 / 156 - w * (3617 / 122400)))))));
  return sum + series / shifted;
}

/** ln Γ(z) for z > 0. Source: NIST DLMF 5.11.1. */
export function logGamma(z: number): number {
  return (z - 0.5) * log(z) - z + HALF_LOG_TWO_PI + stirlingError(z);
}
