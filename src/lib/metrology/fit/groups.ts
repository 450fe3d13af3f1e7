import { CURRENT_FORMAT, type Point, type RequestFormat } from '../types.ts';

/** Which points are repeats of one nominal point: `of[i]` is the group of point i, 0 … count − 1. */
export type Groups = { readonly count: number; readonly of: Int32Array };

/**
 * The declared repeats: by `group`, else by equal `nominal` if every planned value was measured more than once. Never
 * by two numbers that happen to be equal. A point without repeats is a group of its own.
 */
export function groupsOf(points: readonly Point[], format: RequestFormat = CURRENT_FORMAT): Groups {
  if (points.some((point) => point.group !== undefined)) return groupBy(points, (point) => point.group ?? 0);
  if (format === 1) return groupsByEqualNumbers(points);
  return groupsByNominal(points) ?? { count: points.length, of: Int32Array.from(points.keys()) };
}

/** Groups of equal `nominal`; null if a point has none or a planned value was measured only once. */
function groupsByNominal(points: readonly Point[]): Groups | null {
  if (points.some((point) => point.nominal === undefined)) return null;
  const groups = groupBy(points, (point) => point.nominal ?? 0);
  const sizes = new Uint32Array(groups.count);
  for (const group of groups.of) sizes[group] = (sizes[group] as number) + 1;
  return sizes.every((size) => size > 1) ? groups : null;
}

/** Format 1: equal `reference` if any repeats, else equal `measured`. */
function groupsByEqualNumbers(points: readonly Point[]): Groups {
  const byReference = groupBy(points, (point) => point.reference);
  return byReference.count < points.length ? byReference : groupBy(points, (point) => point.measured);
}

/**
 * Points of one group and one direction, if these contain repeats and groups were measured in both directions; else
 * null.
 */
export function repeatsInOneDirection(points: readonly Point[], groups: Groups): Groups | null {
  const directions = new Map<number, Set<string>>();
  points.forEach(({ direction }, i) => {
    if (direction === undefined) return;
    const group = groups.of[i] as number;
    directions.set(group, (directions.get(group) ?? new Set()).add(direction));
  });
  if (![...directions.values()].some((met) => met.size > 1)) return null;
  const code = { up: 1, down: 2 } as const;
  const of = groupBy(points, ({ direction }, i) => 3 * (groups.of[i] as number) + (direction ? code[direction] : 0));
  return of.count < points.length ? of : null;
}

/**
 * Groups are numbered as they first occur. By sorting, because a map would take four times as long for many numbers.
 */
function groupBy(points: readonly Point[], key: (point: Point, index: number) => number): Groups {
  const keys = new Float64Array(points.length);
  points.forEach((point, i) => (keys[i] = key(point, i)));
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

/** The distinct numbers, ascending. */
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
