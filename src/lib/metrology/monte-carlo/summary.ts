/** What a sorted sample of the measurand says. Intervals are [low, high]. */
export type TrialSummary = {
  readonly mean: number;
  readonly standardUncertainty: number;
  readonly symmetric: readonly [number, number];
  readonly shortest: readonly [number, number];
};

/** Whether all of some sorted trials are numbers: what is not finite stands at their ends. */
export function areFinite(trials: Float64Array): boolean {
  return Number.isFinite(trials[0]) && Number.isFinite(trials[trials.length - 1]);
}

/** The same of trials in any order, which are sorted in place. */
export function summarize(trials: Float64Array, p: number): TrialSummary {
  return summarizeSorted(trials.sort(), p);
}

/**
 * Mean, standard deviation and coverage intervals of sorted trials, in their unit; at least one trial, all of them finite.
 *
 * p: coverage probability. Probabilistically symmetric interval by 7.7.2, shortest by 7.7.4. Source: JCGM 101:2008 7.6, 7.7.
 */
export function summarizeSorted(trials: Float64Array, p: number): TrialSummary {
  const count = trials.length;
  let sum = 0;
  const middle = trials[count >> 1] as number;
  // About the median, so that no digits are lost where the spread is small beside the value.
  for (const value of trials) sum += value - middle;
  const shift = sum / count;
  let square = 0;
  for (const value of trials) square += (value - middle - shift) * (value - middle - shift);
  const q = Math.min(count - 1, Math.floor(p * count + 0.5));
  const r = Math.floor((count - q + 1) / 2);
  let best = 0;
  for (let k = 0; k + q < count; k++) {
    if (width(trials, k, q) < width(trials, best, q)) best = k;
  }
  return {
    mean: middle + shift,
    standardUncertainty: count > 1 ? Math.sqrt(square / (count - 1)) : 0,
    symmetric: [trials[Math.max(0, r - 1)] as number, trials[Math.min(count - 1, r - 1 + q)] as number],
    shortest: [trials[best] as number, trials[best + q] as number]
  };
}

/**
 * Half of the last of `digits` significant decimal digits of u: the numerical tolerance δ. Source: JCGM 101:2008 7.9.2.
 */
export function numericalTolerance(u: number, digits: number): number {
  if (!(u > 0)) return 0;
  const exponent = Number(u.toExponential(digits - 1).split('e')[1]);
  return 0.5 * Number(`1e${exponent - digits + 1}`);
}

function width(trials: Float64Array, from: number, q: number): number {
  return (trials[from + q] as number) - (trials[from] as number);
}
