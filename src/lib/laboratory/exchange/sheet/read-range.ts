import { cellText, type Cell } from './cell.ts';
import { NUMBER, readNumber, type Decimals, type ReadNumber } from './read-number.ts';

export type ReadRange =
  | { readonly from: number; readonly to: number; readonly unit: string | null }
  | { readonly code: 'range_invalid' | 'number_ambiguous'; readonly suggestion?: string };
export type ReadQuantity =
  { readonly value: number; readonly unit: string | null } | Extract<ReadNumber, { readonly code: string }>;

const BETWEEN = String.raw`(?:\.{2,3}|…|-|to|bis|à|a|hasta|~|/|;)`;
const UNIT = String.raw`([^\d\s+\-.,…~/;][^\d\s…~;]*(?:\s[^\d\s]+)?|[^\d\s.,…~;]*[^\d\s.,…~;\-])?`;
const RANGE = new RegExp(`^(${NUMBER})\\s*${UNIT}\\s*${BETWEEN}\\s*(${NUMBER})\\s*(.{0,32})$`, 'i');
const AROUND = new RegExp(`^(?:±|\\+/-)\\s*(${NUMBER})\\s*(.{0,32})$`);
const SINGLE = new RegExp(`^(${NUMBER})\\s*(.{0,32})$`);

const plain = (cell: Cell): string => cellText(cell).trim().replace(/[−–—]/g, '-');
const unitOf = (text: string | undefined): string | null => (text ?? '').trim() || null;

/** Reads `0…100 °C`, `-20 to +120`, `0 - 16 bar`, `±10 V`. */
export function readRange(cell: Cell, decimals: Decimals): ReadRange {
  const text = plain(cell);
  const around = AROUND.exec(text);
  if (around !== null) {
    const half = readNumber(around[1] ?? '', decimals);
    if ('code' in half) return { code: half.code === 'number_ambiguous' ? half.code : 'range_invalid' };
    return { from: 0 - half.value, to: half.value, unit: unitOf(around[2]) };
  }
  const found = RANGE.exec(text);
  if (found === null) {
    const single = SINGLE.exec(text);
    // One number and a unit: probably the end of a range that begins at zero.
    const isEnd = single !== null && !/\d/.test(single[2] ?? '');
    return { code: 'range_invalid', ...(isEnd && { suggestion: `0…${text}` }) };
  }
  const [from, to] = [readNumber(found[1] ?? '', decimals), readNumber(found[3] ?? '', decimals)];
  if ('code' in from || 'code' in to) {
    const codes = [from, to].map((one) => ('code' in one ? one.code : null));
    return { code: codes.includes('number_ambiguous') ? 'number_ambiguous' : 'range_invalid' };
  }
  return { from: from.value, to: to.value, unit: unitOf(found[4]) ?? unitOf(found[2]) };
}

/** Reads a number with or without its unit: `0.01 °C`. */
export function readQuantity(cell: Cell, decimals: Decimals): ReadQuantity {
  if (typeof cell === 'number') return { value: cell, unit: null };
  const found = SINGLE.exec(plain(cell));
  if (found === null) return { code: 'number_invalid' };
  const number = readNumber(found[1] ?? '', decimals);
  return 'code' in number ? number : { value: number.value, unit: unitOf(found[2]) };
}
