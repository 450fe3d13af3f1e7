import type { Language } from '#lib/contracts/primitives.ts';

const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', es: 'es-ES', fr: 'fr-FR', de: 'de-DE' };
const CALENDAR_DATE = /^\d{4}-\d\d-\d\d$/u;

/**
 * A day in words.
 * @param day a calendar date (`2026-11-20`), which is the same everywhere; or an instant, whose day depends on
 * `timeZone`.
 */
export function printDate(day: string | Date, language: Language, timeZone: string): string {
  const isCalendarDate = typeof day === 'string' && CALENDAR_DATE.test(day);
  const format = new Intl.DateTimeFormat(LOCALES[language], {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: isCalendarDate ? 'UTC' : timeZone
  });
  return format.format(new Date(day));
}
