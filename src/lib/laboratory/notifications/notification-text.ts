import type { Language } from '#lib/contracts/primitives.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import type { NotificationEvent, NotificationTexts } from './notification-event.ts';

const TEXTS: Readonly<Record<Language, NotificationTexts>> = { en, es, fr, de };

/** Title and body of a notification in the reader's language, made whenever it is read. */
export function notificationText(event: NotificationEvent, language: Language): { title: string; body: string } {
  const texts = TEXTS[language];
  const day = (date: string) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`));
  switch (event.category) {
    case 'calibration_recorded':
      return texts.calibration_recorded(event.parameters, day);
    case 'calibration_due':
      return texts.calibration_due(event.parameters, day);
    case 'join_request':
      return texts.join_request(event.parameters, day);
    case 'join_decision':
      return texts.join_decision(event.parameters, day);
  }
}

/** Where a click on it leads: to the asset, else to the organization it is about. */
export function notificationLink(about: {
  readonly asset_id: string | null;
  readonly organization_id: string | null;
}): string {
  if (about.asset_id !== null) return `/assets/${about.asset_id}`;
  return about.organization_id === null ? '/' : `/organizations/${about.organization_id}`;
}
