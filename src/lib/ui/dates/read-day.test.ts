import { expect, test } from 'vitest';
import { formatDay } from './format-date.ts';
import { readDay } from './read-day.ts';

test.each([
  ['2026-11-20', 'en'],
  ['20.11.2026', 'de'],
  ['20. 11. 2026', 'de'],
  ['20/11/2026', 'fr'],
  ['20-11-2026', 'es'],
  ['20 11 2026', 'en'],
  ['20 Nov 2026', 'en'],
  ['20nov2026', 'en'],
  ['20 NOVEMBER 2026', 'en'],
  ['20. Nov. 2026', 'de'],
  ['20 de noviembre de 2026', 'es']
])('%s in %s is a day', (text, locale) => expect(readDay(text, locale)).toBe('2026-11-20'));

test.each([
  '',
  '20',
  '20.11',
  '20.11.26',
  '31.11.2026',
  '29.2.2026',
  '11/20/2026',
  '0002-11-20',
  '20 ju 2026',
  'x',
  '1 2 3 4'
])('%j is none', (text) => expect(readDay(text, 'en')).toBeNull());

test('what the app writes in any of its languages is read back as the same day', () => {
  for (const locale of ['en', 'de', 'fr', 'es']) {
    for (let month = 1; month <= 12; month += 1) {
      const day = `2028-${String(month).padStart(2, '0')}-29`;
      expect(readDay(formatDay(day, locale), locale), formatDay(day, locale)).toBe(day);
    }
  }
});
