import { expect, test } from 'vitest';
import { analyze } from '#lib/metrology/analyze.ts';
import { createCalibrationBody } from '#lib/contracts/calibrations.ts';
import { buildBody } from './build-body.ts';
import { dueDate } from '../sections/occasion.ts';
import { NEW_CURVE } from '../typed/coefficient-curve.ts';
import { aCalibration, aForm, aTransmitter, REFERENCE } from './form-fixture.ts';
import { formFor } from './begin-form.ts';
import { formFromBody } from './build-body.ts';
import { buildAnalysis } from './build-analysis.ts';
import { referenceOptions } from '../references/reference-choice.ts';

const reference =
  referenceOptions({
    assets: [REFERENCE],
    calibrations: [aCalibration(REFERENCE)],
    assetId: aTransmitter().id,
    unit: '°C',
    date: '2026-11-20'
  })[0]?.chosen ?? null;

const coefficients = aForm([], {
  kind: 'external',
  external_content: 'coefficients',
  lab: { name: 'National institute', certificate_number: 'N-77', accreditation: '' },
  stated: { uncertainty: '0,03', k: '2', degrees_of_freedom: '' },
  coefficients: { ...NEW_CURVE, model: 'linear', values: ['0.01', '1,0002'] }
});
const parts = {
  analysis: null,
  problems: [],
  interval: { value: 365, unit: 'days' as const },
  hasChannels: false,
  today: '2026-11-20',
  doubts: []
};

test('the coefficients of an outside certificate make a body that the contract accepts', () => {
  const { body } = buildBody({ ...parts, form: coefficients });
  expect(createCalibrationBody.parse(body)).toMatchObject({
    due_date: '2027-11-20',
    coefficients_only: { coefficients: [0.01, 1.0002], expanded_uncertainty: 0.03, coverage_factor: 2 }
  });
});

test('everything that is missing is named at its field', () => {
  const form = { ...coefficients, lab: { name: '', certificate_number: '', accreditation: '' } };
  expect(buildBody({ ...parts, form }).problems.map((problem) => problem.field)).toEqual([
    'lab.name',
    'lab.certificate_number'
  ]);
  expect(buildBody({ ...parts, form: aForm([['1', '1']]) }).problems.map((problem) => problem.code)).toContain(
    'reference_missing'
  );
});

test('an asset with channels is calibrated by channel', () => {
  expect(buildBody({ ...parts, form: coefficients, hasChannels: true }).problems).toEqual([
    { field: 'channel_id', code: 'channel_missing' }
  ]);
});

test('the due date follows the date and the interval until one is typed', () => {
  expect(dueDate(coefficients, { value: 30, unit: 'days' })).toBe('2026-12-20');
  expect(dueDate(coefficients, null)).toBeNull();
  expect(dueDate({ ...coefficients, due_date: '2027-01-01' }, { value: 30, unit: 'days' })).toBe('2027-01-01');
  const early = buildBody({ ...parts, form: { ...coefficients, due_date: '2026-01-01' } });
  expect(early.problems).toEqual([{ field: 'due_date', code: 'due_before_date' }]);
});

test.each([
  ['', 'missing'],
  ['0026-11-20', 'out_of_range'],
  ['20226-11-20', 'out_of_range']
])('a date that is being typed, %j, is no day, and not due for anything', (calibration_date, code) => {
  const typing = { ...coefficients, calibration_date };
  expect(dueDate(typing, { value: 365, unit: 'days' })).toBeNull();
  expect(buildBody({ ...parts, form: typing }).problems).toEqual([{ field: 'calibration_date', code }]);
  const due = buildBody({ ...parts, form: { ...coefficients, due_date: '0027-11-20' } });
  expect(due.problems).toEqual([{ field: 'due_date', code: 'out_of_range' }]);
});

