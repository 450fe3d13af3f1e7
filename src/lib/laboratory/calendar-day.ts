import { addDays } from './calibration-status.ts';

/** Calendar dates are `YYYY-MM-DD` without a zone; all sums are made in UTC, where every day has 24 hours. */
const DAY_MS = 86_400_000;

const inUtc = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** A day that there is: `Date` takes the 30th of February for one in March, and knows a year 0. */
export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false;
  const time = inUtc(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Days from one calendar date to another; negative if the second is earlier. */
export const daysBetween = (from: string, to: string): number => Math.round((inUtc(to) - inUtc(from)) / DAY_MS);

/** Today's date in the device's time zone. */
export function dayHere(now: Date): string {
  const month = String(now.getMonth() + 1).padStart(2, '0');
  return `${now.getFullYear()}-${month}-${String(now.getDate()).padStart(2, '0')}`;
}

/**
 * Is it a day that a record can have (between 1900 and 2999, as the contract says)? While a date is being typed, its
 * field contains others, such as `0002-11-20`, and nothing while a part is empty.
 */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && text >= '1900-01-01' && text <= '2999-12-31' && !Number.isNaN(inUtc(text));

/** Monday of the week of a date. */
export function mondayOf(day: string): string {
  const weekday = new Date(inUtc(day)).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

/** First day of the month that is a number of months away. */
export function monthStart(day: string, months: number): string {
  const [year = 1970, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
}
