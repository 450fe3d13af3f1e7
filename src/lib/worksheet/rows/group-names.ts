import type { Point } from '#lib/metrology/types.ts';

/**
 * A text for each group of points: its mean reference with just enough digits to distinguish the groups, else its
 * number. Null if planned values define the groups, or there are none.
 */
export function groupNames(points: readonly Point[]): ReadonlyMap<number, string> | null {
  if (points.every(({ group }) => group === undefined)) return null;
  const planned = new Map(points.map(({ group, nominal }) => [group ?? 0, nominal] as const));
  const isAsPlanned = points.every(
    ({ group, nominal }) => nominal !== undefined && planned.get(group ?? 0) === nominal
  );
  if (isAsPlanned) return null;
  const sums = new Map<number, { sum: number; count: number }>();
  for (const { group, reference } of points) {
    if (group === undefined) continue;
    const { sum, count } = sums.get(group) ?? { sum: 0, count: 0 };
    sums.set(group, { sum: sum + reference, count: count + 1 });
  }
  for (let digits = 2; digits <= 6; digits++) {
    const names = [...sums].map(([group, { sum, count }]) => [group, shortened(sum / count, digits)] as const);
    if (new Set(names.map(([, name]) => name)).size === names.length) return new Map(names);
  }
  return new Map([...sums.keys()].map((group) => [group, String(group)]));
}

const shortened = (value: number, digits: number): string => String(Number(value.toPrecision(digits)));
