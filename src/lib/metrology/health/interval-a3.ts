import { incompleteBeta } from '../distributions/incomplete-beta.ts';
import { exp, log } from '../distributions/elementary.ts';

/** What a history of pass and fail says of the calibration interval. */
export type IntervalByTest = {
  /** Recommended interval in the unit of the current one. */
  readonly interval: number;
  /** Share of calibrations found in tolerance. */
  readonly observed: number;
  /** Confidence with which the observed share differs from the target. */
  readonly rejection: number;
  /** Two-sided range of the reliability at the confidence asked (Clopper and Pearson). */
  readonly low: number;
  readonly high: number;
};

const LN_10 = 2.302585092994046;
/** The interval is never changed by more than this factor at once. */
const LARGEST_CHANGE = 2;

/**
 * Interval test: `passed` of `count` calibrations were found in tolerance after the interval `current`; the target is the
 * share wanted at the end of an interval, `confidence` that of the range of the reliability.
 *
 * New interval I·10^((R − R_t)·Q), with Q the confidence that R differs from R_t. count ≥ 1, 0 < target < 1.
 * Source: NCSLI RP-1 (2010) method A3, section 10.
 */
export function intervalByTest(
  passed: number,
  count: number,
  current: number,
  target: number,
  confidence: number
): IntervalByTest {
  const observed = passed / count;
  const rejection =
    observed <= target
      ? 1 - 2 * binomialCumulative(passed, count, target)
      : 1 - 2 * (1 - binomialCumulative(passed - 1, count, target));
  const factor = exp((observed - target) * Math.max(0, rejection) * LN_10);
  const tail = 0.5 * (1 - confidence);
  return {
    interval: current * Math.min(LARGEST_CHANGE, Math.max(1 / LARGEST_CHANGE, factor)),
    observed,
    rejection: Math.max(0, rejection),
    low: passed === 0 ? 0 : betaQuantile(tail, passed, count - passed + 1),
    high: passed === count ? 1 : betaQuantile(1 - tail, passed + 1, count - passed)
  };
}

/** Probability of at most k successes in n trials. Source: NIST DLMF 8.17.5. */
export function binomialCumulative(k: number, n: number, probability: number): number {
  if (k < 0) return 0;
  if (k >= n) return 1;
  return incompleteBeta(n - k, k + 1, 1 - probability, probability).lower;
}

/** The x with I_x(a, b) = p, by bisection, which cannot fail. */
export function betaQuantile(p: number, a: number, b: number): number {
  let low = 0;
  let high = 1;
  for (let step = 0; step < 200 && high - low > 1e-16 * high; step++) {
    const middle = 0.5 * (low + high);
    if (incompleteBeta(a, b, middle, 1 - middle).lower < p) low = middle;
    else high = middle;
  }
  return 0.5 * (low + high);
}

/** End-of-period reliability R with exponential decay: R(t) = R₀^(t/t₀); the interval that reaches the target from R at I. */
export function intervalByDecay(observed: number, current: number, target: number): number | null {
  if (!(observed > 0 && observed < 1)) return null;
  return (current * log(target)) / log(observed);
}
