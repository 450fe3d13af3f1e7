import { expect, test } from 'vitest';
import { createCalibrationBody } from '#lib/contracts/calibrations.ts';
import { checkCurve } from '#lib/metrology/curve.ts';
import { MODELS, modelOf } from '#lib/metrology/models/table.ts';
import type { Model } from '#lib/metrology/types.ts';
import { buildBody } from '../form/build-body.ts';
import {
  coefficientText,
  curveForm,
  namesOf,
  NEW_CURVE,
  typeCoefficient,
  type CurveForm
} from './coefficient-curve.ts';
import { aForm, aTransmitter } from '../form/form-fixture.ts';
import { formFor } from '../form/begin-form.ts';
import { formFromBody } from '../form/build-body.ts';

const parts = {
  analysis: null,
  problems: [],
  interval: { value: 365, unit: 'days' as const },
  hasChannels: false,
  today: '2026-11-20',
  doubts: []
};
const withCurve = (coefficients: CurveForm) =>
  aForm([], {
    kind: 'external',
    external_content: 'coefficients',
    lab: { name: 'National institute', certificate_number: 'N-77', accreditation: '' },
    stated: { uncertainty: '0,03', k: '2', degrees_of_freedom: '' },
    coefficients
  });
const base = formFor({
  asset: aTransmitter(),
  channel: null,
  previous: null,
  previousReferences: [],
  today: '2026-12-24'
});

/** A curve of the model with 0,5 · 1,5 · 2,5 … typed into its fields. */
function typedCurve(model: Model): CurveForm {
  const shape: CurveForm = {
    ...NEW_CURVE,
    model,
    numerator: '2',
    expression: 'gain·y + offset',
    knots: [
      { measured: '100', value: '100,2' },
      { measured: '0', value: '0,1' },
      { measured: '', value: '' }
    ]
  };
  return namesOf(shape).reduce((curve, name, i) => typeCoefficient(curve, i, name, `${i},5`), shape);
}

const SYMBOLS: Partial<Readonly<Record<Model, string>>> = {
  none: '',
  offset: 'c0',
  proportional: 'c1',
  linear: 'c0 c1',
  polynomial: 'c0 c1 c2',
  logarithmic: 'c0 c1',
  exponential: 'c0 c1',
  power: 'c0 c1',
  rational: 'c0 c1 c2 c3',
  logistic_4: 'c0 c1 c2 c3',
  logistic_5: 'c0 c1 c2 c3 c4',
  callendar_van_dusen: 'R0 A B C',
  steinhart_hart: 'A B C',
  interpolation: '',
  custom: 'gain offset'
};

/** Of a model that is not written down above. */
const namesInTable = (model: Model): string =>
  modelOf(model)
    .coefficients({ degree: 2, numerator: 2, denominator: 1, parameters: [] })
    .map(({ symbol }) => symbol)
    .join(' ');

test.each(MODELS)('a curve of the model %s is typed by its own names, accepted, and comes back', (model) => {
  const curve = typedCurve(model);
  expect(
    namesOf(curve)
      .map(({ symbol }) => symbol)
      .join(' ')
  ).toBe(SYMBOLS[model] ?? namesInTable(model));
  const { body, problems } = buildBody({ ...parts, form: withCurve(curve) });
  expect(problems).toEqual([]);
  const stated = createCalibrationBody.parse(body).coefficients_only;
  if (stated === undefined || body === null) throw new Error('not built');
  expect(() => checkCurve(stated, ['coefficients_only'])).not.toThrow();
  expect(buildBody({ ...parts, form: formFromBody(body, base, null) }).body).toEqual(body);
});

test('a platinum thermometer that was never below zero has no C', () => {
  const curve = typedCurve('callendar_van_dusen');
  const { body } = buildBody({ ...parts, form: withCurve({ ...curve, values: curve.values.slice(0, 3) }) });
  expect(body?.coefficients_only?.coefficients).toEqual([0.5, 1.5, 2.5]);
});

test('the points of an interpolation may be in falling order; a duplicate is refused at its field', () => {
  const curve = typedCurve('interpolation');
  const { body } = buildBody({ ...parts, form: withCurve(curve) });
  expect(body?.coefficients_only).toMatchObject({ knots: [0, 100], coefficients: [0.1, 100.2] });
  const twice = { ...curve, knots: [...curve.knots.slice(0, 2), { measured: '100,0', value: '3' }] };
  expect(buildBody({ ...parts, form: withCurve(twice) }).problems).toEqual([
    { field: 'coefficients.knots.2.measured', code: 'knot_twice' }
  ]);
});

test('a faulty formula, a missing coefficient and half a place are reported at their fields', () => {
  const problems = (curve: CurveForm) =>
    buildBody({ ...parts, form: withCurve(curve) }).problems.map(({ field, code }) => `${field} ${code}`);
  expect(problems({ ...typedCurve('custom'), expression: 'a*(y' })).toContain(
    'coefficients.expression formula_ends_early'
  );
  expect(problems({ ...typedCurve('rational'), values: ['1', '2', '', '4'] })).toEqual(['coefficients.2 missing']);
  const half = typedCurve('interpolation').knots.with(1, { measured: '0', value: '' });
  expect(problems({ ...typedCurve('interpolation'), knots: half })).toEqual(['coefficients.knots.1.value missing']);
});

test('the coefficients of a formula follow their names when it is rewritten', () => {
  const curve = { ...typedCurve('custom'), expression: 'offset + gain*y' };
  expect(namesOf(curve).map((name, i) => `${name.symbol} ${coefficientText(curve, i, name)}`)).toEqual([
    'offset 1,5',
    'gain 0,5'
  ]);
  expect(curveForm({ model: 'custom', coefficients: [1, 2], expression: 'a + b*y' }).named).toEqual({ a: '1', b: '2' });
});
