/**
 * Reads what was copied from a spreadsheet or saved as CSV into columns of text: finds the separator, the decimal sign and the
 * header, and reports if more than one reading is possible.
 */
import type { DecimalSign } from '#lib/numbers/decimal-sign.ts';
import { withHyphens } from '#lib/numbers/parse-number.ts';
import { joinQuantities } from './join-quantities.ts';
import { splitLines, splitQuoted, type Delimiter } from './split-cells.ts';
import { unitSplitter, type SplitUnit } from './split-unit.ts';

const LETTER = /\p{L}/u;
/** Units without a letter, as `[%]`. */
const UNIT_SIGNS = /^[()[\]%‰°′″\s]*$/;

type Row = readonly string[];

export type PastedTable = {
  readonly delimiter: Delimiter;
  readonly decimal: DecimalSign;
  /** Names of the columns, if the first line has words. */
  readonly header: readonly string[] | null;
  /** The original cells, trimmed. Rows may differ in length; a blank one keeps the place of those below it. */
  readonly rows: readonly Row[];
  /** The unit that all numbers of a column have behind them; empty if there is none. */
  readonly units: readonly string[];
  /** The alternative reading of the same text, if commas may be separators or decimal signs. */
  readonly alternative: PastedTable | null;
};

/**
 * Where a text was pasted. Into a `cell` goes the clipboard of a spreadsheet, which separates columns by tabs only; a `dialog`
 * also takes CSV text, and shows how it was read.
 */
export type PastePlace = 'cell' | 'dialog';

type Shape = {
  readonly delimiter: Delimiter;
  readonly rows: readonly Row[];
  readonly decimal: DecimalSign;
  readonly split: SplitUnit;
};
/** How a cell of a table is read. */
type Manner = Pick<Shape, 'decimal' | 'split'>;

/** Whether a pasted text is more than one cell; a blank one above a number is one too. */
export const hasSeveralCells = (text: string): boolean => /[\t\r\n;]/.test(text.trimEnd());

/**
 * Whether a text pasted into a cell is more than what someone types there: several cells, or a number with its unit.
 *
 * @param own the units of the form
 */
export const isTable = (text: string, own: readonly string[]): boolean =>
  hasSeveralCells(text) || unitSplitter(own)(text.trim()).unit !== '';

/**
 * Reads pasted text or a CSV file. `preferred` is the decimal sign of the reader's language; it is used only if the
 * text is ambiguous (`1,5,2,5`). Never throws: a text without columns gives rows of one cell, an empty one no rows.
 *
 * @param own the units of the form, which may be several words (`in H2O`)
 */
export function readTable(
  text: string,
  preferred: DecimalSign,
  place: PastePlace = 'dialog',
  own: readonly string[] = []
): PastedTable {
  const split = unitSplitter(own);
  const { lines, declared } = splitLines(text);
  const delimiter = declared ?? findDelimiter(lines);
  const column =
    declared === null && delimiter !== '\t' && delimiter !== ';' ? asColumn(lines, preferred, split) : null;
  if (column !== null) return oneOrTwo(lines, column, preferred, place);
  if (delimiter !== ',') return finish(shapeOf(lines, delimiter, preferred, split), null);
  const separated = shapeOf(lines, ',', '.', split);
  const quantities = joinQuantities(lines, split);
  if (quantities !== null) {
    const joined: Shape = { ...separated, rows: quantities.rows, decimal: ',' };
    return quantities.isCertain ? finish(joined, null) : finish(separated, finish(joined, null));
  }
  const joined = joinDecimals(separated);
  if (joined === null) return finish(separated, null);
  const certain = leansToDecimals(separated);
  const decimals = certain ?? preferred === ',';
  const [first, second] = decimals ? [joined, separated] : [separated, joined];
  return finish(first, certain === null ? finish(second, null) : null);
}

function finish(shape: Shape, alternative: PastedTable | null): PastedTable {
  const { delimiter, decimal, split } = shape;
  const rows = shape.rows.slice(0, shape.rows.findLastIndex(hasText) + 1);
  const units = unitsIn(rows, shape);
  // `100 °C` above plain numbers is the name of their column.
  const isReading = (cell: string, column: number): boolean =>
    valueOf(cell, shape) !== null && (split(cell).unit === '' || units[column]?.has('') !== true);
  let header: Row | null = null;
  let first = rows.findIndex(hasText);
  for (let row = rows[first]; row && !row.some(isReading) && isHeading(row, header !== null); row = rows[first]) {
    header ??= row;
    first++;
  }
  return {
    delimiter,
    decimal,
    header,
    rows: header === null ? rows : rows.slice(first),
    units: units.map((found) => (found.size === 1 ? ([...found][0] ?? '') : '')),
    alternative
  };
}

