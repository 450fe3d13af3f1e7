import type { Language } from '#lib/contracts/primitives.ts';

const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', es: 'es-ES', fr: 'fr-FR', de: 'de-DE' };
const CALENDAR_DATE = /^\d{4}-\d\d-\d\d$/u;

/** Making one takes longer than all that a certificate prints with it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(locale: string, timeZone: string): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone}`;
  const format =
    formats.get(key) ?? new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone });
  formats.set(key, format);
  return format;
}

/**
 * A day in words.
 * @param day a calendar date (`2026-11-20`), which is the same everywhere; or an instant, whose day depends on
 * `timeZone`.
 */
export function printDate(day: string | Date, language: Language, timeZone: string): string {
  const isCalendarDate = typeof day === 'string' && CALENDAR_DATE.test(day);
  return formatOf(LOCALES[language], isCalendarDate ? 'UTC' : timeZone).format(new Date(day));
}
