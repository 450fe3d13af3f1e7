import { describe, expect, test } from 'vitest';
import {
  addDays,
  calibrationStatus,
  channelDates,
  hasFailed,
  mergeDates,
  todayIn,
  type JudgedCalibration
} from './calibration-status.ts';

const TODAY = '2026-03-01';
const calibration = (changes: Partial<JudgedCalibration>): JudgedCalibration => ({
  id: 'c',
  version: 1,
  channel_id: null,
  conforms: null,
  profile: null,
  calibration_date: '2025-03-01',
  due_date: '2026-09-01',
  voided: null,
  ...changes
});
const status = (calibrations: JudgedCalibration[], channels: { id: string; archived_at: string | null }[] = []) =>
  calibrationStatus(channels, channelDates(calibrations), TODAY, 30);

test('an asset without a valid calibration was never calibrated', () => {
  expect(status([])).toEqual({
    calibration_status: 'never',
    overdue_channels: [],
    due_date: null,
    last_calibrated_at: null,
    last_verdict: null
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

test('today is the date in the time zone of the instance', () => {
  const at = new Date('2026-03-01T23:30:00Z');
  expect(todayIn('UTC', at)).toBe('2026-03-01');
  expect(todayIn('Europe/Berlin', at)).toBe('2026-03-02');
  expect(todayIn('Nowhere/Else', at)).toBe('2026-03-01');
});

describe('the last verdict', () => {
  const failed = { conforms: false } as const;
  const conforms = { conforms: true } as const;
  const inUse = (id: string) => ({ id, archived_at: null });

  test('is that of the greatest date, then of the greatest version, whatever was recorded last', () => {
    const older = calibration({ id: 'old', calibration_date: '2024-01-01', version: 5, ...failed });
    expect(status([calibration({ id: 'new', ...conforms }), older]).last_verdict).toEqual({
      calibration_id: 'new',
      conforms: true,
      as_found: null,
      as_left: null
    });
    expect(hasFailed(status([calibration({ version: 2, ...failed }), calibration({ version: 1, ...conforms })]))).toBe(
      true
    );
  });

  test('is that of the one before, where the last one is voided', () => {
    const good = calibration({ id: 'good', calibration_date: '2024-01-01', ...conforms });
    expect(status([good, calibration({ id: 'bad', voided: true, ...failed })]).last_verdict?.calibration_id).toBe(
      'good'
    );
  });

  test('of a channel that does not conform is hidden by no other channel, unless it is archived', () => {
    const calibrations = [
      calibration({ id: 'a', channel_id: 'a', calibration_date: '2026-02-01', ...conforms }),
      calibration({ id: 'b', channel_id: 'b', calibration_date: '2025-02-01', ...failed })
    ];
    expect(status(calibrations, [inUse('a'), inUse('b')]).last_verdict?.calibration_id).toBe('b');
    const archived = { id: 'b', archived_at: '2026-01-01T00:00:00Z' };
    expect(status(calibrations, [inUse('a'), archived]).last_verdict?.calibration_id).toBe('a');
  });

  test('of the asset as a whole counts until a channel is calibrated on that day or later', () => {
    const whole = calibration({ id: 'whole', calibration_date: '2026-01-01', ...failed });
    const channel = calibration({ id: 'a', channel_id: 'a', calibration_date: '2025-12-31', ...conforms });
    expect(status([whole, channel], [inUse('a')]).last_verdict?.calibration_id).toBe('whole');
    const since = calibration({ id: 'a2', channel_id: 'a', calibration_date: '2026-01-01', ...conforms });
    expect(status([whole, channel, since], [inUse('a')]).last_verdict?.calibration_id).toBe('a2');
  });

  test('is found from what a device has kept, whatever the order in which it came', () => {
    const [first] = channelDates([calibration({ id: 'new', calibration_date: '2026-02-01', ...failed })]);
    const [second] = channelDates([calibration({ id: 'old', calibration_date: '2025-02-01', ...conforms })]);
    const kept = { channel_id: null, due_date: null, last_calibrated_at: '2024-01-01' };
    if (!first || !second) throw new Error('nothing was reduced');
    for (const entries of [
      [kept, first, second],
      [second, first, kept],
      [first, kept, second]
    ]) {
      expect(calibrationStatus([], mergeDates(entries), TODAY, 30).last_verdict?.calibration_id).toBe('new');
    }
  });
});
