/** Which rows are repeats of one point: by nominal values, unless the author chooses otherwise. */
import { parseDecimal } from '#lib/numbers/parse-number.ts';
import { isBlank, type Row, type Rows, type Side } from './form-rows.ts';

/**
 * `plan`: if every nominal value was repeated. `equal`: rows of equal nominal value, even if others occur once. `none`:
 * no repeats.
 */
export const REPEATS_CHOICES = ['plan', 'equal', 'none'] as const;
export type RepeatsChoice = (typeof REPEATS_CHOICES)[number];

/** The repeats in the rows of a run. */
export type Repeats = {
  /** The repeated nominal values, as typed; empty if there is nothing to choose. */
  readonly met: readonly { readonly nominal: string; readonly times: number }[];
  /** Whether they count as repeats. */
  readonly count: boolean;
  /** The group of a row, if nominal values do not define the groups. */
  readonly groupOf: ((row: Row) => number) | null;
};

/** The repeats among the included readings of one side, according to the author's choice. */
export function repeatsOf(
  { rows, repeats }: Pick<Rows, 'rows'> & { readonly repeats: RepeatsChoice },
  side: Side
): Repeats {
  const counted = rows.filter((row) => !isBlank(row[side]) && !row[side].excluded);
  const times = new Map<string, number>();
  for (const row of counted) times.set(keyOf(row), (times.get(keyOf(row)) ?? 0) + 1);
  const met = [...times].flatMap(([nominal, n]) => (nominal !== '' && n > 1 ? [{ nominal, times: n }] : []));
  const planned = met.length > 0 && met.length === times.size;
  if (met.length === 0 || (repeats === 'plan' && !planned)) return { met, count: false, groupOf: null };
  if (repeats === 'none') {
    const places = new Map(counted.map((row, i) => [row.id, i]));
    return { met, count: false, groupOf: planned ? (row) => places.get(row.id) ?? 0 : null };
  }
  // A row without a nominal value repeats nothing.
  const names = [...new Set(counted.map((row) => keyOf(row) || `#${row.id}`))];
  const groups = new Map(names.map((name, i) => [name, i]));
  const said = planned && counted.every((row) => nominalOf(row) !== undefined);
  return { met, count: true, groupOf: said ? null : (row) => groups.get(keyOf(row) || `#${row.id}`) ?? 0 };
}

/** The planned value of a row; undefined if there is no valid one. */
export const nominalOf = ({ nominal }: Row): number | undefined => parseDecimal(nominal, 'en') ?? undefined;

/** Equal numbers are one nominal value, however they are typed; other texts are compared as they are. */
const keyOf = (row: Row): string => String(nominalOf(row) ?? row.nominal.trim());
