import { highestOf, lowestOf } from './order-statistics.ts';

/** Statistics of a sorted sample of the measurand. Intervals are [low, high]. */
export type TrialSummary = {
  readonly mean: number;
  readonly standardUncertainty: number;
  readonly symmetric: readonly [number, number];
  readonly shortest: readonly [number, number];
  /**
   * The larger uncertainty of the two ends of the symmetric interval (about 95 %); Infinity if there are too few
   * trials.
   */
  readonly unsettled: number;
};

/** Whether all of the sorted trials are finite: other values are at the ends. */
export function areFinite(trials: Float64Array): boolean {
  return Number.isFinite(trials[0]) && Number.isFinite(trials[trials.length - 1]);
}

/** The same for trials in any order, which are sorted in place. */
export function summarize(trials: Float64Array, p: number): TrialSummary {
  return summarizeParts([trials.sort()], p);
}

/**
 * Mean, standard deviation and coverage intervals of trials in several parts, each of them sorted; at least one trial, all of
 * them finite, in their unit.
 *
 * p: coverage probability. Probabilistically symmetric interval by 7.7.2, shortest by 7.7.4. Only the tails that can
 * contain the ends of intervals are merged over the parts. Source: JCGM 101:2008 7.6, 7.7.
 */
export function summarizeParts(parts: readonly Float64Array[], p: number): TrialSummary {
  const count = parts.reduce((sum, part) => sum + part.length, 0);
  const { mean, variance } = momentsOf(parts, count);
  const q = Math.min(count - 1, Math.floor(p * count + 0.5));
  const spread = count - q;
  const low = lowestOf(parts, spread);
  const high = highestOf(parts, spread);
  const interval = (k: number): readonly [number, number] => [low[k] as number, high[k] as number];
  let best = 0;
  let narrowest = Infinity;
  for (let k = 0; k < spread; k++) {
    const width = (high[k] as number) - (low[k] as number);
    if (width < narrowest) {
      narrowest = width;
      best = k;
    }
  }
  const r = Math.floor((spread + 1) / 2);
  return {
    mean,
    standardUncertainty: Math.sqrt(variance),
    symmetric: interval(Math.max(0, r - 1)),
    shortest: interval(best),
    unsettled: Math.max(unsettledAt(low, r - 1), unsettledAt(high, r - 1))
  };
}

/**
 * Half the distance of the order statistics between which a quantile lies with about 95 %: ranks are binomial, whatever
 * the distribution. `tail` has the trials of one tail, ascending; `rank` is the index of the quantile's estimate in it.
 * Source: H. A. David, H. N. Nagaraja, Order Statistics, 7.1.
 */
function unsettledAt(tail: Float64Array, rank: number): number {
  const reach = Math.ceil(2 * Math.sqrt(rank + 1));
  if (rank - reach < 0 || rank + reach >= tail.length) return Infinity;
  return 0.5 * ((tail[rank + reach] as number) - (tail[rank - reach] as number));
}

/** Relative to a value in the middle, so that no digits are lost if the spread is small compared with the value. */
function momentsOf(parts: readonly Float64Array[], count: number): { mean: number; variance: number } {
  const first = parts[0] ?? new Float64Array(1);
  const middle = first[first.length >> 1] as number;
  let sum = 0;
  for (const part of parts) for (let k = 0; k < part.length; k++) sum += (part[k] as number) - middle;
  const shift = sum / count;
  let square = 0;
  for (const part of parts) {
    for (let k = 0; k < part.length; k++) {
      const deviation = (part[k] as number) - middle - shift;
      square += deviation * deviation;
    }
  }
  return { mean: middle + shift, variance: count > 1 ? square / (count - 1) : 0 };
}

/**
 * Half of the last of `digits` significant decimal digits of u: the numerical tolerance δ. Source: JCGM 101:2008 7.9.2.
 */
export function numericalTolerance(u: number, digits: number): number {
  if (!(u > 0)) return 0;
  const exponent = Number(u.toExponential(digits - 1).split('e')[1]);
  return 0.5 * Number(`1e${exponent - digits + 1}`);
}
