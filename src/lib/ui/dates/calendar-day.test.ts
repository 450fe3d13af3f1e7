import { expect, it } from 'vitest';
import { daysBetween, dayHere, isDay, mondayOf, monthStart } from './calendar-day.ts';
import { formatDay, formatWhen } from './format-date.ts';

it('counts days over a change of clocks and a leap day', () => {
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2);
  expect(daysBetween('2028-02-28', '2028-03-01')).toBe(2);
  expect(daysBetween('2026-11-20', '2026-10-17')).toBe(-34);
});
it('finds the Monday of a week, Sundays belonging to the week before', () => {
  expect(mondayOf('2026-11-20')).toBe('2026-11-16');
  expect(mondayOf('2026-11-22')).toBe('2026-11-16');
});
it('steps over years by months', () => {
  expect(monthStart('2026-11-20', 2)).toBe('2027-01-01');
  expect(monthStart('2026-01-20', -1)).toBe('2025-12-01');
});
it('tells the days that a record can have from what a date field holds by the way', () => {
  expect(['2026-11-20', '1900-01-01', '2999-12-31', '2028-02-29'].every(isDay)).toBe(true);
  expect(['', '0002-11-20', '1899-12-31', '3000-01-01', '2026-13-01', '12026-01-01', '20.11.2026'].some(isDay)).toBe(
    false
  );
});
it('writes dates by language', () => {
  expect(formatDay('2026-11-20', 'en')).toBe('20 Nov 2026');
  expect(formatDay('2026-11-20', 'de')).toMatch(/^20\. Nov\.? 2026$/);
});
it('says today and yesterday in the reader’s language', () => {
  const now = new Date(2026, 10, 20, 12, 0);
  expect(formatWhen(new Date(2026, 10, 20, 9, 51).toISOString(), now, 'en')).toBe('today 09:51');
  expect(formatWhen(new Date(2026, 10, 19, 9, 51).toISOString(), now, 'de')).toBe('gestern');
  expect(dayHere(now)).toBe('2026-11-20');
});
