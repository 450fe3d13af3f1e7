import ical, { ICalCalendarMethod } from 'ical-generator';
import type { DueItem } from '#lib/server/db/due-items.ts';
import type { CalendarWords } from './calendar-words.ts';

const REFRESH_SECONDS = 6 * 3600;
/** Of UTF-8: one less than RFC 5545 allows, as the library breaks the lines of the head. */
const LINE_BYTES = 74;

/**
 * Due dates as iCalendar (RFC 5545): whole days marked as free. An entry keeps its identity when its date changes, so
 * that a calendar program moves it, too. The entries are written here: the library takes four seconds for ten thousand of them, most of
 * it to break lines, and nothing else is answered meanwhile.
 * @param origin the address of the service, for links
 * @param today the day of the entries; the same day and data give the same bytes
 */
export function writeDueCalendar(
  entries: readonly DueItem[],
  words: CalendarWords,
  origin: string,
  today: string
): string {
  const frame = ical({
    name: words.title,
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: 'Plumbline', product: 'Calibrations due' },
    ttl: REFRESH_SECONDS
  }).toString();
  const end = frame.lastIndexOf('END:VCALENDAR');
  const { host } = new URL(origin);
  const events = entries.map((entry) => eventOf(entry, words, { origin, host, stamp: compact(today) }));
  return `${frame.slice(0, end)}${events.join('')}${frame.slice(end)}`;
}

type Written = { readonly origin: string; readonly host: string; readonly stamp: string };

function eventOf(entry: DueItem, words: CalendarWords, { origin, host, stamp }: Written): string {
  const what = [entry.asset_id, entry.name, entry.channel_name].filter((part) => part !== null).join(' · ');
  const url = `${origin}/assets/${entry.id}`;
  const lines = [
    'BEGIN:VEVENT',
    `UID:due-${entry.id}-${entry.task_id ?? entry.channel_id ?? 'asset'}@${host}`,
    'SEQUENCE:0',
    `DTSTAMP:${stamp}T000000Z`,
    `DTSTART;VALUE=DATE:${compact(entry.due_date)}`,
    'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE',
    'X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT:TRUE',
    `SUMMARY:${escaped(entry.task_name === null ? words.due(what) : words.taskDue(entry.task_name, what))}`,
    'TRANSP:TRANSPARENT',
    ...(entry.location_name ? [`LOCATION:${escaped(entry.location_name)}`] : []),
    `DESCRIPTION:${escaped(`${entry.organization_name}\n${url}`)}`,
    `URL;VALUE=URI:${url}`,
    'END:VEVENT'
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** `20260701` of `2026-07-01`. */
const compact = (day: string): string => day.replaceAll('-', '');
const escaped = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n');

/** A line in parts of at most `LINE_BYTES`, between characters. */
function folded(line: string): string {
  if (Buffer.byteLength(line) <= LINE_BYTES) return line;
  let [text, size] = ['', 0];
  for (const character of line) {
    const bytes = Buffer.byteLength(character);
    size += bytes;
    if (size > LINE_BYTES) {
      text += '\r\n ';
      size = bytes;
    }
    text += character;
  }
  return text;
}
