import { expect, test } from 'vitest';
import { addDays, calibrationStatus, channelDates, todayIn, type DatedCalibration } from './calibration-status.ts';

const TODAY = '2026-03-01';
const calibration = (changes: Partial<DatedCalibration>): DatedCalibration => ({
  channel_id: null,
  calibration_date: '2025-03-01',
  due_date: '2026-09-01',
  voided: null,
  ...changes
});
const status = (calibrations: DatedCalibration[], channels: { id: string; archived_at: string | null }[] = []) =>
  calibrationStatus(channels, channelDates(calibrations), TODAY, 30);

test('an asset without a valid calibration was never calibrated', () => {
  expect(status([])).toEqual({
    calibration_status: 'never',
    overdue_channels: [],
    due_date: null,
    last_calibrated_at: null
  });
  expect(status([calibration({ voided: { at: '2026-01-01' } })]).calibration_status).toBe('never');
});

test.each([
  ['2026-02-28', 'overdue'],
  ['2026-03-01', 'due_soon'],
  ['2026-03-31', 'due_soon'],
  ['2026-04-01', 'calibrated'],
  [null, 'calibrated']
] as const)('due %s with a lead of 30 days on 1 March is %s', (due_date, expected) => {
  expect(status([calibration({ due_date })]).calibration_status).toBe(expected);
});

test('the latest due date decides, whatever the order in which calibrations were recorded', () => {
  const calibrations = [
    calibration({ calibration_date: '2025-06-01', due_date: '2026-06-01' }),
    calibration({ calibration_date: '2024-06-01', due_date: '2025-06-01' }),
    calibration({ calibration_date: '2026-02-01', due_date: '2027-02-01', voided: true })
  ];
  expect(status(calibrations)).toMatchObject({
    calibration_status: 'calibrated',
    due_date: '2026-06-01',
    last_calibrated_at: '2025-06-01'
  });
});

test('an overdue channel is named although the asset is calibrated, unless it is archived', () => {
  const calibrations = [
    calibration({ channel_id: 'a', due_date: '2026-12-01' }),
    calibration({ channel_id: 'b', due_date: '2025-12-01' }),
    calibration({ channel_id: 'c', due_date: '2025-12-01' })
  ];
  const channels = [
    { id: 'a', archived_at: null },
    { id: 'b', archived_at: null },
    { id: 'c', archived_at: '2026-01-01T00:00:00Z' }
  ];
  expect(status(calibrations, channels)).toMatchObject({ calibration_status: 'calibrated', overdue_channels: ['b'] });
});

test('days are added across months, years and the change of clocks', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2026-03-28', 2)).toBe('2026-03-30');
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
});

test('today is the date where the instance stands', () => {
  const at = new Date('2026-03-01T23:30:00Z');
  expect(todayIn('UTC', at)).toBe('2026-03-01');
  expect(todayIn('Europe/Berlin', at)).toBe('2026-03-02');
  expect(todayIn('Nowhere/Else', at)).toBe('2026-03-01');
});
