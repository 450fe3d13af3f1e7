import { betaQuantile } from '../distributions/beta.ts';
import { binomialCumulative, binomialUpperTail } from '../distributions/binomial.ts';
import { exp } from '../distributions/elementary.ts';

/** The calibration interval derived from a history of pass and fail. */
export type IntervalByTest = {
  /** Recommended interval in the unit of the current one. */
  readonly interval: number;
  /** Share of calibrations found in tolerance. */
  readonly observed: number;
  /** Confidence with which the observed share differs from the target. */
  readonly rejection: number;
  /** Two-sided range of the reliability at the requested confidence (Clopper and Pearson). */
  readonly low: number;
  readonly high: number;
};

const LN_10 = 2.302585092994046;
/** The interval is never changed by more than this factor at once. */
const LARGEST_CHANGE = 2;

/**
 * Interval test: `passed` of `count` calibrations were found in tolerance after the interval `current`; the target is
 * the required share at the end of an interval, `confidence` that of the range of the reliability.
 *
 * New interval I·10^((R − R_t)·Q), with Q the confidence that R differs from R_t. count ≥ 1, 0 < target < 1.
 * `leastConfidence` is not part of RP-1: below it the interval stays the same, because a change as likely wrong as
 * right is no use; 0 is exactly RP-1.
 * Source: NCSLI RP-1 (2010) method A3.
 */
export function intervalByTest(
  passed: number,
  count: number,
  current: number,
  target: number,
  confidence: number,
  leastConfidence = 0
): IntervalByTest {
  const observed = passed / count;
  const rejection =
    observed <= target
      ? 1 - 2 * binomialCumulative(passed, count, target)
      : 1 - 2 * binomialUpperTail(passed - 1, count, target);
  const isEnough = rejection > 0 && rejection >= leastConfidence;
  const factor = isEnough ? exp((observed - target) * rejection * LN_10) : 1;
  const tail = 0.5 * (1 - confidence);
  return {
    interval: current * Math.min(LARGEST_CHANGE, Math.max(1 / LARGEST_CHANGE, factor)),
    observed,
    rejection: Math.max(0, rejection),
    low: passed === 0 ? 0 : betaQuantile(tail, passed, count - passed + 1),
    high: passed === count ? 1 : betaQuantile(1 - tail, passed + 1, count - passed)
  };
}
