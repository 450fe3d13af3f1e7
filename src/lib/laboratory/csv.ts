/** Tables for spreadsheets (RFC 4180). Used by the screens and by the server's exports. */

import type { DecimalSign } from '#lib/numbers/decimal-sign.ts';

/** A number is written as a number, whatever its sign; null leaves the cell empty. */
export type CsvCell = string | number | null;

/**
 * The mark of UTF-8: without it some spreadsheets read the text in another encoding. Written once, before the first
 * row.
 */
export const CSV_MARK = '\uFEFF';

/** A spreadsheet would execute this as a formula, and anyone who names an instrument could inject it. */
const isFormula = (text: string) => /^[=+\-@\t\r]/.test(text);
const needsQuotes = (text: string) => /[",;\r\n]/.test(text);

function cellText(cell: CsvCell, decimalSign: DecimalSign): string {
  if (cell === null) return '';
  const text = typeof cell === 'number' ? numberText(cell, decimalSign) : isFormula(cell) ? `'${cell}` : cell;
  return needsQuotes(text) && typeof cell === 'string' ? `"${text.replaceAll('"', '""')}"` : text;
}

/** All digits of the number, without rounding. */
const numberText = (value: number, decimalSign: DecimalSign) =>
  Number.isFinite(value) ? String(value).replace('.', decimalSign) : '';

/** One row with its end of line. Use it to write a table piece by piece, after `CSV_MARK`. */
export const csvRow = (cells: readonly CsvCell[], decimalSign: DecimalSign = '.'): string =>
  `${cells.map((cell) => cellText(cell, decimalSign)).join(decimalSign === ',' ? ';' : ',')}\r\n`;

/** A whole table: mark, heads, rows. Without rows it is a table with heads only. */
export const csvTable = (
  heads: readonly string[],
  rows: Iterable<readonly CsvCell[]>,
  decimalSign: DecimalSign = '.'
): string => CSV_MARK + [heads, ...rows].map((row) => csvRow(row, decimalSign)).join('');
