import type { Asset } from '#lib/contracts/assets.ts';
import type { INTERVAL_UNITS } from '#lib/records/task.ts';
import { addDays } from './calibration-status.ts';

export type Interval = { readonly value: number; readonly unit: (typeof INTERVAL_UNITS)[number] };

const DAYS_A_MONTH = 365.25 / 12;

/** The calibration interval of an asset: in days or in calendar months, or none. */
export function intervalOf(
  asset: Pick<Asset, 'calibration_interval_days'> & Partial<Pick<Asset, 'calibration_interval_months'>>
): Interval | null {
  const { calibration_interval_days: days, calibration_interval_months: months } = asset;
  if (typeof months === 'number') return { value: months, unit: 'months' };
  return days === null ? null : { value: days, unit: 'days' };
}

/** The approximate length of an interval in days, for comparisons. */
export const daysIn = ({ value, unit }: Interval): number =>
  Math.round(value * { days: 1, weeks: 7, months: DAYS_A_MONTH, years: 12 * DAYS_A_MONTH }[unit]);

/** The calendar date an interval later. */
export function addInterval(date: string, { value, unit }: Interval): string {
  if (unit === 'days') return addDays(date, value);
  if (unit === 'weeks') return addDays(date, 7 * value);
  return addMonths(date, unit === 'months' ? value : 12 * value);
}

/**
 * A number of months later: the last day of a month stays the last day, and a day that the month does not have becomes
 * its last one.
 */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const lastOf = (monthsOn: number) => utcDate(year, month + monthsOn, 0).getUTCDate();
  const last = lastOf(months);
  return utcDate(year, month - 1 + months, day === lastOf(0) ? last : Math.min(day, last))
    .toISOString()
    .slice(0, 10);
}

/** `month` counts from 0 and may run over, `day` 0 is the last one of the month before. */
const utcDate = (year: number, month: number, day: number) => new Date(Date.UTC(year, month, day));
