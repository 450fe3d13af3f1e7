import { expect, test } from 'vitest';
import type { Verdict } from '#lib/metrology/types.ts';
import { countAssetStates, type AlikeAssets } from './asset-counts.ts';
import { countedForPassRate, passRates } from './pass-rate.ts';

const TODAY = '2026-11-20';
const alike = (calibration_status: AlikeAssets['calibration_status'], due_date: string | null, more = {}) => ({
  ...{ in_service: true, failed: false, n: 1, calibration_status, due_date, ...more }
});

test('what falls due is counted from today to the last of so many days, and never twice as overdue', () => {
  const counts = countAssetStates(
    [
      alike('overdue', '2026-11-19'),
      alike('due_soon', TODAY),
      alike('due_soon', '2026-12-20', { n: 3 }),
      alike('calibrated', '2026-12-21'),
      alike('calibrated', '2027-01-19', { failed: true }),
      alike('calibrated', '2027-02-18'),
      alike('calibrated', '2027-02-19'),
      alike('calibrated', null),
      alike('never', null),
      alike('overdue', '2026-12-01', { in_service: false, failed: true })
    ],
    TODAY
  );
  expect(counts).toEqual({
    by_status: { calibrated: 4, due_soon: 4, overdue: 1, never: 1 },
    due_in: { 30: 4, 60: 6, 90: 7 },
    failed: 2,
    out_of_service: 1
  });
});

const calibration = (date: string, as_found: Verdict | null, as_left: Verdict | null, voided: object | null = null) =>
  ({ calibration_date: date, profile: { as_found, as_left }, voided }) as Parameters<typeof countedForPassRate>[0][0];

test('the pass rate counts judged, valid calibrations of twelve months, each run by itself', () => {
  const counted = countedForPassRate(
    [
      calibration('2026-11-01', 'fail', 'pass'),
      calibration('2026-10-01', 'conditional_fail', 'fail'),
      calibration('2025-11-21', 'conditional_pass', null),
      calibration('2026-09-01', null, null),
      calibration('2026-09-01', 'fail', 'fail', {}),
      calibration('2025-11-20', 'fail', 'fail')
    ],
    TODAY
  );
  expect(passRates(counted)).toEqual({
    as_found: { judged: 3, passed: 1, share: 1 / 3 },
    as_left: { judged: 2, passed: 1, share: 0.5 },
    n: 3
  });
  expect(passRates([])).toMatchObject({ as_found: { share: null }, n: 0 });
});
