import { exp, log } from '../distributions/elementary.ts';

/** One calibration as a test of the interval before it: days since the last calibration, and whether it was still in tolerance. */
export type IntervalTest = { readonly days: number; readonly passed: boolean };

export type IntervalByReliability = {
  /** Days after which the reliability falls to the target. */
  readonly days: number;
  readonly model: 'exponential' | 'weibull';
  /** Of R(t) = exp(−(t/scale)^shape); the shape of the exponential model is 1. */
  readonly scale: number;
  readonly shape: number;
  /** R at the mean of the tested intervals. */
  readonly reliability: number;
};

const SHAPES = { low: 0.2, high: 8 } as const;
const GOLDEN = 0.6180339887498949;

/**
 * The interval from a history of tests at unequal times: the most likely reliability curve of the binomial method. The
 * second parameter is used only if Akaike's criterion prefers it. Null without at least one pass and one failure: such
 * a curve needs both. Every `days` > 0, 0 < target < 1.
 *
 * Source: NCSLI RP-1 (2010) method S2; likelihood of Bernoulli trials with R(t) = exp(−(t/scale)^shape).
 */
export function intervalByReliability(tests: readonly IntervalTest[], target: number): IntervalByReliability | null {
  if (tests.every(({ passed }) => passed) || !tests.some(({ passed }) => passed)) return null;
  const mean = tests.reduce((sum, { days }) => sum + days, 0) / tests.length;
  const relative = tests.map(({ days, passed }) => ({ days: days / mean, passed }));
  const simple = likeliest(relative, 1);
  const shape = bestShape(relative);
  const bent = likeliest(relative, shape);
  const weibull = bent.logLikelihood - simple.logLikelihood > 1;
  const { rate } = weibull ? bent : simple;
  const power = weibull ? shape : 1;
  return {
    days: mean * exp(log(-log(target) / rate) / power),
    model: weibull ? 'weibull' : 'exponential',
    scale: mean * exp(-log(rate) / power),
    shape: power,
    reliability: exp(-rate)
  };
}

/**
 * The most likely rate θ of R = exp(−θ t^shape). The logarithm of the likelihood is concave in θ, so its slope has one
 * zero.
 */
function likeliest(tests: readonly IntervalTest[], shape: number): { rate: number; logLikelihood: number } {
  const powers = tests.map(({ days, passed }) => ({ t: exp(shape * log(days)), passed }));
  const slope = (rate: number): number =>
    powers.reduce((sum, { t, passed }) => sum + (passed ? -t : t / (exp(rate * t) - 1)), 0);
  let [low, high] = [1e-12, 1];
  while (slope(high) > 0 && high < 1e12) high *= 2;
  for (let step = 0; step < 200 && high - low > 1e-15 * high; step++) {
    const middle = 0.5 * (low + high);
    if (slope(middle) > 0) low = middle;
    else high = middle;
  }
  const rate = 0.5 * (low + high);
  const logLikelihood = powers.reduce(
    (sum, { t, passed }) => sum + (passed ? -rate * t : log(Math.max(1e-300, 1 - exp(-rate * t)))),
    0
  );
  return { rate, logLikelihood };
}

/** Golden section over the logarithm of the shape. */
function bestShape(tests: readonly IntervalTest[]): number {
  let [low, high] = [log(SHAPES.low), log(SHAPES.high)];
  const value = (position: number): number => likeliest(tests, exp(position)).logLikelihood;
  let [a, b] = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
  let [at, bt] = [value(a), value(b)];
  for (let step = 0; step < 60; step++) {
    if (at > bt) {
      [high, b, bt] = [b, a, at];
      a = high - GOLDEN * (high - low);
      at = value(a);
    } else {
      [low, a, at] = [a, b, bt];
      b = low + GOLDEN * (high - low);
      bt = value(b);
    }
  }
  return exp(0.5 * (low + high));
}
