import { expect, it } from 'vitest';
import { daysBetween, dayHere, isDay, mondayOf, monthStart } from './calendar-day.ts';

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
it('distinguishes the days that a record can have from what a date field contains while typing', () => {
  expect(['2026-11-20', '1900-01-01', '2999-12-31', '2028-02-29'].every(isDay)).toBe(true);
  expect(['', '0002-11-20', '1899-12-31', '3000-01-01', '2026-13-01', '12026-01-01', '20.11.2026'].some(isDay)).toBe(
    false
  );
});
it('says which day it is where the device is', () => {
  expect(dayHere(new Date(2026, 10, 20, 12, 0))).toBe('2026-11-20');
});
