/** What of a table of a digital calibration certificate does not become points. */
import type { DccColumn, DccResult } from '#lib/contracts/dcc.ts';
import {
  converted,
  convertedDifference,
  unitConversion,
  type UnitConversion
} from '#lib/laboratory/dcc/convert-unit.ts';
import { decimalsIn } from '#lib/numbers/decimals-of.ts';

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
  const first = (kind: DccColumn['column']) => columns.find(({ column }) => column === kind);
  const [reference, indication, error] = [first('reference'), first('indication'), first('error')];
  const used = [reference, indication, error].filter((column) => column !== undefined);
  const isOther = reference && indication && error && !isDifference(error, indication, reference);
  // An error with another number of values is not that of these points.
  return used.filter(
    (column) => column.values.length === used[0]?.values.length && !(isOther === true && column === error)
  );
}

/** Whether an error is the indication minus the reference value, within what all three were rounded to. */
function isDifference(error: DccColumn, indication: DccColumn, reference: DccColumn): boolean {
  const [toIndication, toError] = [conversionOf(reference, indication), conversionOf(indication, error)];
  if (toIndication === null || toError === null) return false;
  // Whole numbers as reference values are nominal ones, which are exact.
  const ofReference = reference.values.every(Number.isInteger) ? 0 : halfDigit(reference);
  const ofBoth = halfDigit(indication) + convertedDifference(ofReference, toIndication);
  const rounded = halfDigit(error) + convertedDifference(ofBoth, toError);
  return error.values.every((value, row) => {
    const [measured, stated] = [indication.values[row], reference.values[row]];
    if (value === null || measured === null || stated === null) return true;
    if (measured === undefined || stated === undefined) return false;
    const difference = convertedDifference(measured - converted(stated, toIndication), toError);
    return Math.abs(difference - value) <= rounded * (1 + 1e-9);
  });
}

const SAME: UnitConversion = { exponent: 0, offset: 0 };
function conversionOf(from: DccColumn, to: DccColumn): UnitConversion | null {
  if (from.unit_dsi === to.unit_dsi) return SAME;
  return from.unit === null || to.unit === null ? null : unitConversion(from.unit, to.unit);
}

/** Half of the last digit of a column: what its values may have lost. */
const halfDigit = ({ values }: DccColumn): number =>
  0.5 * 10 ** -Math.max(...values.map((value) => decimalsIn(value ?? 0)));

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
