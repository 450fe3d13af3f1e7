import type { Point } from '../types.ts';

/** Which points are repeats of one nominal point: `of[i]` is the group of point i, 0 … count − 1. */
export type Groups = { readonly count: number; readonly of: Int32Array };

/** The groups the user gave; else equal `reference` where any repeats; else equal `measured`. */
export function groupsOf(points: readonly Point[]): Groups {
  if (points.some((point) => point.group !== undefined)) return groupBy(points, (point) => point.group ?? 0);
  const byReference = groupBy(points, (point) => point.reference);
  return byReference.count < points.length ? byReference : groupBy(points, (point) => point.measured);
}

function groupBy(points: readonly Point[], key: (point: Point) => number): Groups {
  const numbers = new Map<number, number>();
  const of = Int32Array.from(points, (point) => {
    const value = key(point);
    const known = numbers.get(value);
    if (known !== undefined) return known;
    numbers.set(value, numbers.size);
    return numbers.size - 1;
  });
  return { count: numbers.size, of };
}