/** Whether a row has a cell that is not empty. */
export const hasText = (row: Row): boolean => row.some((cell) => cell !== '');

/** The number of columns of a table. */
export const widthOf = (rows: readonly Row[]): number => Math.max(0, ...rows.map((row) => row.length));

/** The number of a cell, which may have a unit behind it. */
const valueOf = (cell: string, { decimal, split }: Manner): number | null => numberFrom(split(cell).number, decimal);

/** The units of each column: empty for a number alone, null for what only begins like a number, such as a date. */
function unitsIn(rows: readonly Row[], manner: Manner): readonly ReadonlySet<string | null>[] {
  return Array.from({ length: widthOf(rows) }, (_, i) => {
    const cells = rows.map((row) => row[i] ?? '').filter((cell) => /^[-+.,]?\d/.test(withHyphens(cell)));
    return new Set(cells.map((cell) => (valueOf(cell, manner) === null ? null : manner.split(cell).unit)));
  });
}

/** The table with the bare numbers of the columns whose unit `fits` accepts. */
export function withoutUnits(table: PastedTable, fits: (unit: string, column: number) => boolean): PastedTable {
  const bare = table.units.map((unit, column) => (unit !== '' && fits(unit, column) ? unitSplitter([unit]) : null));
  const rows = table.rows.map((row) => row.map((cell, i) => bare[i]?.(cell).number ?? cell));
  return { ...table, rows };
}

/**
 * Whether a row at the top without readings is words or units. Without letters it is only passed over as the units below a header: a
 * reading that cannot be read, or a dash or nothing in place of one, must stay, or the rows after it would move up.
 */
function isHeading(row: Row, isBelowHeader: boolean): boolean {
  if (row.some((cell) => LETTER.test(cell))) return true;
  return isBelowHeader && hasText(row) && row.every((cell) => UNIT_SIGNS.test(cell));
}

/** A text whose lines are one number each, although a comma or a blank in it could separate two; null for any other text. */
function asColumn(lines: readonly string[], preferred: DecimalSign, split: SplitUnit): Shape | null {
  const cells = lines.map((line) => line.trim());
  const decimal = findDecimal(cells, preferred, split);
  const isNumber = (cell: string): boolean => valueOf(cell, { decimal, split }) !== null;
  const isOfColumn = (cell: string): boolean => {
    // A comma at the end separates an empty cell. A plain blank separates columns of bare numbers, unlike those that group digits.
    const { number, unit } = split(cell);
    if (isNumber(cell)) return !(unit === '' ? /^,|,$| / : /^,|,$/).test(number);
    return LETTER.test(cell) ? !/,\S/.test(cell) : !/[\d,]/.test(cell);
  };
  if (!cells.some(isNumber) || !cells.every(isOfColumn)) return null;
  return { delimiter: ',', rows: cells.map((cell) => splitQuoted(cell, '\t')), decimal, split };
}

/** The column, or two columns of the same text if that is likelier; each is the alternative of the other if both are possible. */
function oneOrTwo(lines: readonly string[], column: Shape, preferred: DecimalSign, place: PastePlace): PastedTable {
  const numbers = column.rows.flat().filter((cell) => valueOf(cell, column) !== null);
  // A line without a comma, or with a unit, has no second number.
  if (!numbers.every((cell) => /^[-+]?[\d.]+,[\d.]+$/.test(withHyphens(cell)))) return finish(column, null);
  const separated = shapeOf(lines, ',', '.', column.split);
  // `10,05`: no second number begins with a zero. Otherwise `10,12` in English is a pair, in a cell too, but `1,101.25` is not.
  const isOne =
    numbers.some((cell) => /,0\d/.test(cell)) ||
    (place === 'cell' && (preferred === ',' || numbers.some((cell) => cell.includes('.'))));
  const [first, second] = isOne ? [column, separated] : [separated, column];
  return finish(first, finish(second, null));
}

