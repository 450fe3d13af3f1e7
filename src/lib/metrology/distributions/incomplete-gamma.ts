import { exp, log, log1p } from './elementary.ts';
import { stirlingError } from './stirling-error.ts';

const MAX_TERMS = 1_000_000;
const EPSILON = 2 ** -53;
const TINY = 1e-300;

export type GammaTails = { readonly lower: number; readonly upper: number };

/**
 * Both tails of the regularized incomplete gamma function, P(a, x) and Q(a, x) = 1 − P, each accurate where it is small.
 *
 * a > 0, x ≥ 0 (not finite: the whole mass is below).
 * Source: NIST DLMF 8.11.4 (series) and 8.9.2 in its contracted form (continued fraction).
 */
export function incompleteGamma(a: number, x: number): GammaTails {
  if (x <= 0) return { lower: 0, upper: 1 };
  if (x === Infinity) return { lower: 1, upper: 0 };
  const front = prefactor(a, x);
  if (x < a + 1) {
    const lower = Math.min(1, front * series(a, x));
    return { lower, upper: 1 - lower };
  }
  const upper = Math.min(1, front * a * fraction(a, x));
  return { lower: 1 - upper, upper };
}

/** x^a e^−x / Γ(a + 1), from the deviation of x from a. */
function prefactor(a: number, x: number): number {
  const d = (x - a) / a;
  const exponent = d > -0.5 && d < 1 ? -a * (d - log1p(d)) : a * log(x / a) - (x - a);
  return exp(exponent - stirlingError(a)) / Math.sqrt(2 * Math.PI * a);
}

function series(a: number, x: number): number {
  let term = 1;
  let sum = 1;
  for (let n = 1; n < MAX_TERMS; n++) {
    term *= x / (a + n);
    sum += term;
    if (term <= EPSILON * sum) break;
  }
  return sum;
}

function fraction(a: number, x: number): number {
  let b = x + 1 - a;
  let c = 1 / TINY;
  let d = 1 / b;
  let value = d;
  for (let n = 1; n < MAX_TERMS; n++) {
    const numerator = -n * (n - a);
    b += 2;
    d = numerator * d + b;
    d = 1 / (d === 0 ? TINY : d);
    c = b + numerator / c;
    if (c === 0) c = TINY;
    const change = c * d;
    value *= change;
    if (Math.abs(change - 1) <= EPSILON * 4) break;
  }
  return value;
}
