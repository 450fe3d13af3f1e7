import { exp, log } from './elementary.ts';
import { incompleteBeta } from './incomplete-beta.ts';

/** Beyond this logit, x or 1 − x underflows. */
const FURTHEST = 745;
const MOST_STEPS = 200;

/** Probability that a beta variable with parameters a, b > 0 is at most x, 0 ≤ x ≤ 1. Source: NIST DLMF 8.17. */
export function betaCumulative(x: number, a: number, b: number): number {
  return incompleteBeta(a, b, x, 1 - x).lower;
}

/** Probability that it exceeds x; accurate where it is small. */
export function betaUpperTail(x: number, a: number, b: number): number {
  return incompleteBeta(a, b, x, 1 - x).upper;
}

/** The x with cumulative probability p, 0 < p < 1. */
export function betaQuantile(p: number, a: number, b: number): number {
  return sigmoid(betaLogit(p, 1 - p, a, b));
}

/** The x that is exceeded with probability q, 0 < q < 1; for q so small that 1 − q would lose it. */
export function betaUpperQuantile(q: number, a: number, b: number): number {
  return sigmoid(betaLogit(1 - q, q, a, b));
}

/**
 * ln(x/(1 − x)) of the x whose lower tail is p and whose upper tail is q = 1 − p: as a logit, because both x and 1 − x may
 * be small. The Illinois variant of regula falsi, on the logarithm of the smaller tail, within fixed bounds.
 */
export function betaLogit(p: number, q: number, a: number, b: number): number {
  const isLower = p <= q;
  const target = log(isLower ? p : q);
  // Rising in w on either side.
  const miss = (w: number): number => {
    const { lower, upper } = incompleteBeta(a, b, sigmoid(w), sigmoid(-w));
    return isLower ? log(lower) - target : target - log(upper);
  };
  let [low, high] = [-FURTHEST, FURTHEST];
  let [below, above] = [miss(low), miss(high)];
  if (!(below < 0)) return low;
  if (!(above > 0)) return high;
  for (let step = 0; step < MOST_STEPS && high - low > 1e-15 * Math.max(1, Math.abs(low)); step++) {
    const chord = high - (above * (high - low)) / (above - below);
    // A tail of zero has no logarithm; every third step bisects, so the bounds converge for every shape.
    const middle = step % 3 === 2 || !(chord > low && chord < high) ? 0.5 * (low + high) : chord;
    const found = miss(middle);
    if (found === 0) return middle;
    if (found < 0) {
      [low, below] = [middle, found];
      above *= 0.5;
    } else {
      [high, above] = [middle, found];
      below *= 0.5;
    }
  }
  return 0.5 * (low + high);
}

function sigmoid(w: number): number {
  if (w >= 0) return 1 / (1 + exp(-w));
  const part = exp(w);
  return part / (1 + part);
}
