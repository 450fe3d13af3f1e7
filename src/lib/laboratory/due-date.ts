import { addInterval, type Interval } from './interval.ts';

/**
 * The due date of a new calibration: the one in the body, none if that is `null`, else the date plus the asset's
 * interval. @param dueDate from the body; `undefined` for the default.
 * @returns `YYYY-MM-DD`; `null` if it is not due again.
 */
export function dueDateOf(
  dueDate: string | null | undefined,
  calibrationDate: string,
  interval: Interval | null
): string | null {
  if (dueDate !== undefined) return dueDate;
  return interval === null ? null : addInterval(calibrationDate, interval);
}
