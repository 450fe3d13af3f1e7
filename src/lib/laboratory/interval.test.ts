import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addInterval, addMonths, daysIn, intervalOf } from './interval.ts';

test('the last day of a month stays the last day, and a day that the month lacks becomes its last', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(addMonths('2026-02-28', 1)).toBe('2026-03-31');
  expect(addMonths('2028-01-30', 1)).toBe('2028-02-29');
  expect(addMonths('2028-02-28', 12)).toBe('2029-02-28');
  expect(addMonths('2028-02-29', 12)).toBe('2029-02-28');
  expect(addMonths('2027-02-28', 12)).toBe('2028-02-29');
  expect(addMonths('2026-11-15', 14)).toBe('2028-01-15');
});

test('months one by one end where all at once do, from the last day of any month', () => {
  const month = fc.record({ year: fc.integer({ min: 1901, max: 2800 }), month: fc.integer({ min: 1, max: 12 }) });
  fc.assert(
    fc.property(month, fc.integer({ min: 1, max: 40 }), (from, months) => {
      const last = new Date(Date.UTC(from.year, from.month, 0)).toISOString().slice(0, 10);
      let day = last;
      for (let i = 0; i < months; i += 1) day = addMonths(day, 1);
      expect(addMonths(last, months)).toBe(day);
    })
  );
});

test('weeks and years are seven days and twelve months', () => {
  expect(addInterval('2026-11-20', { value: 2, unit: 'weeks' })).toBe('2026-12-04');
  expect(addInterval('2026-11-30', { value: 1, unit: 'years' })).toBe('2027-11-30');
  expect(daysIn({ value: 12, unit: 'months' })).toBe(365);
  expect(daysIn({ value: 1, unit: 'years' })).toBe(365);
});

test('an asset is calibrated at an interval of days or of months, or at none', () => {
  expect(intervalOf({ calibration_interval_days: 90, calibration_interval_months: null })?.unit).toBe('days');
  expect(intervalOf({ calibration_interval_days: null, calibration_interval_months: 6 })).toEqual({
    value: 6,
    unit: 'months'
  });
  expect(intervalOf({ calibration_interval_days: null, calibration_interval_months: null })).toBeNull();
});
