import { parseDecimal } from '#lib/numbers/parse-number.ts';
import { cellText, type Cell } from './cell.ts';

/** Which signs the numbers of a column certainly use for decimals. */
export type Decimals = { readonly point: boolean; readonly comma: boolean };
export type ReadNumber = { readonly value: number } | { readonly code: 'number_invalid' | 'number_ambiguous' };

/** One number within a text. */
export const NUMBER = String.raw`[+\-]?(?:\d+(?:[.,'’\u00a0\u202f]\d+)*|[.,]\d+)(?:[eE][+\-]?\d{1,3})?`;
/** One sign with three digits behind it: 1.234 may be more than a thousand, or hardly more than one. */
const EITHER = /^[+-]?[1-9]\d{0,2}([.,])\d{3}$/;

/** Gathers from a column which signs are certainly decimal signs: numbers that can only be read in one way show it. */
export function decimalsIn(cells: Iterable<Cell>): Decimals {
  const found = { point: false, comma: false };
  for (const cell of cells) {
    if (typeof cell === 'number') continue;
    for (const [text] of cell.replace(/[−–]/g, '-').matchAll(new RegExp(NUMBER, 'g'))) {
      if (EITHER.test(text)) continue;
      const [last = ''] = /[.,](?=[^.,]*$)/.exec(text) ?? [];
      const count = text.split(last).length - 1;
      if (last === '') continue;
      // A sign that repeats groups digits, so that the other one is the decimal sign.
      const sign = count > 1 ? (last === '.' ? ',' : '.') : last;
      found[sign === '.' ? 'point' : 'comma'] = true;
    }
  }
  return found;
}

/** Reads a number; one that has two readings only if the column decides which one is meant. */
export function readNumber(cell: Cell, decimals: Decimals): ReadNumber {
  if (typeof cell === 'number') return { value: cell };
  const text = cellText(cell).replace(/[−–]/g, '-').replace(/\s/g, '');
  const sign = EITHER.exec(text)?.[1];
  if (sign === undefined) {
    const value = parseDecimal(text, 'en');
    return value === null ? { code: 'number_invalid' } : { value };
  }
  const [isOwn, isOther] = sign === '.' ? [decimals.point, decimals.comma] : [decimals.comma, decimals.point];
  if (isOwn === isOther) return { code: 'number_ambiguous' };
  return { value: Number(isOwn ? text.replace(',', '.') : text.replace(sign, '')) };
}
