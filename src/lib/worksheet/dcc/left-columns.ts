/** What of a table of a digital calibration certificate does not become points. */
import type { DccColumn, DccResult } from '#lib/contracts/dcc.ts';

export type LeftInFile = { readonly path: string; readonly text: string };

/** So many values of a column are quoted. */
const QUOTED = 8;
const quoted = (values: readonly (number | string | null)[], between = ' ') =>
  values
    .slice(0, QUOTED)
    .map((value) => value ?? 'NaN')
    .join(between) + (values.length > QUOTED ? ' …' : '');

/**
 * @param isChosen whether its points are taken
 * @param counts the path of the column whose U is stated for all points, and whether it is the same for all of them
 */
export function leftColumns(
  { columns }: DccResult,
  isChosen: boolean,
  counts: { readonly path: string | null; readonly isForAll: boolean }
): readonly LeftInFile[] {
  const used = isChosen ? usedColumns(columns) : [];
  const lost = lostRows(used);
  return columns.flatMap((column) => {
    const values = used.includes(column) ? rowsOf(column, lost) : [wholeColumn(column)];
    const isStated = column.path === counts.path && counts.isForAll && lost.length === 0;
    return [...values, ...(column.uncertainty ? uncertaintyOf(column, column.uncertainty, isStated) : [])];
  });
}

/** The first of each kind, as the points are proposed (server/dcc/read-results.ts); the error is the difference of the other two. */
function usedColumns(columns: readonly DccColumn[]): readonly DccColumn[] {
  const first = (kind: DccColumn['column']) => columns.find(({ column }) => column === kind) ?? [];
  const used = [first('reference'), first('indication'), first('error')].flat();
  // An error with another number of values is not that of these points.
  return used.filter(({ values }) => values.length === used[0]?.values.length);
}

/** Rows that are no points, because one of their values is NaN. The error beside both is not needed. */
function lostRows(used: readonly DccColumn[]): readonly number[] {
  const [first, second] = used;
  return (first?.values ?? []).flatMap((value, row) => (value === null || second?.values[row] === null ? [row] : []));
}

const rowsOf = ({ path, name, unit_dsi, values }: DccColumn, rows: readonly number[]): readonly LeftInFile[] => {
  const numbered = rows.map((row) => `#${row + 1}: ${values[row] ?? 'NaN'}`);
  return rows.length === 0 ? [] : [{ path, text: `${name ?? ''} [${unit_dsi}] ${quoted(numbered, '; ')}`.trim() }];
};

const wholeColumn = ({ path, name, unit_dsi, values }: DccColumn): LeftInFile => ({
  path,
  text: `${name ?? ''} [${unit_dsi}] ${quoted(values)}`.trim()
});

/** The form has a place for U and k, and none for their probability. */
function uncertaintyOf(
  { path, name, unit_dsi }: DccColumn,
  { values, k, probability, distribution }: NonNullable<DccColumn['uncertainty']>,
  isStated: boolean
): readonly LeftInFile[] {
  const own = isStated ? [] : [`U [${unit_dsi}] ${quoted(values)}; k ${quoted(k)}`];
  const probable = probability.length > 0 ? [`p ${quoted([...new Set(probability)])}`] : [];
  const kind = distribution === null ? [] : [distribution];
  const more = [...probable, ...kind].join('; ');
  return [...own, ...(more ? [more] : [])].map((text) => ({ path, text: `${name ?? ''} ${text}`.trim() }));
}
