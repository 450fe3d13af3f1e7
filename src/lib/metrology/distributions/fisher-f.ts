import { betaLogit } from './beta.ts';
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

/** The f with cumulative probability p, 0 < p < 1. */
export function fisherQuantile(p: number, nu1: number, nu2: number): number {
  return (nu2 / nu1) * exp(betaLogit(p, 1 - p, 0.5 * nu1, 0.5 * nu2));
}

/** The f that is exceeded with probability q, 0 < q < 1; for q so small that 1 − q would lose it. */
export function fisherUpperQuantile(q: number, nu1: number, nu2: number): number {
  return (nu2 / nu1) * exp(betaLogit(1 - q, q, 0.5 * nu1, 0.5 * nu2));
}