function findDelimiter(lines: readonly string[]): Delimiter {
  if (lines.some((line) => line.includes('\t'))) return '\t';
  const outside = lines.map((line) => withHyphens(line).replace(/"[^"]*"/g, '""'));
  if (outside.some((line) => line.includes(';'))) return ';';
  // `1,5 2,5`: readings side by side, separated by spaces, as in a report.
  const numeric = outside.filter((line) => /\d/.test(line));
  const columns = numeric.every((line) => /^\s*[-+]?[\d.,]+(\s+[-+]?[\d.,]+)+\s*$/.test(line));
  if (numeric.length > 0 && columns && !numeric.every((line) => /,\s/.test(line))) return ' ';
  return ',';
}

function shapeOf(lines: readonly string[], delimiter: Delimiter, preferred: DecimalSign, split: SplitUnit): Shape {
  const rows = lines.map((line) => splitQuoted(line, delimiter)).map((row) => (hasText(row) ? row : ['']));
  return { delimiter, rows, decimal: findDecimal(rows.flat(), preferred, split), split };
}

function findDecimal(cells: readonly string[], preferred: DecimalSign, split: SplitUnit): DecimalSign {
  const plain = cells.map((cell) => withHyphens(split(cell).number));
  const numeric = plain.filter((cell) => /^[-+]?[\d.,'’\s\u00a0\u202f]+(e[-+]?\d+)?$/i.test(cell));
  const both = numeric.find((cell) => cell.includes('.') && cell.includes(','));
  if (both !== undefined) return both.lastIndexOf('.') > both.lastIndexOf(',') ? '.' : ',';
  const dots = numeric.filter((cell) => cell.includes('.'));
  const commas = numeric.filter((cell) => cell.includes(','));
  if (dots.length > 0 && commas.length === 0) return dots.some((cell) => cell.split('.').length > 2) ? ',' : '.';
  if (commas.length > 0 && dots.length === 0) return commas.some((cell) => cell.split(',').length > 2) ? '.' : ',';
  // Both signs in different cells: groups of thousands have three digits each, decimals need not.
  if (dots.some((cell) => !/^[-+]?\d{1,3}(\.\d{3})+$/.test(cell))) return '.';
  return commas.length > 0 ? ',' : preferred;
}

/** The reading of a comma-separated text in which every second comma is a decimal sign; null if that is impossible. */
function joinDecimals(shape: Shape): Shape | null {
  const joined: string[][] = [];
  for (const row of shape.rows) {
    if (!hasText(row) || row.some((cell) => LETTER.test(cell) && numberFrom(cell, '.') === null)) {
      joined.push([...row]);
      continue;
    }
    if (row.length < 2 || row.length % 2 !== 0) return null;
    const cells: string[] = [];
    for (let i = 0; i < row.length; i += 2) {
      const [whole, fraction] = [row[i] ?? '', row[i + 1] ?? ''];
      if (!/^[-+]?\d+$/.test(withHyphens(whole)) || !/^\d+$/.test(fraction)) return null;
      cells.push(`${whole},${fraction}`);
    }
    joined.push(cells);
  }
  return joined.some((row) => row.length > 1) ? { ...shape, rows: joined, decimal: ',' } : null;
}

/** True, false, or null if the text does not show whether commas are decimal signs. */
function leansToDecimals(shape: Shape): boolean | null {
  const rows = shape.rows.filter((row) => row.every((cell) => /^[-+]?\d+$/.test(withHyphens(cell))));
  // A line of two numbers is one pair: read as one decimal it would have no partner.
  if (rows.every((row) => row.length === 2)) return false;
  const fractions = rows.flatMap((row) => row.filter((_, i) => i % 2 === 1));
  return fractions.some((cell) => /^0\d/.test(cell)) ? true : null;
}

/**
 * The number that a pasted cell means under the decimal sign of its table, or null. Groups of thousands (blank, apostrophe, the
 * other sign) are understood; the minus may be any that `parseDecimal` reads. `0,100.5` is not a number: no group begins with 0.
 */
export function numberFrom(cell: string, decimal: DecimalSign): number | null {
  const group = decimal === '.' ? ',' : '.';
  let text = withHyphens(cell).replace(/[\s\u00a0\u202f'’](?=\d{3})/g, '');
  if (text.includes(group)) {
    const pattern = group === ',' ? /^[-+]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/ : /^[-+]?[1-9]\d{0,2}(\.\d{3})+(,\d*)?$/;
    if (!pattern.test(text)) return null;
    text = text.replaceAll(group, '');
  }
  text = text.replace(decimal, '.');
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d{1,3})?$/i.test(text) ? Number(text) : null;
}
