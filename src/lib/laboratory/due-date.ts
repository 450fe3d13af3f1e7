import { addInterval, type Interval } from './interval.ts';

/**
 * The due date of a new calibration: the one given, none where `null` was given, else the date plus the asset's interval.
 * @param given as it stands in the body; `undefined` asks for the default.
 * @returns `YYYY-MM-DD`; `null` where nothing makes it due again.
 */
export function dueDateOf(
  given: string | null | undefined,
  calibrationDate: string,
  interval: Interval | null
): string | null {
  if (given !== undefined) return given;
  return interval === null ? null : addInterval(calibrationDate, interval);
}
