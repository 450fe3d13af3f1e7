import { studentUpperTail } from '../distributions/student-t.ts';
import { trapezoidUpperTail } from '../distributions/trapezoid.ts';
import type { Limits } from './limits.ts';

/**
 * Probability that the true error lies outside the limits, distributed as Student's t with ν degrees of freedom
 * (Infinity: normal) or, if `beta` is given, as a trapezoid, scaled by the standard uncertainty u and centred on the
 * observed error. Accurate even if tiny.
 * Source: JCGM 106:2012 7.2–7.4 (p_c = 1 − this).
 */
export function probabilityOutside(
  error: number,
  u: number,
  nu: number,
  limits: Limits,
  beta: number | null = null
): number {
  const { lower, upper } = limits;
  const tail = tailOf(nu, beta);
  if (!(u > 0)) return (lower !== null && error < lower) || (upper !== null && error > upper) ? 1 : 0;
  const below = lower === null ? 0 : tail((error - lower) / u);
  const above = upper === null ? 0 : tail((upper - error) / u);
  return Math.min(1, below + above);
}

/** Probability of conformity p_c, with the same arguments. Source: JCGM 106:2012 7.2. */
export function probabilityOfConformity(
  error: number,
  u: number,
  nu: number,
  limits: Limits,
  beta: number | null = null
): number {
  const { lower, upper } = limits;
  const tail = tailOf(nu, beta);
  // Far outside, p_c is tiny and the difference of the tails keeps its digits, where 1 − outside would not.
  if (u > 0 && lower !== null && error < lower) {
    const above = upper === null ? 0 : tail((upper - error) / u);
    return Math.max(0, tail((lower - error) / u) - above);
  }
  if (u > 0 && upper !== null && error > upper) {
    const below = lower === null ? 0 : tail((error - lower) / u);
    return Math.max(0, tail((error - upper) / u) - below);
  }
  return 1 - probabilityOutside(error, u, nu, limits, beta);
}

function tailOf(nu: number, beta: number | null): (z: number) => number {
  return beta === null ? (z) => studentUpperTail(z, nu) : (z) => trapezoidUpperTail(z, beta);
}
