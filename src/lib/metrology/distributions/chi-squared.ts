import { exp, log, log1p } from './elementary.ts';
import { incompleteGamma } from './incomplete-gamma.ts';
import { normalUpperQuantile } from './normal.ts';
import { logGamma, stirlingError } from './stirling-error.ts';

/** Probability that chi-squared with ν > 0 degrees of freedom exceeds x. Source: NIST DLMF 8.2. */
export function chiSquaredUpperTail(x: number, nu: number): number {
  return incompleteGamma(0.5 * nu, 0.5 * x).upper;
}

/** Probability that chi-squared with ν > 0 degrees of freedom is at most x. */
export function chiSquaredCumulative(x: number, nu: number): number {
  return incompleteGamma(0.5 * nu, 0.5 * x).lower;
}

/** The x with cumulative probability p, 0 < p < 1, ν > 0. */
export function chiSquaredQuantile(p: number, nu: number): number {
  return quantile(p, 1 - p, nu);
}

/** The x that is exceeded with probability q, 0 < q < 1, ν > 0; for q so small that 1 − q would lose it. */
export function chiSquaredUpperQuantile(q: number, nu: number): number {
  return quantile(1 - q, q, nu);
}

/**
 * Source: start from Wilson and Hilferty (Abramowitz and Stegun 26.4.17), Newton's method on the logarithm of the smaller tail.
 */
function quantile(p: number, q: number, nu: number): number {
  const a = 0.5 * nu;
  const lowerSide = p < q;
  const target = lowerSide ? p : q;
  const h = 2 / (9 * nu);
  const z = lowerSide ? -normalUpperQuantile(p) : normalUpperQuantile(q);
  const root = 1 - h + z * Math.sqrt(h);
  let x = nu * root * root * root;
  // Near zero P is about (x/2)^a/Γ(a + 1).
  if (!(x > 1e-3 * nu)) x = lowerSide ? 2 * exp((log(p) + logGamma(a + 1)) / a) : 1e-3 * nu;
  if (x === 0) return 0;
  for (let step = 0; step < 200; step++) {
    const tails = incompleteGamma(a, 0.5 * x);
    const tail = lowerSide ? tails.lower : tails.upper;
    const slope = logSlope(a, 0.5 * x) / tail;
    const change = (log(tail / target) / slope) * (lowerSide ? -1 : 1);
    x *= exp(Math.max(-2, Math.min(2, change)));
    if (Math.abs(change) < 1e-13) break;
  }
  return x;
}

/** Density with respect to ln x. */
function logSlope(a: number, x: number): number {
  const d = (x - a) / a;
  const logRatio = Math.abs(d) < 0.5 ? log1p(d) : log(x / a);
  return Math.sqrt(a / (2 * Math.PI)) * exp(-a * (d - logRatio) - stirlingError(a));
}
