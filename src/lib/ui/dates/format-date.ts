import { dayHere, daysBetween } from '#lib/laboratory/calendar-day.ts';

/** Day before month, as laboratories write dates in English too. */
const regionOf = (locale: string) => (locale === 'en' ? 'en-GB' : locale);
const formats = new Map<string, Intl.DateTimeFormat>();

function format(locale: string, name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${name}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(regionOf(locale), options);
  formats.set(key, made);
  return made;
}

/**
 * The first date that is written costs a phone 0.1 s, in which the browser lists the locales that it knows: a page prepares it while it
 * waits for its data.
 */
export const prepareDates = (): void => void new Intl.DateTimeFormat();

const asUtc = (day: string) => new Date(`${day}T00:00:00Z`);

/** A calendar date: `20 Nov 2026`. */
export const formatDay = (day: string, locale: string): string =>
  format(locale, 'day', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).format(asUtc(day));

/** A calendar date with its weekday: `Friday 20 November 2026`. */
export const formatLongDay = (day: string, locale: string): string =>
  format(locale, 'long', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    asUtc(day)
  );

/** A month on an axis, with its year where one is asked for: `Nov`, `Jan 2027`. */
export const formatMonth = (day: string, locale: string, withYear: boolean): string =>
  format(locale, withYear ? 'month-year' : 'month', {
    month: 'short',
    ...(withYear && { year: 'numeric' }),
    timeZone: 'UTC'
  }).format(asUtc(day));

/** A month as a heading: `November 2026`. */
export const formatLongMonth = (day: string, locale: string): string =>
  format(locale, 'long-month', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(asUtc(day));

/** The day of the week of a date, as a table's head has it: `Mon`. */
export const formatWeekday = (day: string, locale: string): string =>
  format(locale, 'weekday', { weekday: 'short', timeZone: 'UTC' }).format(asUtc(day));

/** A time of day on this device's clock: `09:51`. */
export const formatTime = (instant: string | Date, locale: string): string =>
  format(locale, 'time', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(new Date(instant));

/** An instant as people say it: `today 09:51`, `yesterday`, `18 Nov 2026`. */
export function formatWhen(instant: string, now: Date, locale: string): string {
  const day = dayHere(new Date(instant));
  const ago = daysBetween(day, dayHere(now));
  if (ago < 0 || ago > 1) return formatDay(day, locale);
  const word = new Intl.RelativeTimeFormat(regionOf(locale), { numeric: 'auto' }).format(-ago, 'day');
  return ago === 0 ? `${word} ${formatTime(instant, locale)}` : word;
}

/** An instant in full, to the minute: `20 Nov 2026, 14:18`. */
export const formatInstant = (instant: string, locale: string): string =>
  `${formatDay(dayHere(new Date(instant)), locale)}, ${formatTime(instant, locale)}`;
