/** Which rows are repeats of one point: the nominal values say it, and the author may say otherwise. */
import { parseDecimal } from '#lib/numbers/parse-number.ts';
import { isBlank, type Row, type Rows, type Side } from './form-rows.ts';

/** As planned: where every nominal value was met again. Rows of one nominal value, although another was met once. None at all. */
export const REPEATS_CHOICES = ['plan', 'equal', 'none'] as const;
export type RepeatsChoice = (typeof REPEATS_CHOICES)[number];

/** What the rows of a run say of repeats. */
export type Repeats = {
  /** The nominal values that were met more than once, as typed; empty where there is nothing to choose. */
  readonly met: readonly { readonly nominal: string; readonly times: number }[];
  /** Whether they count as repeats. */
  readonly count: boolean;
  /** The group of a row where the points must name theirs, because their nominal values do not say it. */
  readonly groupOf: ((row: Row) => number) | null;
};

/** What is repeated among the readings of one side that count, by the choice of the author. */
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

/** The planned value of a row; undefined where none is typed that can be read. */
export const nominalOf = ({ nominal }: Row): number | undefined => parseDecimal(nominal, 'en') ?? undefined;

/** Equal numbers are one nominal value however they are typed; what is no number goes by its text. */
const keyOf = (row: Row): string => String(nominalOf(row) ?? row.nominal.trim());
