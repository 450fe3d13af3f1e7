import { expect, test } from 'vitest';
import { printDate } from './dates.ts';

const lateInTheYear = new Date('2026-12-31T23:30:00Z');

test('an instant has the day that the laboratory’s calendar shows, west and east of Greenwich', () => {
  expect(printDate(lateInTheYear, 'de', 'Europe/Berlin')).toBe('1. Januar 2027');
  expect(printDate(lateInTheYear.toISOString(), 'en', 'Europe/Berlin')).toBe('1 January 2027');
  expect(printDate('2027-01-01T03:00:00Z', 'en', 'America/New_York')).toBe('31 December 2026');
});

test('a calendar date is the same day everywhere', () => {
  for (const zone of ['UTC', 'Pacific/Auckland', 'America/Los_Angeles']) {
    expect(printDate('2026-11-20', 'fr', zone)).toBe('20 novembre 2026');
  }
});
