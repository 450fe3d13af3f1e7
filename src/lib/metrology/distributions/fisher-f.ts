import { exp } from './elementary.ts';
import { incompleteBeta } from './incomplete-beta.ts';

/** Probability that Fisher's F with ν1 and ν2 > 0 degrees of freedom exceeds f ≥ 0. Source: NIST DLMF 8.17. */
export function fisherUpperTail(f: number, nu1: number, nu2: number): number {
  const sum = nu1 * f + nu2;
  if (sum === Infinity) return 0;
  return incompleteBeta(0.5 * nu2, 0.5 * nu1, nu2 / sum, (nu1 * f) / sum).lower;
}

/** Probability that Fisher's F with ν1 and ν2 > 0 degrees of freedom is at most f. */
export function fisherCumulative(f: number, nu1: number, nu2: number): number {
  const sum = nu1 * f + nu2;
  if (sum === Infinity) return 1;
  return incompleteBeta(0.5 * nu2, 0.5 * nu1, nu2 / sum, (nu1 * f) / sum).upper;
}

/** The f with cumulative probability p, 0 < p < 1: bisection in ln f, which cannot fail and needs no second formula. */
export function fisherQuantile(p: number, nu1: number, nu2: number): number {
  let low = -700;
  let high = 700;
  for (let step = 0; step < 120 && high - low > 1e-15 * (1 + Math.abs(low)); step++) {
    const middle = 0.5 * (low + high);
    if (fisherCumulative(exp(middle), nu1, nu2) < p) low = middle;
    else high = middle;
  }
  return exp(0.5 * (low + high));
}
