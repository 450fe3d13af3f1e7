import { betaQuantile } from '../distributions/beta.ts';
import { binomialCumulative, binomialUpperTail } from '../distributions/binomial.ts';
import { exp } from '../distributions/elementary.ts';

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
 * `leastConfidence` is ours, not RP-1's: below it the interval stays as it is, because a change that is as likely wrong as right
 * helps nobody; 0 is RP-1 to the letter.
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
