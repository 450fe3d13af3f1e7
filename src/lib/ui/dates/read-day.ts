import { isCalendarDay, isDay } from '#lib/laboratory/calendar-day.ts';

const MONTHS = 12;
const names = new Map<string, readonly (readonly string[])[]>();

/** How a language writes each month, long and short, without dots and accents. */
function monthNames(locale: string): readonly (readonly string[])[] {
  const known = names.get(locale);
  if (known !== undefined) return known;
  const formats = (['long', 'short'] as const).map(
    (month) => new Intl.DateTimeFormat(locale, { month, timeZone: 'UTC' })
  );
  const made = Array.from({ length: MONTHS }, (_, month) =>
    formats.map((format) => plain(format.format(new Date(Date.UTC(2026, month, 1)))))
  );
  names.set(locale, made);
  return made;
}

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\p{Mn}.]/gu, '')
    .toLowerCase();

/**
 * The calendar date that somebody has typed: `2026-11-20`, `20.11.2026`, `20/11/2026`, `20 11 2026`, `20 Nov 2026`, the day before
 * the month as everywhere in the app; null for what is no day between 1900 and 2999. The field then writes the month as a word,
 * so that nobody is left to guess.
 */
export function readDay(text: string, locale: string): string | null {
  const parts = plain(text)
    .trim()
    .split(/[\s/,-]+|(?<=\d)(?=[a-z])|(?<=[a-z])(?=\d)/u)
    .filter((part) => part !== '' && part !== 'de');
  const dotted = /^\d+(\.\d+){2}\.?$/u.test(text.trim()) ? text.trim().split('.').slice(0, 3) : parts;
  const [first = '', second = '', third = '', ...more] = dotted;
  if (more.length > 0) return null;
  const isIso = /^\d{4}$/u.test(first);
  const [day, month, year] = isIso ? [third, second, first] : [first, second, third];
  if (!/^\d{1,2}$/u.test(day) || !/^\d{4}$/u.test(year)) return null;
  const number = monthNumber(month, locale);
  if (number === null) return null;
  const iso = `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(iso) && isCalendarDay(iso) ? iso : null;
}

function monthNumber(text: string, locale: string): number | null {
  if (/^\d{1,2}$/u.test(text)) return Number(text) >= 1 && Number(text) <= MONTHS ? Number(text) : null;
  if (text.length < 3) return null;
  const found = monthNames(locale).flatMap((month, i) => (month.some((name) => name.startsWith(text)) ? [i + 1] : []));
  return found.length === 1 ? (found[0] ?? null) : null;
}
