import type { Point } from '../types.ts';

/** Which points are repeats of one nominal point: `of[i]` is the group of point i, 0 … count − 1. */
export type Groups = { readonly count: number; readonly of: Int32Array };

/** The groups the user gave; else equal `reference` where any repeats; else equal `measured`. */
export function groupsOf(points: readonly Point[]): Groups {
  if (points.some((point) => point.group !== undefined)) return groupBy(points, (point) => point.group ?? 0);
  const byReference = groupBy(points, (point) => point.reference);
  return byReference.count < points.length ? byReference : groupBy(points, (point) => point.measured);
}

/** Groups are numbered as they first occur. By sorting, because a map of so many numbers would take four times as long. */
function groupBy(points: readonly Point[], key: (point: Point) => number): Groups {
  const keys = new Float64Array(points.length);
  points.forEach((point, i) => (keys[i] = key(point)));
  const distinct = distinctOf(keys);
  const of = new Int32Array(keys.length);
  if (distinct.length === keys.length) return { count: keys.length, of: of.map((_, i) => i) };
  const numbers = new Int32Array(distinct.length).fill(-1);
  let count = 0;
  keys.forEach((value, i) => {
    const place = placeOf(distinct, value);
    if (numbers[place] === -1) numbers[place] = count++;
    of[i] = numbers[place] as number;
  });
  return { count, of };
}

/** The different numbers among some, rising. */
function distinctOf(values: Float64Array): Float64Array {
  const sorted = isRising(values) ? values : values.slice().sort();
  let count = 0;
  const distinct = new Float64Array(sorted.length);
  for (let i = 0; i < sorted.length; i++) {
    const value = sorted[i] as number;
    if (count === 0 || value !== distinct[count - 1]) distinct[count++] = value;
  }
  return distinct.subarray(0, count);
}

function isRising(values: Float64Array): boolean {
  for (let i = 1; i < values.length; i++) {
    if ((values[i] as number) < (values[i - 1] as number)) return false;
  }
  return true;
}

function placeOf(rising: Float64Array, value: number): number {
  let from = 0;
  let to = rising.length - 1;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((rising[middle] as number) < value) from = middle + 1;
    else to = middle;
  }
  return from;
}
