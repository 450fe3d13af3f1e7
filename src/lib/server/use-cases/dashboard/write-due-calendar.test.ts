/** The entries of the feed, byte for byte as the library writes them. */
import fc from 'fast-check';
import ical, { ICalCalendarMethod, ICalEventTransparency } from 'ical-generator';
import { expect, test } from 'vitest';
import type { DueItem } from '#lib/server/db/due-items.ts';
import { calendarWords } from './calendar-words.ts';
import { writeDueCalendar } from './write-due-calendar.ts';

const ORIGIN = 'https://lab.example:8443';
const TODAY = '2026-06-15';

function byTheLibrary(entries: readonly DueItem[], language: Parameters<typeof calendarWords>[0]): string {
  const words = calendarWords(language);
  const calendar = ical({
    name: words.title,
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: 'Plumbline', product: 'Calibrations due' },
    ttl: 6 * 3600
  });
  for (const entry of entries) {
    const what = [entry.asset_id, entry.name, entry.channel_name].filter((part) => part !== null).join(' · ');
    const url = `${ORIGIN}/assets/${entry.id}`;
    calendar.createEvent({
      id: `due-${entry.id}-${entry.task_id ?? entry.channel_id ?? 'asset'}@lab.example:8443`,
      stamp: `${TODAY}T00:00:00Z`,
      start: `${entry.due_date}T00:00:00Z`,
      allDay: true,
      summary: entry.task_name === null ? words.due(what) : words.taskDue(entry.task_name, what),
      description: `${entry.organization_name}\n${url}`,
      location: entry.location_name,
      url,
      transparency: ICalEventTransparency.TRANSPARENT
    });
  }
  return calendar.toString();
}

const text = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 120 }),
  fc.string({ unit: fc.constantFrom('a', ';', ',', '\\', '\n', '\r', '"', ':', 'ä', '🌡', '\u0301'), minLength: 1 })
);
const entry: fc.Arbitrary<DueItem> = fc.record({
  id: fc.uuid(),
  asset_id: text,
  name: text,
  channel_id: fc.option(fc.uuid()),
  channel_name: fc.option(text),
  task_id: fc.option(fc.uuid()),
  task_name: fc.option(text),
  location_name: fc.option(text),
  organization_name: text,
  due_date: fc.constantFrom('2026-07-01', '1999-12-31', '2999-01-09')
});

test('whatever instruments and places are called, the file is that of the library', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 4 }), fc.constantFrom('en', 'de', 'fr', 'es'), (entries, language) => {
      expect(writeDueCalendar(entries, calendarWords(language), ORIGIN, TODAY)).toBe(byTheLibrary(entries, language));
    })
  );
});
