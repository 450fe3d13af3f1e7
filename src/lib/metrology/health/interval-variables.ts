import { studentUpperQuantile, studentUpperTail } from '../distributions/student-t.ts';
import type { Limits } from '../conformity/limits.ts';

/** What an error changed by from one calibration to the next: as found less as left before, over that many days. */
export type MeasuredChange = { readonly days: number; readonly change: number; readonly u: number };

/** The growth of an error after a calibration. Degrees of freedom: changes − 1. */
export type Growth = {
  readonly perDay: number;
  readonly uPerDay: number;
  /** Scatter of one change about its expectation. */
  readonly s: number;
  readonly freedom: number;
};

/**
 * The growth of an error since its last adjustment, through the origin, from changes over unequal times. At least two changes,
 * every `days` > 0; null otherwise. Weights 1/u² where every u is greater than zero, else equal.
 *
 * Source: NCSLI RP-1 (2010), variables data; H. Castrup, Calibration Intervals from Variables Data (NCSLI 2005).
 */
export function growthOf(changes: readonly MeasuredChange[]): Growth | null {
  if (changes.length < 2 || !changes.every(({ days }) => days > 0)) return null;
  const weighted = changes.every(({ u }) => u > 0);
  let [moment, product, weights] = [0, 0, 0];
  for (const { days, change, u } of changes) {
    const weight = weighted ? 1 / (u * u) : 1;
    moment += weight * days * days;
    product += weight * days * change;
    weights += weight;
  }
  const perDay = product / moment;
  const freedom = changes.length - 1;
  let square = 0;
  for (const { days, change, u } of changes) {
    const rest = change - perDay * days;
    square += (weighted ? 1 / (u * u) : 1) * rest * rest;
  }
  const variance = square / freedom;
  // Scatter below the stated uncertainties is luck, not knowledge.
  const factor = weighted ? Math.max(1, variance) : variance;
  return { perDay, uPerDay: Math.sqrt(factor / moment), s: Math.sqrt((variance * changes.length) / weights), freedom };
}

/**
 * Days after a calibration that leaves the error `start` until its prediction band of probability p leaves the limits; null
 * where it stays inside up to `until`, 0 where it is outside at once. Limits of the error, in the unit of the changes.
 */
export function intervalByVariables(
  growth: Growth,
  start: number,
  { lower, upper }: Limits,
  p: number,
  until: number
): number | null {
  const t = studentUpperQuantile(0.5 * (1 - p), growth.freedom);
  const isOutside = (days: number): boolean => {
    const value = start + growth.perDay * days;
    const half = t * spread(growth, days);
    return (lower !== null && value - half < lower) || (upper !== null && value + half > upper);
  };
  if (isOutside(0)) return 0;
  if (!isOutside(until)) return null;
  let [low, high] = [0, until];
  while (high - low > 1) {
    const middle = 0.5 * (low + high);
    if (isOutside(middle)) high = middle;
    else low = middle;
  }
  return Math.floor(low);
}

/** Probability of being outside the limits so many days after a calibration that left the error `start`. */
export function riskOfGrowth(growth: Growth, start: number, { lower, upper }: Limits, days: number): number {
  const value = start + growth.perDay * days;
  const u = spread(growth, days);
  if (!(u > 0)) return (lower !== null && value < lower) || (upper !== null && value > upper) ? 1 : 0;
  const below = lower === null ? 0 : studentUpperTail((value - lower) / u, growth.freedom);
  return below + (upper === null ? 0 : studentUpperTail((upper - value) / u, growth.freedom));
}

const spread = ({ uPerDay, s }: Growth, days: number): number => Math.sqrt(uPerDay * uPerDay * days * days + s * s);
