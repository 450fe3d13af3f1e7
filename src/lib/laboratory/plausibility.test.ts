import { describe, expect, test } from 'vitest';
import { impossibilities, unusualFacts, type RecordToJudge } from './plausibility.ts';

const TODAY = '2026-11-22';
const body = (changes: Partial<RecordToJudge['body']> = {}): RecordToJudge['body'] => ({
  kind: 'internal',
  calibration_date: TODAY,
  ...changes
});
const measuring = {
  range_min: 0, range_max: 100, signal_min: null, signal_max: null, unit: '°C', measured_unit: '°C'
}; // prettier-ignore
const facts = (
  changes: Partial<RecordToJudge['body']> = {},
  more: Partial<RecordToJudge['measuring']> = {},
  inUseSince: string | null = null,
  limits: RecordToJudge['limits'] = null
) => {
  const record = {
    body: body(changes),
    measuring: { ...measuring, ...more },
    registeredOn: '2026-11-01',
    inUseSince,
    limits
  };
  return unusualFacts(record, TODAY);
};
const read = (reference: number, measured = reference, request: object = {}) =>
  ({
    analysis: { request: { points: [{ reference, measured }], unit: '°C', measured_unit: '°C', ...request } }
  }) as never;

test.each([
  ['2026-11-22', []],
  ['2026-11-23', []],
  ['2026-11-24', ['date_in_future']],
  ['2031-01-01', ['date_in_future']]
])('a calibration dated %s while today is 22 November: %j', (calibration_date, codes) => {
  expect(impossibilities(body({ calibration_date }), TODAY).map(({ code }) => code)).toEqual(codes);
});

test.each([
  [{ temperature_c: 900 }, ['environment', 'temperature_c']],
  [{ temperature_c: 80, pressure_kpa: 121 }, ['environment', 'pressure_kpa']],
  [{ temperature_c: -50, relative_humidity_percent: 100, pressure_kpa: 30 }, undefined]
])('an environment of %j is impossible at %j', (environment, path) => {
  expect(impossibilities(body({ environment }), TODAY)[0]?.path).toEqual(path);
});

test.each([
  [{ temperature_c: 0, relative_humidity_percent: 5, pressure_kpa: 60 }, []],
  [{ temperature_c: 50.1 }, ['environment_unusual']],
  [{ relative_humidity_percent: 3 }, ['environment_unusual']],
  [{ temperature_c: 22, pressure_kpa: 59 }, ['environment_unusual']]
])('an environment of %j: %j', (environment, codes) => {
  expect(facts({ environment })).toEqual(codes);
});

describe('a date', () => {
  test('before the instrument was registered deserves a look, unless it comes with the certificate of an outside laboratory', () => {
    expect(facts({ calibration_date: '2026-11-01' })).toEqual([]);
    expect(facts({ calibration_date: '2026-10-31' })).toEqual(['date_before_registration']);
    expect(facts({ calibration_date: '2026-10-31', kind: 'external' })).toEqual([]);
  });
  test('since the instrument has been in use is expected, and one before that is not', () => {
    expect(facts({ calibration_date: '2025-05-05' }, {}, '2025-05-05')).toEqual([]);
    expect(facts({ calibration_date: '2025-05-04' }, {}, '2025-05-05')).toEqual(['date_before_registration']);
    expect(facts({ calibration_date: '2026-11-02' }, {}, '2027-01-01')).toEqual([]);
  });
  test('years back deserves one in either case', () => {
    expect(facts({ calibration_date: '2016-11-22' })).toEqual(['date_before_registration', 'date_long_ago']);
    expect(facts({ calibration_date: '2016-11-22', kind: 'external' })).toEqual(['date_long_ago']);
  });
});

describe('readings', () => {
  test('a little outside the range are usual, a digit too many is not', () => {
    expect(facts(read(-15, 119))).toEqual([]);
    expect(facts(read(250))).toEqual(['readings_outside_range']);
    expect(facts(read(50, 500))).toEqual(['readings_outside_range']);
  });
  test('of an output signal are compared with that signal', () => {
    const transmitter = { measured_unit: 'mA', signal_min: 4, signal_max: 20 };
    expect(facts(read(50, 12, { measured_unit: 'mA' }), transmitter)).toEqual([]);
    expect(facts(read(50, 120, { measured_unit: 'mA' }), transmitter)).toEqual(['readings_outside_range']);
  });
  test('in another unit than the range, or of an instrument without one, are compared with nothing', () => {
    expect(facts(read(5000, 5000, { unit: 'K', measured_unit: 'K' }))).toEqual([]);
    expect(facts(read(5000), { range_max: null })).toEqual([]);
  });
});

test('an environment outside the procedure’s limits is reported even if usual; unmeasured values are not', () => {
  const limits = { temperature_c: { min: 21, max: 25 }, relative_humidity_percent: { min: null, max: 60 } };
  const told = (environment: RecordToJudge['body']['environment']) => facts({ environment }, {}, null, limits);
  expect(told({ temperature_c: 20.9 })).toEqual(['environment_outside_procedure']);
  expect(told({ temperature_c: 25, relative_humidity_percent: 60.1 })).toEqual(['environment_outside_procedure']);
  expect(told({ temperature_c: 21, relative_humidity_percent: 6, pressure_kpa: 70 })).toEqual([]);
  expect(told({ temperature_c: 51 })).toEqual(['environment_unusual', 'environment_outside_procedure']);
  expect(told(undefined)).toEqual([]);
});
