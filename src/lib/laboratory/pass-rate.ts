import type { CalibrationHeader } from '#lib/contracts/calibrations.ts';
import type { Verdict } from '#lib/metrology/types.ts';
import { addMonths } from './interval.ts';

/** A number of valid calibrations with the same verdicts. */
export type AlikeCalibrations = {
  readonly as_found: Verdict | null;
  readonly as_left: Verdict | null;
  readonly n: number;
};
/** For calibrations with a verdict on the run; `share` from 0 to 1, null if there are none. */
export type PassRate = { readonly judged: number; readonly passed: number; readonly share: number | null };
export type PassRates = { readonly as_found: PassRate; readonly as_left: PassRate; readonly n: number };

export const PASS_RATE_MONTHS = 12;
/** Calibrations after this day count. */
export const passRateSince = (today: string): string => addMonths(today, -PASS_RATE_MONTHS);

/** The valid calibrations of the last twelve months. */
export const countedForPassRate = (
  calibrations: readonly Pick<CalibrationHeader, 'calibration_date' | 'profile' | 'voided'>[],
  today: string
): AlikeCalibrations[] => {
  const since = passRateSince(today);
  return calibrations
    .filter(({ voided, calibration_date }) => voided === null && calibration_date > since)
    .map(({ profile }) => ({ as_found: profile?.as_found ?? null, as_left: profile?.as_left ?? null, n: 1 }));
};

const passes = (verdict: Verdict | null): boolean => verdict === 'pass' || verdict === 'conditional_pass';

/** The proportion of calibrations that passed, for each run; `n` have a verdict in either. */
export function passRates(calibrations: readonly AlikeCalibrations[]): PassRates {
  const count = (counts: (calibration: AlikeCalibrations) => boolean) =>
    calibrations.reduce((sum, calibration) => sum + (counts(calibration) ? calibration.n : 0), 0);
  const rateOf = (run: 'as_found' | 'as_left'): PassRate => {
    const judged = count((calibration) => calibration[run] !== null);
    const passed = count((calibration) => passes(calibration[run]));
    return { judged, passed, share: judged === 0 ? null : passed / judged };
  };
  const n = count(({ as_found, as_left }) => as_found !== null || as_left !== null);
  return { as_found: rateOf('as_found'), as_left: rateOf('as_left'), n };
}
