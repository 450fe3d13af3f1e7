import { exp, log, log1p } from './elementary.ts';
import { incompleteBeta } from './incomplete-beta.ts';
import { normalUpperQuantile, normalUpperTail } from './normal.ts';
import { stirlingError } from './stirling-error.ts';

const MAX_STEPS = 60;

/** Density of Student's t with ν degrees of freedom (real, > 0; Infinity: the standard normal). */
export function studentDensity(t: number, nu: number): number {
  if (nu === Infinity) return 0.3989422804014327 * exp(-0.5 * t * t);
  // Γ((ν+1)/2) / (Γ(ν/2) √(ν/2)) = (1 + 1/ν)^(ν/2) e^(δ((ν+1)/2) − δ(ν/2) − ½)
  const half = 0.5 * nu;
  const exponent = half * log1p(1 / nu) - 0.5 + stirlingError(half + 0.5) - stirlingError(half);
  return 0.3989422804014327 * exp(exponent - (half + 0.5) * log1p((t * t) / nu));
}

/**
 * Probability that Student's t with ν degrees of freedom exceeds t. Real ν > 0; Infinity is the normal distribution.
 * Source: NIST DLMF 8.17; JCGM 100:2008 G.3.
 */
export function studentUpperTail(t: number, nu: number): number {
  if (nu === Infinity) return normalUpperTail(t);
  if (t === 0) return 0.5;
  const square = t * t;
  const sum = nu + square;
  // A huge |t| would overflow to NaN in square/sum: its tail is then that of the limit.
  const y = sum === Infinity ? 1 : square / sum;
  const tails = incompleteBeta(0.5 * nu, 0.5, sum === Infinity ? 0 : nu / sum, y);
  return t > 0 ? 0.5 * tails.lower : 0.5 + 0.5 * tails.upper;
}

/** Probability that Student's t with ν degrees of freedom is at most t. */
export function studentCumulative(t: number, nu: number): number {
  return studentUpperTail(-t, nu);
}

/**
 * The t that Student's t exceeds with probability q, 0 < q < 1, real ν > 0 or Infinity.
 *
 * Newton's method on ln Q against ln t: that curve falls and is concave, so every step after the first comes from the
 * same side and the method converges for every ν. `normal` is the normal quantile of the same q, for callers that need
 * many ν.
 */
export function studentUpperQuantile(q: number, nu: number, normal = normalUpperQuantile(q)): number {
  if (nu === Infinity) return normal;
  if (q > 0.5) return -studentUpperQuantile(1 - q, nu, -normal);
  if (q === 0.5) return 0;
  let t = startingPoint(q, nu, normal);
  for (let step = 0; step < MAX_STEPS; step++) {
    const tail = studentUpperTail(t, nu);
    if (tail === 0) {
      t = Math.sqrt(t);
      continue;
    }
    const density = t * studentDensity(t, nu);
    // So far out that the density underflows, the tail falls as t^−ν.
    const change = (log(tail / q) * (density > 0 ? tail : 1)) / (density > 0 ? density : nu);
    t *= Math.abs(change) < 0.1 ? 1 + change * (1 + 0.5 * change) : exp(Math.min(change, 300));
    if (Math.abs(change) < 1e-9) break;
  }
  return t;
}

/** The t with cumulative probability p, 0 < p < 1. */
export function studentQuantile(p: number, nu: number): number {
  return -studentUpperQuantile(p, nu);
}

/** Cornish-Fisher expansion about the normal quantile (Abramowitz and Stegun 26.7.5), or the exact answer of ν = 2. */
function startingPoint(q: number, nu: number, z: number): number {
  const central = 1 - 2 * q;
  if (nu < 4) return (Math.SQRT2 * central) / Math.sqrt(4 * q * (1 - q));
  const z2 = z * z;
  const g1 = (z * (z2 + 1)) / 4;
  const g2 = (z * ((5 * z2 + 16) * z2 + 3)) / 96;
  const g3 = (z * (((3 * z2 + 19) * z2 + 17) * z2 - 15)) / 384;
  const g4 = (z * ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945)) / 92160;
  return z + (g1 + (g2 + (g3 + g4 / nu) / nu) / nu) / nu;
}
