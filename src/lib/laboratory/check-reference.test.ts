import { describe, expect, test } from 'vitest';
import { checkReference, type ReferenceCalibration, type ReferenceCase } from './check-reference.ts';
import { InvalidInput } from './refusal.ts';

const calibration = (changes: Partial<ReferenceCalibration> = {}): ReferenceCalibration => ({
  id: 'old',
  version: 1,
  calibration_date: '2026-01-10',
  due_date: '2027-01-10',
  voided: false,
  unit: '°C',
  expanded_uncertainty: 0.03,
  coverage_factor: 2,
  effective_degrees_of_freedom: null,
  conforms: null,
  ...changes
});
const IN_USE = { status: 'active', out_of_service: null } as const;
const copy = { expanded_uncertainty: 0.03, coverage_factor: 2 };
const check = (changes: Partial<ReferenceCase<ReferenceCalibration>> = {}) =>
  checkReference({
    date: '2026-06-01',
    unit: '°C',
    asset: IN_USE,
    latest: calibration(),
    named: undefined,
    copy,
    ...changes
  });
const codes = (changes: Partial<ReferenceCase<ReferenceCalibration>>) =>
  check(changes).warnings.map(({ code }) => code);
const refusalOf = (changes: Partial<ReferenceCase<ReferenceCalibration>>) => {
  try {
    check(changes);
  } catch (thrown) {
    if (thrown instanceof InvalidInput) return thrown.faults[0];
  }
  return null;
};

test('without a name the latest counts', () => {
  expect(check()).toMatchObject({ used: { id: 'old' }, superseded: false, warnings: [] });
});

test('the one used is kept when a newer exists, and that is recorded', () => {
  const latest = calibration({ id: 'new', version: 2, calibration_date: '2026-05-01', expanded_uncertainty: 0.02 });
  expect(check({ latest, named: calibration() })).toMatchObject({ used: { id: 'old' }, superseded: true });
  expect(codes({ latest, named: calibration() })).toEqual(['reference_superseded']);
  const sameDay = calibration({ id: 'new', version: 2 });
  expect(check({ latest: sameDay, named: calibration() }).superseded).toBe(true);
});

test('overdue, retired, out-of-service and voided references warn and do not block', () => {
  const gone = {
    status: 'retired',
    out_of_service: { since: '2026-05-01T08:00:00Z', reason: 'dropped', until: null }
  } as const;
  expect(codes({ date: '2027-01-11', asset: gone })).toEqual([
    'reference_retired',
    'reference_out_of_service',
    'reference_overdue'
  ]);
  expect(codes({ date: '2027-01-10' })).toEqual([]);
  expect(codes({ latest: null, named: calibration({ voided: true }) })).toEqual(['reference_voided']);
  expect(codes({ latest: calibration({ conforms: false }) })).toEqual(['reference_failed']);
  const newer = calibration({ id: 'new', version: 2, conforms: false });
  expect(codes({ latest: newer, named: calibration() })).toEqual(['reference_failed', 'reference_superseded']);
});

describe('refused is', () => {
  test.each([
    ['a reference that was never calibrated', { latest: null }, 'reference_uncalibrated'],
    [
      'a calibration later than the day',
      { named: calibration({ calibration_date: '2026-06-02' }) },
      'reference_uncalibrated'
    ],
    ['a calibration of something else', { named: null }, 'reference_mismatch'],
    ['another unit', { named: calibration({ unit: 'K' }) }, 'unit_mismatch'],
    ['an analysis without the reference', { copy: null }, 'missing'],
    ['another uncertainty', { copy: { ...copy, expanded_uncertainty: 0.0300001 } }, 'reference_mismatch'],
    ['another coverage factor', { copy: { ...copy, coverage_factor: 2.01 } }, 'reference_mismatch'],
    ['degrees of freedom left out', { latest: calibration({ effective_degrees_of_freedom: 12 }) }, 'reference_mismatch']
  ] as const)('%s', (_name, changes, type) => {
    expect(refusalOf(changes)?.type).toBe(type);
  });
});

test('a coefficients-only calibration brings no copy, and needs none', () => {
  expect(check({ copy: undefined }).used.id).toBe('old');
});
