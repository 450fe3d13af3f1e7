import { expect, test } from 'vitest';
import { aCalibration, aTransmitter, REFERENCE } from '../form/form-fixture.ts';
import { doubtsAbout, referenceOptions, standingOf } from './reference-choice.ts';

const older = aCalibration(REFERENCE);
const newer = aCalibration(REFERENCE, {
  id: '018f0000-0000-7000-8000-0000000000c2',
  version: 2,
  calibration_date: '2026-10-01',
  due_date: '2027-10-01',
  expanded_uncertainty: 0.02
});
const ask = (changes: Partial<Parameters<typeof referenceOptions>[0]> = {}) =>
  referenceOptions({
    assets: [aTransmitter(), REFERENCE],
    calibrations: [older, newer],
    assetId: aTransmitter().id,
    unit: '°C',
    date: '2026-11-20',
    ...changes
  });

test('the latest calibration by the day of the work counts, and only references are offered', () => {
  const options = ask();
  expect(options).toHaveLength(1);
  expect(options[0]).toMatchObject({
    state: 'in_calibration',
    chosen: { calibration_id: newer.id, expanded_uncertainty: 0.02 }
  });
});

test('a calibration of the reference after the day of the work does not count', () => {
  expect(ask({ date: '2026-09-30' })[0]?.chosen?.calibration_id).toBe(older.id);
});

test('of two on one day the higher version counts, and a voided one never', () => {
  const twin = { ...newer, id: '018f0000-0000-7000-8000-0000000000c3', version: 3 };
  expect(ask({ calibrations: [twin, newer] })[0]?.chosen?.version).toBe(3);
  const voided = { ...newer, voided: { at: '2026-10-02T00:00:00Z', by: newer.recorded_by, reason: null } };
  expect(ask({ calibrations: [older, voided] })[0]?.chosen?.calibration_id).toBe(older.id);
});

test('the latest in the unit of the work counts, whatever was calibrated later in another', () => {
  const inBar = { ...newer, unit: 'bar' };
  expect(ask({ calibrations: [inBar, older] })[0]).toMatchObject({
    state: 'in_calibration',
    chosen: { calibration_id: older.id, unit: '°C' }
  });
});

test('an overdue reference can be chosen, with its state; one never calibrated or of another unit cannot', () => {
  expect(ask({ date: '2027-12-01' })[0]).toMatchObject({ state: 'overdue' });
  expect(ask({ calibrations: [] })[0]).toMatchObject({ state: 'uncalibrated', chosen: null });
  expect(ask({ unit: 'bar' })[0]).toMatchObject({ state: 'other_unit', chosen: null });
});

test('nothing is its own reference', () => {
  expect(ask({ assetId: REFERENCE.id })[0]).toMatchObject({ state: 'itself', chosen: null });
});

test('a newer calibration of the chosen reference is reported, not used', () => {
  const chosen = ask({ calibrations: [older] })[0]?.chosen;
  expect(chosen && standingOf(chosen, ask()).superseded).toBe(true);
  expect(chosen && standingOf(chosen, ask({ calibrations: [older] })).superseded).toBe(false);
});

test('a chosen reference is doubted because of everything that the device knows by now', () => {
  const question = { assets: [REFERENCE], calibrations: [older, newer], assetId: aTransmitter().id, unit: '°C' };
  const chosen = ask()[0]?.chosen ?? null;
  const doubts = (changes: Partial<Parameters<typeof doubtsAbout>[1]>) =>
    doubtsAbout(chosen, { ...question, date: '2026-11-20', ...changes });
  expect(doubts({})).toEqual([]);
  expect(doubts({ date: '2027-10-02' })).toEqual(['overdue']);
  const voided = { ...newer, voided: { at: '2026-10-02T00:00:00Z', by: newer.recorded_by, reason: null } };
  expect(doubts({ calibrations: [older, voided] })).toEqual(['voided']);
  expect(doubts({ calibrations: [older, { ...newer, conforms: false }] })).toEqual(['failed']);
  expect(doubts({ assets: [{ ...REFERENCE, status: 'retired' }] })).toEqual(['retired']);
  const out_of_service = { since: '2026-01-01T00:00:00Z', reason: 'dropped', until: null };
  expect(doubts({ assets: [{ ...REFERENCE, out_of_service }] })).toEqual(['out_of_service']);
  expect(ask({ calibrations: [older, { ...newer, conforms: false }] })[0]?.state).toBe('failed');
});
