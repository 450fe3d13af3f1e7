/** Matches pasted readings to planned points by value. */
import { parseDecimal } from '#lib/numbers/parse-number.ts';
import type { Row } from '../rows/form-rows.ts';

/**
 * The index of each value among the planned rows; null if the plan has no nominal values or one of the values matches
 * none of them: the table then belongs to another plan.
 *
 * @param within how near a value must be to its nominal, in parts of the smallest step of the plan
 */
export function matchPlan(
  rows: readonly Row[],
  values: readonly (number | null)[],
  within = 1 / 2
): readonly number[] | null {
  const nominals = rows.map((row) => parseDecimal(row.nominal, 'en'));
  const known = [...new Set(nominals.flatMap((nominal) => nominal ?? []))].sort((a, b) => a - b);
  if (known.length < 2 || values.length === 0) return null;
  const gap = Math.min(...known.slice(1).map((nominal, i) => nominal - (known[i] ?? nominal)));
  const free = new Set(rows.keys());
  const places: number[] = [];
  for (const value of values) {
    const place = [...free].find((at) => {
      const nominal = nominals[at] ?? null;
      return nominal !== null && value !== null && Math.abs(value - nominal) < gap * within;
    });
    if (place === undefined) return null;
    free.delete(place);
    places.push(place);
  }
  return places;
}
