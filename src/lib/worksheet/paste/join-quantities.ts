/** Numbers with units in text that uses commas to separate and as decimal signs, without quotes: `10,05 °C,20,1 °C`. */
import { withHyphens } from '#lib/numbers/parse-number.ts';
import { splitQuoted } from './split-cells.ts';
import type { Quantity, SplitUnit } from './split-unit.ts';

type Row = readonly string[];
/** `isCertain` if the cells between commas cannot be meant. */
type JoinedQuantities = { readonly rows: readonly Row[]; readonly isCertain: boolean };

const WHOLE = /^[-+]?\d+(?:[\s'’]\d{3})*$/;
const NUMERIC = /^[-+.]?\d/;

/**
 * The rows of lines in which all numbers have units, so that one without is the whole part of the next; null if the lines do not agree
 * with that.
 */
export function joinQuantities(lines: readonly string[], split: SplitUnit): JoinedQuantities | null {
  const rows: Row[] = [];
  for (const line of lines) {
    const row = cellsOf(line, split);
    if (row === null) return null;
    rows.push(row);
  }
  const filled = rows.filter((row) => row.some((cell) => cell !== ''));
  const width = filled[0]?.length ?? 0;
  if (width < 2 || filled.some((row) => row.length !== width)) return null;
  const columns = Array.from({ length: width }, (_, i) => filled.map((row) => split(row[i] ?? '')).filter(isJoined));
  const [first, ...others] = columns.filter(({ length }) => length > 0);
  return first ? { rows, isCertain: isProof(first) && others.every((column) => isLike(column, first)) } : null;
}

const isJoined = ({ number, unit }: Quantity): boolean => unit !== '' && number.includes(',');

/** A decimal part that begins with a zero is no number of its own; but `1,050 °C` may be a thousand. */
const isProof = (column: readonly Quantity[]): boolean =>
  column.some(({ number }) => /,0\d/.test(number) && !isGrouped(number));

/** Of a column without a proof, the whole parts may be one of their own, as the numbers of points in `10,05 °C,1,20 °C`. */
function isLike(column: readonly Quantity[], proved: readonly Quantity[]): boolean {
  if (isProof(column)) return true;
  const units = new Set(proved.map(({ unit }) => unit));
  const wholes = column.map(({ number }) => Number.parseInt(number, 10));
  const start = wholes[0] ?? 0;
  const isNumbering = (start === 0 || start === 1) && wholes.every((whole, i) => whole === start + i);
  return (
    !isNumbering && column.every(({ unit }) => units.has(unit)) && !column.every(({ number }) => isGrouped(number))
  );
}

const isGrouped = (number: string): boolean => /^[-+]?[1-9]\d{0,2},\d{3}$/.test(withHyphens(number));

function cellsOf(line: string, split: SplitUnit): Row | null {
  if (line.trim() === '') return [''];
  // Quotes leave no doubt, and a comma with a blank behind it separates.
  if (/"|\d,\s+[-+]?\d/.test(withHyphens(line))) return null;
  const cells: string[] = [];
  let whole: string | null = null;
  for (const cell of splitQuoted(line, ',')) {
    const { number, unit } = split(cell);
    const plain = withHyphens(number);
    if (unit === '' && WHOLE.test(plain)) {
      if (whole !== null) return null;
      whole = cell;
    } else if (whole !== null) {
      if (unit === '' || !/^\d+$/.test(plain)) return null;
      cells.push(`${whole},${cell}`);
      whole = null;
    } else {
      if (NUMERIC.test(plain) && (unit === '' || !WHOLE.test(plain))) return null;
      cells.push(cell);
    }
  }
  return whole === null ? cells : null;
}
