import ical, { ICalCalendarMethod, ICalEventTransparency } from 'ical-generator';
import type { DueItem } from '#lib/server/db/due-items.ts';
import type { CalendarWords } from './calendar-words.ts';

const REFRESH_SECONDS = 6 * 3600;

/**
 * Due dates as iCalendar (RFC 5545): whole days marked as free. An entry keeps its identity when its date changes, so
 * that a calendar program moves it, too.
 * @param origin the address of the service, for links
 * @param today the day of the entries; the same day and data give the same bytes
 */
export function writeDueCalendar(
  entries: readonly DueItem[],
  words: CalendarWords,
  origin: string,
  today: string
): string {
  const calendar = ical({
    name: words.title,
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: 'Plumbline', product: 'Calibrations due' },
    ttl: REFRESH_SECONDS
  });
  const { host } = new URL(origin);
  for (const entry of entries) {
    const what = [entry.asset_id, entry.name, entry.channel_name].filter((part) => part !== null).join(' · ');
    const url = `${origin}/assets/${entry.id}`;
    calendar.createEvent({
      id: `due-${entry.id}-${entry.task_id ?? entry.channel_id ?? 'asset'}@${host}`,
      stamp: new Date(`${today}T00:00:00Z`),
      start: new Date(`${entry.due_date}T00:00:00Z`),
      allDay: true,
      timezone: 'UTC',
      summary: entry.task_name === null ? words.due(what) : words.taskDue(entry.task_name, what),
      description: `${entry.organization_name}\n${url}`,
      location: entry.location_name,
      url,
      transparency: ICalEventTransparency.TRANSPARENT
    });
  }
  return calendar.toString();
}
