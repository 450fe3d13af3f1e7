import type { Language } from '#lib/contracts/primitives.ts';

const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', es: 'es-ES', fr: 'fr-FR', de: 'de-DE' };

/** A day in words, by UTC: `2026-11-20`, an instant or a Date. */
export function printDate(day: string | Date, language: Language): string {
  const date = typeof day === 'string' ? new Date(day) : day;
  const format = new Intl.DateTimeFormat(LOCALES[language], {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC'
  });
  return format.format(date);
}
