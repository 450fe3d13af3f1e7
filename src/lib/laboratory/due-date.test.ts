import { expect, test } from 'vitest';
import { dueDateOf } from './due-date.ts';

const days = (value: number) => ({ value, unit: 'days' as const });

test('without a due date the interval counts from the day of calibration, over leap days too', () => {
  expect(dueDateOf(undefined, '2027-03-01', days(366))).toBe('2028-03-01');
  expect(dueDateOf(undefined, '2026-11-20', days(365))).toBe('2027-11-20');
  expect(dueDateOf(undefined, '2027-02-28', { value: 12, unit: 'months' })).toBe('2028-02-29');
});

test('a due date that was entered is kept, and so is the choice of none', () => {
  expect(dueDateOf('2026-12-24', '2026-11-20', days(365))).toBe('2026-12-24');
  expect(dueDateOf(null, '2026-11-20', days(365))).toBeNull();
  expect(dueDateOf(undefined, '2026-11-20', null)).toBeNull();
});
