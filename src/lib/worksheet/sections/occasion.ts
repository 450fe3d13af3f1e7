/** When and where: the date, when the next calibration is due, and the place. */
import type { CreateCalibrationBody } from '#lib/contracts/calibrations.ts';
import { isDay } from '#lib/laboratory/calendar-day.ts';
import { dueDateOf } from '#lib/laboratory/due-date.ts';
import type { Interval } from '#lib/laboratory/interval.ts';
import { lastPossibleDay } from '#lib/laboratory/plausibility.ts';
import type { Section } from './section.ts';

export type OccasionFields = {
  readonly calibration_date: string;
  /** `null`: the calibration date plus the interval of the asset. */
  readonly due_date: string | null;
  readonly location_id: string;
};

type Around = {
  readonly interval: Interval | null;
  /** By the clock of the device. */
  readonly today: string;
};

export const occasion: Section<
  OccasionFields,
  Pick<CreateCalibrationBody, 'calibration_date' | 'due_date' | 'calibration_location_id'>,
  OccasionFields,
  Around
> = {
  begin: ({ today }) => ({ calibration_date: today, due_date: null, location_id: '' }),
  toRequest: (form, reader, { interval, today }) => {
    const { calibration_date, location_id } = form;
    const due = dueDate(form, interval);
    if (calibration_date === '') reader.refuse('calibration_date', 'missing');
    else if (!isDay(calibration_date)) reader.refuse('calibration_date', 'out_of_range');
    else if (calibration_date > lastPossibleDay(today)) reader.refuse('calibration_date', 'date_in_future');
    if (due !== null && !isDay(due)) reader.refuse('due_date', 'out_of_range');
    else if (due !== null && due < calibration_date) reader.refuse('due_date', 'due_before_date');
    return { calibration_date, due_date: due, ...(location_id ? { calibration_location_id: location_id } : {}) };
  },
  fromRequest: ({ calibration_date, due_date, calibration_location_id }) => ({
    calibration_date,
    due_date: due_date ?? null,
    location_id: calibration_location_id ?? ''
  })
};

/**
 * The due date that will be saved: the one typed, or the date plus the interval; null if there is no interval or the
 * date is invalid.
 */
export function dueDate(
  { calibration_date, due_date }: Pick<OccasionFields, 'calibration_date' | 'due_date'>,
  interval: Interval | null
): string | null {
  if (due_date !== null) return due_date === '' ? null : due_date;
  return isDay(calibration_date) ? dueDateOf(undefined, calibration_date, interval) : null;
}
