import { invalidInput } from '#lib/laboratory/refusal.ts';

type Intervals = {
  readonly calibration_interval_days?: number | null | undefined;
  readonly calibration_interval_months?: number | null | undefined;
};

/** An interval is given in days or in months. @throws InvalidInput `two_intervals` */
export function assertOneInterval({ calibration_interval_days: days, calibration_interval_months: months }: Intervals) {
  if (typeof days !== 'number' || typeof months !== 'number') return;
  throw invalidInput(
    ['body', 'calibration_interval_months'],
    'two_intervals',
    'Enter the interval in days or in months, not both'
  );
}

/** A change in which one replaces the other. @throws InvalidInput `two_intervals` */
export function oneInterval<Changes extends Intervals>(changes: Changes): Changes {
  assertOneInterval(changes);
  if (typeof changes.calibration_interval_days === 'number') return { ...changes, calibration_interval_months: null };
  if (typeof changes.calibration_interval_months === 'number') return { ...changes, calibration_interval_days: null };
  return changes;
}
