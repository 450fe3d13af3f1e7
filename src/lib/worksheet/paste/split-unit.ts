/** Numbers with a unit behind them, as spreadsheets show them: `10,05 °C`, `45,2 % RH`, `1500 1/min`. */
import { toDsi } from '#lib/laboratory/dcc/d-si-units.ts';
import { withHyphens } from '#lib/numbers/parse-number.ts';

/** A unit is empty if there is none; then the number is the whole cell, whatever it is. */
export type Quantity = { readonly number: string; readonly unit: string };
export type SplitUnit = (cell: string) => Quantity;

/**
 * A number, and a text that may be its unit: never an exponent (`1e-3`, `3x10^-4`). One that begins with digits or a slash has a blank
 * before it, or `1500 1/min` could end with `/min`.
 */
const QUANTITY =
  /^([-+]?[\d.,'’\s]*\d[.,]?(?:e[-+]?\d{1,3})?)(?:\s*(?![ex][-+]?\d)(?=[^\d\p{No}\s.,;'’+/^-])|\s+(?=\d*[/^\p{No}]))(\S.*)$/iu;
const WORD = /^[\p{L}°˚℃℉%‰′″][^\s,;]*$/u;
/** `% RH`, `% r. F.`, `% HR`. */
const PERCENT = /^%[\p{L}\s.]+$/u;

/**
 * How the number and the unit of a cell are found. A unit is one word, a percentage of something, several words that are known
 * (`m³ / h`, `N m`), or one of `own`, however many words that has; it is returned as it is spelled there.
 *
 * @param own the units of the form, as they were typed
 */
export function unitSplitter(own: readonly string[] = []): SplitUnit {
  const known = new Map(own.map((unit) => [folded(unit), unit.trim()]));
  return (cell) => {
    const [, number = cell, text = ''] = QUANTITY.exec(withHyphens(cell)) ?? [];
    const unit = text === '' ? '' : (known.get(folded(text)) ?? (isUnit(text) ? text.replace(/\s+/gu, ' ') : ''));
    return { number: unit === '' ? cell : cell.slice(0, number.length), unit };
  };
}

const isUnit = (text: string): boolean => WORD.test(text) || PERCENT.test(text) || isKnown(text);

/** `5 m 1` is two numbers, `5 (1)` refers to a note. */
const isKnown = (text: string): boolean =>
  /[\p{L}°%‰′″]/u.test(text) && !/\s\d/u.test(text) && toDsi(text).declared === null;

/** What all ways to type one unit have in common: `m³/h` and `m3/h`, `% RH` and `%rh`. */
function folded(unit: string): string {
  const plain = withHyphens(unit.replace(/[º˚]/gu, '°').normalize('NFKC')).trim().replace(/\s+/gu, ' ');
  return plain.startsWith('%') ? plain.toLowerCase().replace(/[\s.]/gu, '') : plain;
}
