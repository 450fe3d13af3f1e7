import type { Translate } from '#lib/i18n/translate.ts';
import { dayHere, daysBetween } from '#lib/laboratory/calendar-day.ts';
import { formatDay } from '../dates/format-date.ts';
import { formatCount } from '../number-input/format-number.ts';
import type { NotificationGroup } from './group-notifications.ts';

/** What a row of the list says: its one notification, or how many calibrations a day brought. */
export function groupTitle({ items, day }: NotificationGroup, now: Date, language: string, say: Translate): string {
  if (items.length === 1) return items[0].title;
  const ago = daysBetween(day, dayHere(now));
  return say('notifications.group.recorded', {
    values: {
      count: formatCount(items.length, language),
      when: ago === 0 ? 'today' : ago === 1 ? 'yesterday' : 'day',
      day: formatDay(day, language)
    }
  });
}
