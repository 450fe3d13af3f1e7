import type { DateOrder } from '#lib/records/sheet-fields.ts';
import { cellText, type Cell } from './cell.ts';

export type ReadDate = { readonly value: string } | { readonly code: 'date_invalid' | 'date_ambiguous' };
/** Which orders the days of a column certainly have. */
export type DateEvidence = { readonly dayFirst: boolean; readonly monthFirst: boolean };

const MONTHS: readonly RegExp[] = [
  /^(jan|janv|ene|jänner|januar|january|janvier|enero)$/,
  /^(feb|febr|fev|fevr|févr|fév|februar|february|février|fevrier|febrero)$/,
  /^(mar|mär|mrz|märz|maerz|march|mars|marzo)$/,
  /^(apr|avr|abr|april|avril|abril)$/,
  /^(may|mai|mayo)$/,
  /^(jun|juin|juni|june|junio)$/,
  /^(jul|juil|juli|july|juillet|julio)$/,
  /^(aug|aou|aoû|ago|august|août|aout|agosto)$/,
  /^(sep|sept|september|septembre|septiembre)$/,
  /^(oct|okt|october|oktober|octobre|octubre)$/,
  /^(nov|november|novembre|noviembre)$/,
  /^(dec|dez|déc|dic|december|dezember|décembre|decembre|diciembre)$/
];
/** Two digits below this are of this century. */
const CENTURY_TURNS = 70;

type Parts = { readonly first: number; readonly second: number; readonly year: number; readonly sign: string };

/** `03/04/2026` and what looks like it; null for days that are written so that their order is plain. */
function partsOf(text: string): Parts | null {
  const found = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})$/.exec(text);
  if (found === null) return null;
  const [, first = '', sign = '', second = '', year = ''] = found;
  return { first: Number(first), second: Number(second), year: fullYear(year), sign };
}
const fullYear = (year: string): number =>
  year.length === 4 ? Number(year) : Number(year) + (Number(year) < CENTURY_TURNS ? 2000 : 1900);

/** Without the time of day. */
const dayText = (cell: Cell): string =>
  cellText(cell)
    .trim()
    .replace(/(?:T|,?\s+)\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?\s*([ap]m|Z|[+-]\d{2}:?\d{2})?$/i, '');

/** Gathers from a column which orders its days have: those that can only be read in one way show it, if there is such a day. */
export function dateEvidence(cells: Iterable<Cell>): DateEvidence {
  const found = { dayFirst: false, monthFirst: false };
  for (const cell of cells) {
    const parts = partsOf(dayText(cell));
    if (parts === null || parts.sign === '.') continue;
    const { first, second, year } = parts;
    if (first > 12 && second <= 12 && 'value' in calendarDay(year, second, first)) found.dayFirst = true;
    if (second > 12 && first <= 12 && 'value' in calendarDay(year, first, second)) found.monthFirst = true;
  }
  return found;
}

/**
 * Reads a day, however it is written. One that can be read in two ways is read as the person says, or else as the other days
 * of its column; if these contradict each other or say nothing, it is ambiguous.
 */
export function readDate(cell: Cell, order: DateOrder, { dayFirst, monthFirst }: DateEvidence): ReadDate {
  const text = dayText(cell);
  const iso = /^(\d{4})([./-])(\d{1,2})\2(\d{1,2})$/.exec(text) ?? /^(\d{4})()(\d{2})(\d{2})$/.exec(text);
  if (iso !== null) return calendarDay(Number(iso[1]), Number(iso[3]), Number(iso[4]));
  const parts = partsOf(text);
  if (parts === null) return withMonthName(text);
  const { first, second, year, sign } = parts;
  // With points, the day is first in every language that writes them.
  if (sign === '.' || first > 12 || first === second) return calendarDay(year, second, first);
  if (second > 12) return calendarDay(year, first, second);
  const isDayFirst = order === 'auto' ? (dayFirst === monthFirst ? null : dayFirst) : order === 'day_first';
  if (isDayFirst === null) return { code: 'date_ambiguous' };
  return isDayFirst ? calendarDay(year, second, first) : calendarDay(year, first, second);
}

/** `12 Mar 2026`, `12. März 2026`, `March 12, 2026`, `12-mars-26`, `12 de marzo de 2026`. */
function withMonthName(text: string): ReadDate {
  const words = text
    .toLowerCase()
    .replace(/\b(de|del)\b/g, ' ')
    .split(/[\s.,/-]+/)
    .filter((word) => word !== '');
  if (words.length !== 3) return { code: 'date_invalid' };
  const at = words[0] !== undefined && /^\d/.test(words[0]) ? 1 : 0;
  const month = MONTHS.findIndex((names) => names.test(words[at] ?? '')) + 1;
  const day = /^(\d{1,2})(st|nd|rd|th|er)?$/.exec(words[1 - at] ?? '')?.[1];
  const year = /^(\d{4}|\d{2})$/.exec(words[2] ?? '')?.[1];
  if (month === 0 || day === undefined || year === undefined) return { code: 'date_invalid' };
  return calendarDay(fullYear(year), month, Number(day));
}

function calendarDay(year: number, month: number, day: number): ReadDate {
  const made = new Date(Date.UTC(year, month - 1, day));
  const isReal = made.getUTCMonth() === month - 1 && made.getUTCDate() === day && year >= 1900 && year <= 2999;
  return isReal ? { value: made.toISOString().slice(0, 10) } : { code: 'date_invalid' };
}
