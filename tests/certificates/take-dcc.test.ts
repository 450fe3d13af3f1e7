/** A digital certificate becomes an external calibration: in the units of the instrument, with every point, U and k. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DccReading } from '#lib/contracts/dcc.ts';
import { writeDcc } from '#lib/server/certificates/dcc/write-dcc.ts';
import { readDcc } from '#lib/server/dcc/read-dcc.ts';
import { notTaken } from '#lib/worksheet/dcc/not-taken.ts';
import { applyDcc, firstChoice, isOfInstrument, takeFrom } from '#lib/worksheet/dcc/take-dcc.ts';
import { buildAnalysis } from '#lib/worksheet/form/build-analysis.ts';
import { aTransmitter } from '#lib/worksheet/form/form-fixture.ts';
import { formFor } from '#lib/worksheet/form/begin-form.ts';
import type { UnitFields } from '#lib/worksheet/sections/units.ts';
import { dccCase } from './dcc-cases.ts';
import { TRUTH } from './dcc-schema.ts';

const read = (name: string) => readDcc(readFileSync(resolve(TRUTH, `examples/${name}.xml`)), ['en']);
const DEGREES = { unit: '°C', measured_unit: '' };
const begun = (units: UnitFields = DEGREES) => ({
  ...formFor({ asset: aTransmitter(), channel: null, previous: null, previousReferences: [], today: '2026-11-23' }),
  ...units
});
const filled = (reading: DccReading, units: UnitFields = DEGREES) =>
  applyDcc(reading, takeFrom(reading, firstChoice(reading), units))(begun(units));
const requestOf = (reading: DccReading, units?: UnitFields) => buildAnalysis(filled(reading, units)).request;

describe('a digital certificate as an external calibration', () => {
  it('in kelvin fills a form in degrees Celsius, U and k with it', () => {
    const reading = read('gp_temperature_typical_v12');
    const taken = takeFrom(reading, firstChoice(reading), DEGREES);
    expect(taken).toEqual({
      points: [
        { reference: 33.098, measured: 33.17 },
        { reference: 99.971, measured: 100.06 },
        { reference: 175.103, measured: 175.21 },
        { reference: 250.169, measured: 250.16 },
        { reference: 320.004, measured: 319.92 }
      ],
      asFound: [],
      units: DEGREES,
      stated: { expanded_uncertainty: 0.061, coverage_factor: 2 },
      each: [],
      notes: []
    });
    const form = filled(reading);
    expect(form).toMatchObject({
      kind: 'external',
      external_content: 'points',
      lab: { name: 'Kalibrierfirma GmbH', certificate_number: 'GP_DCC_temperature_typical_1.2' },
      calibration_date: '1957-08-13'
    });
    expect(requestOf(reading)).toMatchObject({
      points: taken.points,
      uncertainty: { reference_standard: { expanded_uncertainty: 0.061, coverage_factor: 2 } }
    });
  });

  it('of humidity states the largest U, shows that of each point, and lists them as left in the file', () => {
    const reading = read('gp_humidity_v1.0');
    const taken = takeFrom(reading, firstChoice(reading), { unit: '% RH', measured_unit: '' });
    expect(taken.points[0]).toEqual({ reference: 20.1, measured: 19.7 });
    expect(taken.stated).toEqual({ expanded_uncertainty: 1.1, coverage_factor: 2 });
    expect(taken.notes).toEqual([{ code: 'uncertainty_varies', least: 0.6, most: 1.1, unit: '% RH' }]);
    expect(taken.each).toEqual([0.6, 0.8, 1, 1.1, 1, 0.8, 0.6]);
    const listed = notTaken(reading, firstChoice(reading), taken).map(({ text }) => text);
    expect(
      listed.some((text) => text.endsWith('U [\\one] 0.006 0.008 0.01 0.011 0.01 0.008 0.006; k 2 2 2 2 2 2 2'))
    ).toBe(true);
  });

  it('of a resistance does not take U in ohm for U of the temperature', () => {
    const reading = read('dcclib_valid_formula');
    const taken = takeFrom(reading, firstChoice(reading), { unit: '°C', measured_unit: 'Ω' });
    expect(taken.points[1]).toEqual({ reference: 10.001, measured: 103.9329 });
    expect(taken.units).toEqual({ unit: '°C', measured_unit: 'Ω' });
    expect(taken.stated).toBeNull();
    expect(taken.notes).toEqual([{ code: 'other_uncertainty', stated: 'kg·m²/(A²·s³)' }]);
  });

  it('with no table of points fills the laboratory, the number and the date, and leaves the points alone', () => {
    const reading = read('siliziumkugel_2.4.0');
    const taken = takeFrom(reading, firstChoice(reading), DEGREES);
    expect(taken.notes).toEqual([{ code: 'no_points' }]);
    const [form, before] = [filled(reading), begun()];
    expect(form).toMatchObject({ lab: { certificate_number: 'PTB - 11129 18' }, calibration_date: '2018-10-12' });
    expect([form.rows, form.unit, form.stated]).toEqual([before.rows, before.unit, before.stated]);
    expect(notTaken(reading, firstChoice(reading), taken).map(({ text }) => text)).toContain(
      'mass [\\kilogram] 1.00007841'
    );
  });

  it('in a unit of another quantity is taken as stated, and says so', () => {
    const reading = read('dcclib_valid');
    const taken = takeFrom(reading, firstChoice(reading), { unit: 'kPa', measured_unit: '' });
    expect(taken.units).toEqual({ unit: 'K', measured_unit: '' });
    expect(taken.points[0]).toEqual({ reference: 306.248, measured: 306.32 });
    expect(taken.stated).toEqual({ expanded_uncertainty: 0.061, coverage_factor: 2 });
    expect(taken.notes).toEqual([{ code: 'other_unit', stated: 'K', own: 'kPa' }]);
  });

  it('drops nothing silently: every column, condition and text is taken or listed', () => {
    const reading = read('dcclib_valid_formula');
    const choice = firstChoice(reading);
    const listed = notTaken(reading, choice, takeFrom(reading, choice, DEGREES));
    const paths = listed.map(({ path }) => path);
    // Of the table that is taken, U stays: it is in ohm.
    for (const result of reading.results) {
      for (const { path, uncertainty } of result.columns)
        expect(paths.includes(path)).toBe(result.path !== choice.left || uncertainty !== null);
    }
    const form = filled(reading);
    const around = Object.values(form.environment).filter((text) => text !== '').length;
    expect(listed.length).toBeGreaterThanOrEqual(reading.leftovers.length + reading.conditions.length - around);
  });

  it('brings the surroundings and the day of receipt in the units of the form, and lists what is ambiguous', () => {
    const hasAll = ({ environment }: { environment?: object | null }) => Object.keys(environment ?? {}).length === 3;
    let facts = dccCase(0);
    for (let index = 1; index < 200 && !(facts?.request && hasAll(facts.context)); index++) facts = dccCase(index);
    if (!facts) throw new Error('no case has surroundings');
    const reading = readDcc(new TextEncoder().encode(writeDcc(facts)), [facts.context.language]);
    const { environment } = facts.context;
    const form = filled(reading);
    expect(form.environment).toEqual({
      temperature: String(environment?.temperature_c),
      humidity: String(environment?.relative_humidity_percent),
      pressure: String(environment?.pressure_kpa)
    });
    const choice = firstChoice(reading);
    const paths = (of: DccReading) => notTaken(of, choice, takeFrom(of, choice, DEGREES)).map(({ path }) => path);
    for (const { path } of reading.conditions) expect(paths(reading)).not.toContain(path);

    const [first] = reading.conditions;
    if (!first) throw new Error('no condition was read');
    const air = { ...first, path: 'a', name: 'Air', value: 295.15, unit: 'K', unit_dsi: '\\kelvin' };
    const stated = (conditions: DccReading['conditions']) => ({ ...reading, conditions });
    expect(filled(stated([air])).environment.temperature).toBe('22');
    // Of two, neither; a bath is not the room; what cannot be is nobody's temperature.
    for (const conditions of [
      [air, { ...air, path: 'b', value: 296 }],
      [{ ...air, name: 'Bath temperature' }],
      [{ ...air, value: 900 }],
      [{ ...air, unit: null }]
    ]) {
      expect(filled(stated(conditions)).environment.temperature).toBe('');
      expect(paths(stated(conditions))).toContain('a');
    }
    const mbar = { ...air, name: 'Pressure', value: 1008, unit: 'hPa' };
    expect(filled(stated([mbar])).environment.pressure).toBe('100.8');
    const purity = { ...air, name: 'Purity', value: 46, unit: '%' };
    expect(filled(stated([purity])).environment.humidity).toBe('');

    const received = { ...reading, received_on: reading.calibrated_to };
    expect(filled(received).received_on).toBe(reading.calibrated_to);
    expect(paths(received).some((path) => path.endsWith('receiptDate'))).toBe(false);
    const late = { ...reading, received_on: '2999-01-01' };
    expect(filled(late).received_on).toBe('');
    expect(paths(late).some((path) => path.endsWith('receiptDate'))).toBe(true);
  });

  it('is compared with the instrument by its identifications', () => {
    const reading = read('siliziumkugel_2.4.0');
    expect(isOfInstrument(reading, { asset_id: 'REF-1', serial_number: 'SI28KG-03-A' })).toBe(true);
    expect(isOfInstrument(reading, { asset_id: 'Si28kg_03_a', serial_number: null })).toBe(true);
    expect(isOfInstrument(reading, { asset_id: 'REF-1', serial_number: '4711' })).toBe(false);
  });
});
