import type { Language } from '#lib/contracts/primitives.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import type { EventOf, NotificationEvent, NotificationTexts } from './notification-event.ts';

const TEXTS: Readonly<Record<Language, NotificationTexts>> = { en, es, fr, de };

/** Day before month, as screens and certificates write dates in English too. */
const REGION: Partial<Readonly<Record<Language, string>>> = { en: 'en-GB' };

/** Title and body of a notification in the reader's language, created on reading. */
export function notificationText(event: NotificationEvent, language: Language): { title: string; body: string } {
  return sentenceOf(TEXTS[language].events, event, (date) => longDay(date, language));
}

/** A day as people write it: 24 December 2026. @param date `YYYY-MM-DD` */
export const longDay = (date: string, language: Language): string =>
  new Intl.DateTimeFormat(REGION[language] ?? language, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`)
  );

/** The names of the preferences in the reader's language. */
export const preferenceWords = (language: Language): NotificationTexts['preferences'] => TEXTS[language].preferences;

/** One type for the category, so that the compiler sees the text and its parameters belong together. */
const sentenceOf = <C extends NotificationEvent['category']>(
  texts: NotificationTexts['events'],
  { category, parameters }: EventOf<C>,
  day: (date: string) => string
) => texts[category](parameters, day);

/** The link of a notification: to its calibration, else its asset, organization, settings or profile. */
export function notificationLink(about: {
  readonly category: NotificationEvent['category'];
  readonly calibration_id: string | null;
  readonly asset_id: string | null;
  readonly organization_id: string | null;
}): string {
  if (about.calibration_id !== null) return `/calibrations/${about.calibration_id}`;
  if (about.asset_id !== null) return `/assets/${about.asset_id}`;
  if (about.category === 'mail_settings_changed') return '/admin/mail';
  if (about.category === 'backup_failed') return '/admin/installation';
  if (about.category === 'second_factor_changed') return '/profile/security';
  return about.organization_id === null ? '/' : `/organizations/${about.organization_id}`;
}
