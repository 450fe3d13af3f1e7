/** Numbers with a unit behind them, as spreadsheets show them: `10,05 °C`. */
import { withHyphens } from '#lib/numbers/parse-number.ts';

/** A unit is one word that begins with a letter or the sign of a unit, never an exponent (`1e-3`, `3x10^-4`). */
const QUANTITY = /^([-+]?[\d.,'’\s]*\d[.,]?(?:e[-+]?\d{1,3})?)(?:\s*((?![ex][-+]?\d)[\p{L}°%‰′″][^\s,;]*))?$/iu;

/** The number and the unit of a cell. The unit is empty if there is none; then the number is the whole cell, whatever it is. */
export function splitUnit(cell: string): { readonly number: string; readonly unit: string } {
  const [, number = cell, unit = ''] = QUANTITY.exec(withHyphens(cell)) ?? [];
  return { number: cell.slice(0, number.length), unit };
}