test('a refused record comes back as the form that made it', () => {
  const base = formFor({
    asset: aTransmitter(),
    channel: null,
    previous: null,
    previousReferences: [],
    today: '2026-12-24'
  });
  const first = buildBody({ ...parts, form: coefficients }).body;
  expect(first && buildBody({ ...parts, form: formFromBody(first, base, null) }).body).toEqual(first);

  const typed = aForm(
    [
      ['1,5', '1,6'],
      ['2', '2.2'],
      ['3', '3.1'],
      ['4', '4.2'],
      ['5', '5.1']
    ],
    {
      reference,
      environment: { temperature: '22,4', humidity: '46', pressure: '' },
      rule: 'non_binary',
      notes: 'before lunch'
    }
  );
  const request = buildAnalysis(typed).request;
  expect(request).not.toBeNull();
  if (request === null || reference === null) return;
  const analysis = { request, result: analyze(request) };
  const { body } = buildBody({ ...parts, form: typed, analysis });
  expect(createCalibrationBody.parse(body)).toEqual(body);
  if (body === null) return;
  const returned = formFromBody(body, base, reference);
  expect(buildAnalysis(returned).request).toEqual(request);
  expect(returned.environment).toEqual({ temperature: '22.4', humidity: '46', pressure: '' });
});

test('what only the certificate says goes along, and comes back where a refused entry is corrected', () => {
  const stated = {
    ...aForm([]),
    tolerance: [{ kind: 'absolute', lower: '-0.3', upper: '0.3' }] as const,
    specification: 'ACME, data sheet DS-7, 2025',
    received_on: '2026-11-18',
    item_condition: 'Housing scratched',
    customer_data: ['item', 'condition'] as const,
    calibration_date: '2026-11-20'
  };
  const external = {
    ...stated,
    kind: 'external' as const,
    external_content: 'uncertainty' as const,
    stated: { uncertainty: '0.014', k: '2', degrees_of_freedom: '' },
    lab: { name: 'National institute', certificate_number: 'N-77', accreditation: 'NMI 0071' }
  };
  const { body } = buildBody({ ...parts, form: external });
  expect(body).toMatchObject({
    lab_accreditation: 'NMI 0071',
    received_on: '2026-11-18',
    item_condition: 'Housing scratched',
    customer_data: ['item', 'condition'] as const,
    coefficients_only: { model: 'none', coefficients: [], expanded_uncertainty: 0.014 }
  });
  // Without points nothing is judged, and no limits are to be identified.
  expect(body?.specification).toBeNull();
  const back = body && formFromBody(body, aForm([]), null);
  expect(back).toMatchObject({ external_content: 'uncertainty', received_on: '2026-11-18', lab: external.lab });
  const late = buildBody({ ...parts, form: { ...external, received_on: '2026-11-21' } });
  expect(late.problems).toEqual([{ field: 'received_on', code: 'received_after_date' }]);
});

test('a day after tomorrow is refused by the clock of the device, tomorrow is not: elsewhere it may have come', () => {
  const dated = (calibration_date: string) =>
    buildBody({ ...parts, form: { ...coefficients, calibration_date } }).problems.map(({ code }) => code);
  expect(dated('2026-11-21')).toEqual([]);
  expect(dated('2026-11-22')).toEqual(['date_in_future']);
  const hot = { ...coefficients, environment: { ...coefficients.environment, temperature: '900' } };
  expect(buildBody({ ...parts, form: hot }).problems).toEqual([
    { field: 'environment.temperature', code: 'out_of_range' }
  ]);
});

test('a reference in doubt needs a reason, which the body carries with what it is for', () => {
  const form = aForm([['1', '1']], { reference, reference_reason: ' ' });
  const doubts = ['overdue'] as const;
  expect(buildBody({ ...parts, form, doubts }).problems).toContainEqual({ field: 'reference_reason', code: 'missing' });
  const readings: [string, string][] = Array.from({ length: 6 }, (_, i) => [String(i * 20), String(i * 20 + 0.1)]);
  const { request } = buildAnalysis(aForm(readings, { reference }));
  if (!request) throw new Error('no request');
  const analysis = { request, result: analyze(request) };
  const explained = { ...form, reference_reason: 'The next one is away' };
  expect(buildBody({ ...parts, form: explained, doubts, analysis }).body).toMatchObject({
    reference_reason: 'The next one is away',
    reference_problems: ['overdue']
  });
  expect(buildBody({ ...parts, form: explained, analysis }).body).not.toHaveProperty('reference_reason');
});
