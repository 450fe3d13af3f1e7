import { expect, test } from 'vitest';
import type { CalibrationHeader } from '#lib/contracts/calibrations.ts';
import { awaitsRelease } from './awaits-release.ts';
import { replaceable, replacedBy, wasReleased } from './replaceable.ts';
import { reviewFindings } from './review-findings.ts';
import { whoReleases } from './who-releases.ts';

type Reviewed = Parameters<typeof reviewFindings>[0];
type Around = Parameters<typeof reviewFindings>[1];

const curve = (offset: number) => ({
  model: 'linear' as const,
  coefficients: [offset, 1],
  center: 0,
  scale: 1,
  equation: null
});
const profile = (low = 0, high = 100): NonNullable<Reviewed['profile']> => ({
  low,
  high,
  adjusted: false,
  as_found: 'pass',
  as_left: null,
  reference_u: null,
  places: [low, (low + high) / 2, high].map((measured) => ({ measured, reference: measured, u: 0.01 }))
});
const calibration = (given: Partial<Reviewed> = {}): Reviewed => ({
  result: null,
  device_result: null,
  warnings: [],
  conforms: true,
  profile: profile(),
  curve: curve(0),
  expanded_uncertainty: 0.02,
  reference_reason: null,
  reference_asset_id: 'r',
  procedure_id: 'p',
  procedure_revision: 1,
  calibration_location_id: 'l',
  ...given
});
const before = (given: Partial<Reviewed> = {}) => ({ ...calibration(given), version: 4 });
const around = (given: Partial<Around> = {}): Around => ({
  reference: null,
  referenceVoided: false,
  before: null,
  ...given
});
const codes = (given: Partial<Reviewed>, of: Partial<Around> = {}) =>
  reviewFindings(calibration(given), around(of)).map(({ code }) => code);

test('nothing stands out of a calibration like the last one', () => {
  expect(codes({}, { before: before() })).toEqual([]);
  expect(codes({})).toEqual([]);
});

test('what failed comes first, then warnings, then the reference, then what has changed', () => {
  const reference = { asset_id: 'REF', status: 'active', out_of_service: null, calibration_status: 'overdue' } as const;
  expect(
    codes(
      {
        conforms: false,
        profile: { ...profile(), as_found: 'fail' },
        warnings: [{ code: 'date_long_ago', message: 'long ago' }],
        reference_reason: 'The other one is away',
        reference_asset_id: 'other'
      },
      { before: before(), reference, referenceVoided: true }
    )
  ).toEqual([
    'failed_as_found',
    'does_not_conform',
    'warning',
    'reference_reason',
    'reference_voided',
    'reference_overdue',
    'verdict_changed',
    'other_reference'
  ]);
});

test('a curve that has moved by more than U is shown where it moved most; within U it is not', () => {
  expect(codes({ curve: curve(0.015) }, { before: before() })).toEqual([]);
  const tilted = { ...curve(0.03), coefficients: [0.03, 1.0005] };
  expect(reviewFindings(calibration({ curve: tilted }), around({ before: before() }))).toEqual([
    { code: 'curve_moved', version: 4, at: 100, by: expect.closeTo(0.08, 9) as number, u: 0.02 }
  ]);
  // Places outside the earlier range cannot be compared.
  expect(codes({ curve: tilted }, { before: before({ profile: profile(200, 300) }) })).toEqual(['other_range']);
});

test('U, procedure, model, range and place are compared; a range that differs by the scatter of readings is the same', () => {
  expect(codes({ expanded_uncertainty: 0.023 }, { before: before() })).toEqual([]);
  expect(codes({ expanded_uncertainty: 0.03 }, { before: before() })).toEqual(['uncertainty_grew']);
  expect(codes({ procedure_revision: 2 }, { before: before() })).toEqual(['other_procedure']);
  expect(codes({ curve: null }, { before: before() })).toEqual(['other_model']);
  expect(codes({ profile: profile(1, 99) }, { before: before() })).toEqual([]);
  expect(codes({ profile: profile(20, 100) }, { before: before() })).toEqual(['other_range']);
  expect(codes({ calibration_location_id: null }, { before: before() })).toEqual(['other_place']);
});

test('outliers are named by their points, unless a warning names them', () => {
  const result = { fit: { diagnostics: { outliers: [2, 6] } } } as unknown as Reviewed['result'];
  expect(reviewFindings(calibration({ result }), around())).toEqual([{ code: 'outliers', points: [3, 7] }]);
  const warned = [{ code: 'outliers', message: 'Outliers' }];
  expect(codes({ result, warnings: warned })).toEqual(['warning']);
});

test('a reference out of service or retired is said as such', () => {
  const reference = { asset_id: 'REF', status: 'active', calibration_status: 'overdue' } as const;
  const outOfService = { since: '2026-11-20T10:00:00.000Z', reason: 'dropped', until: null };
  expect(codes({}, { reference: { ...reference, out_of_service: outOfService } })).toEqual([
    'reference_out_of_service'
  ]);
  expect(codes({}, { reference: { ...reference, status: 'retired', out_of_service: null } })).toEqual([
    'reference_retired'
  ]);
});

test('those can release who have the right and a role that lets them use it', () => {
  const member = (full_name: string, role: 'viewer' | 'technician', may_release: boolean) => ({
    may_release,
    user: { id: full_name, full_name, role }
  });
  const members = [member('V', 'viewer', true), member('T', 'technician', true), member('N', 'technician', false)];
  expect(whoReleases(members).map(({ user }) => user.full_name)).toEqual(['T']);
});

const header = (version: number, given: object = {}) =>
  ({
    id: `v${version}`,
    channel_id: null,
    version,
    voided: null,
    imported: false,
    replaces_calibration_id: null,
    certificate: { state: 'issued' },
    ...given
  }) as unknown as CalibrationHeader;
const voided = { voided: { at: '2026-11-20T10:00:00.000Z' } };

test('a new calibration replaces the last one if that was voided, of the same channel', () => {
  expect(replaceable([header(1), header(2, voided)], null)?.id).toBe('v2');
  expect(replaceable([header(1, voided), header(2)], null)).toBeNull();
  expect(replaceable([header(2, voided), header(3, { channel_id: 'c' })], null)?.id).toBe('v2');
  expect(replaceable([header(1, { ...voided, imported: true })], null)).toBeNull();
  expect(replaceable([], null)).toBeNull();
});

test('it is replaced by the last valid one that says so', () => {
  const replacing = { replaces_calibration_id: 'v1' };
  expect(replacedBy('v1', [header(1), header(2, replacing), header(3, replacing)])?.id).toBe('v3');
  expect(replacedBy('v1', [header(1), header(2, { ...replacing, ...voided })])).toBeNull();
});

test('what waits for release is valid, from here, and in review', () => {
  const waits = { certificate: { state: 'returned' } };
  expect(awaitsRelease(header(1, waits))).toBe(true);
  expect(awaitsRelease(header(1, { ...waits, ...voided }))).toBe(false);
  expect(awaitsRelease(header(1, { ...waits, imported: true }))).toBe(false);
  expect(awaitsRelease(header(1))).toBe(false);
  expect([wasReleased(header(1)), wasReleased(header(1, waits))]).toEqual([true, false]);
});
