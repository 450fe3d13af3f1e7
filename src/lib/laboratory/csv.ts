/** Tables for spreadsheets (RFC 4180). The screens write what they show, the server what it exports: one writer for both. */

/** A number is written as a number, whatever its sign; null leaves the cell empty. */
export type CsvCell = string | number | null;
/** `.` or `,`: where it is a comma, spreadsheets separate cells with semicolons. */
export type DecimalSign = '.' | ',';

/** The mark of UTF-8: without it some spreadsheets read the text in another encoding. It comes once, before the first row. */
export const CSV_MARK = '\uFEFF';

/** A spreadsheet would compute this instead of showing it: whoever names an instrument writes into everybody's tables. */
const isFormula = (text: string) => /^[=+\-@\t\r]/.test(text);
const needsQuotes = (text: string) => /[",;\r\n]/.test(text);

function cellText(cell: CsvCell, decimalSign: DecimalSign): string {
  if (cell === null) return '';
  const text = typeof cell === 'number' ? numberText(cell, decimalSign) : isFormula(cell) ? `'${cell}` : cell;
  return needsQuotes(text) && typeof cell === 'string' ? `"${text.replaceAll('"', '""')}"` : text;
}

/** All digits that the number has, so that nothing is rounded on the way. */
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
