/** What of a digital calibration certificate a form has no place for. */
import type { DccColumn, DccReading } from '#lib/contracts/dcc.ts';
import { receiptDay, surroundings } from './take-conditions.ts';
import type { DccChoice, DccTaken } from './take-dcc.ts';

export type LeftInFile = { readonly path: string; readonly text: string };

const ADMINISTRATIVE = '/dcc:digitalCalibrationCertificate/dcc:administrativeData';
/** So many values of a column are quoted. */
const QUOTED = 8;
const quoted = (values: readonly (number | null)[]) =>
  values.slice(0, QUOTED).join(' ') + (values.length > QUOTED ? ' …' : '');

/**
 * What stays in the file alone, each with its XPath: other tables, columns and conditions without a place in the form, uncertainties
 * that are not the one that counts for all points, and texts.
 */
export function notTaken(reading: DccReading, choice: DccChoice, taken: DccTaken): readonly LeftInFile[] {
  const { results, conditions, leftovers, customer, received_on, issued_on } = reading;
  const around = new Set(Object.values(surroundings(reading)).map(({ path }) => path));
  const counts = reading.proposals.find(({ path }) => path === choice.left)?.uncertainty_path ?? null;
  const columns = results.flatMap((result) =>
    result.columns.flatMap((column) => {
      if (!isTaken(result.path, column, choice)) return [wholeColumn(column)];
      const isWhole = column.path === counts && taken.stated !== null && taken.each.length === 0;
      return column.uncertainty === null || isWhole ? [] : [ownUncertainty(column, column.uncertainty)];
    })
  );
  const administrative = [
    { path: `${ADMINISTRATIVE}/dcc:customer/dcc:name`, text: customer },
    { path: `${ADMINISTRATIVE}/dcc:coreData/dcc:receiptDate`, text: receiptDay(reading) === null ? received_on : null },
    { path: `${ADMINISTRATIVE}/dcc:coreData/dcc:issueDate`, text: issued_on }
  ].flatMap(({ path, text }) => (text === null ? [] : [{ path, text }]));
  const elsewhere = conditions
    .filter(({ path }) => !around.has(path))
    .map(({ path, name, value, unit_dsi }) => ({ path, text: `${name ?? ''} ${value} ${unit_dsi}`.trim() }));
  return [...columns, ...elsewhere, ...administrative, ...leftovers];
}

/** Reference value and indication; the error is their difference. */
const isTaken = (table: string, { column }: DccColumn, { left, found }: DccChoice): boolean =>
  (table === left || table === found) && (column === 'reference' || column === 'indication' || column === 'error');

const wholeColumn = ({ path, name, unit_dsi, values }: DccColumn): LeftInFile => ({
  path,
  text: `${name ?? ''} [${unit_dsi}] ${quoted(values)}`.trim()
});

const ownUncertainty = (
  { path, name, unit_dsi }: DccColumn,
  { values, k }: NonNullable<DccColumn['uncertainty']>
): LeftInFile => ({ path, text: `${name ?? ''} U [${unit_dsi}] ${quoted(values)}; k ${quoted(k)}`.trim() });
