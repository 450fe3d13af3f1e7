import { incompleteBeta } from './incomplete-beta.ts';

/** Probability of at most k successes in n trials of probability 0 < π < 1. Source: NIST DLMF 8.17.5. */
export function binomialCumulative(k: number, n: number, probability: number): number {
  if (k < 0) return 0;
  if (k >= n) return 1;
  return incompleteBeta(n - k, k + 1, 1 - probability, probability).lower;
}

/** Probability of more than k successes; accurate where it is small. */
export function binomialUpperTail(k: number, n: number, probability: number): number {
  if (k < 0) return 1;
  if (k >= n) return 0;
  return incompleteBeta(n - k, k + 1, 1 - probability, probability).upper;
}

/** The smallest k whose cumulative probability reaches p, 0 < p < 1. */
export function binomialQuantile(p: number, n: number, probability: number): number {
  let [low, high] = [-1, n];
  while (high - low > 1) {
    const middle = Math.floor(0.5 * (low + high));
    if (binomialCumulative(middle, n, probability) < p) low = middle;
    else high = middle;
  }
  return high;
}
