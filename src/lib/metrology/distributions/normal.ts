import { exp, log } from './elementary.ts';
import { incompleteGamma } from './incomplete-gamma.ts';

const INVERSE_SQRT_TWO_PI = 0.3989422804014327;

/** Density of the standard normal distribution. */
export function normalDensity(z: number): number {
  return INVERSE_SQRT_TWO_PI * exp(-0.5 * z * z);
}

/** Probability that a standard normal variable exceeds z; accurate to its own last digits in the far tail. */
export function normalUpperTail(z: number): number {
  const tails = incompleteGamma(0.5, 0.5 * z * z);
  return z >= 0 ? 0.5 * tails.upper : 0.5 + 0.5 * tails.lower;
}

/** Probability that a standard normal variable is at most z. */
export function normalCumulative(z: number): number {
  return normalUpperTail(-z);
}

/**
 * The z that a standard normal variable exceeds with probability q, 0 < q < 1.
 * Source: start from Abramowitz and Stegun 26.2.23 (error < 4.5e-4), then Halley's steps on the tail itself.
 */
export function normalUpperQuantile(q: number): number {
  if (q > 0.5) return -normalUpperQuantile(1 - q);
  const t = Math.sqrt(-2 * log(q));
  let z = t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
  for (let step = 0; step < 3; step++) {
    const newton = (normalUpperTail(z) - q) / normalDensity(z);
    z += newton / (1 - 0.5 * z * newton);
  }
  return z;
}

/** The z with cumulative probability p, 0 < p < 1. */
export function normalQuantile(p: number): number {
  return -normalUpperQuantile(p);
}
