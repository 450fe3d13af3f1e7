import { expect, test } from 'vitest';
import { analysisRequestSchema } from '#lib/contracts/analysis-request.ts';
import { buildAnalysis } from './build-analysis.ts';
import { fieldOfRefusal } from './field-of-refusal.ts';
import type { CalibrateForm } from './calibrate-form.ts';
import { formFor } from './begin-form.ts';
import { aCalibration, aForm, aTransmitter } from './form-fixture.ts';
import { withRequest } from './build-analysis.ts';
import { repeatsOf } from '../rows/repeats.ts';
import { setAdjusted, typeReading } from '../edits/row-edits.ts';

test('points typed with comma, point and U+2212 become numbers, blank rows are passed over', () => {
  const built = buildAnalysis(
    aForm([
      ['0,012', '−0.05'],
      ['', ''],
      ['10.034', '9,99']
    ])
  );
  expect(built.problems).toEqual([]);
  expect(built.rowIds.left).toEqual([0, 2]);
  expect(built.request?.points).toEqual([
    { reference: 0.012, measured: -0.05 },
    { reference: 10.034, measured: 9.99 }
  ]);
  expect(analysisRequestSchema.parse(built.request)).toEqual(built.request);
});

test('an unreadable or half-typed point is reported at its cell and left out of the live result', () => {
  const built = buildAnalysis(
    aForm([
      ['1', '1.1'],
      ['abc', '2'],
      ['3', '']
    ])
  );
  expect(built.request?.points).toHaveLength(1);
  expect(built.problems).toEqual([
    { field: 'rows.1.left.reference', code: 'unreadable' },
    { field: 'rows.2.left.measured', code: 'half_point' }
  ]);
});

test('an unreadable condition withholds the result: it would be another one', () => {
  const built = buildAnalysis(aForm([['1', '1.1']], { resolution: '0,0x' }));
  expect(built.request).toBeNull();
  expect(built.problems).toEqual([{ field: 'resolution', code: 'unreadable' }]);
});

test('an excluded point stays typed but does not count', () => {
  const form = aForm([
    ['1', '1.1'],
    ['2', '2.1']
  ]);
  const rows = form.rows.map((row) => (row.id === 1 ? { ...row, left: { ...row.left, excluded: true } } : row));
  expect(buildAnalysis({ ...form, rows }).request?.points).toEqual([{ reference: 1, measured: 1.1 }]);
});

test('uncertainties of points are sent with weights only: ordinary least squares refuses them', () => {
  const form = typeReading(0, 'left', 'u_reference', '0,1')(aForm([['1', '1.1']]));
  expect(buildAnalysis(form).request?.points[0]).toEqual({ reference: 1, measured: 1.1 });
  const weighted = { ...form, fit: { ...form.fit, method: 'wls' as const } };
  expect(buildAnalysis(weighted).request?.points[0]).toEqual({ reference: 1, measured: 1.1, u_reference: 0.1 });
});

test('an adjustment turns what was typed into the as-found run', () => {
  const form = setAdjusted(true)(
    aForm([
      ['1', '1.5'],
      ['2', '2.5']
    ])
  );
  const typed = typeReading(0, 'left', 'measured', '1.01')(typeReading(0, 'left', 'reference', '1')(form));
  const request = buildAnalysis(typed).request;
  expect(request?.as_found_points).toHaveLength(2);
  expect(request?.points).toEqual([{ reference: 1, measured: 1.01 }]);
  expect(setAdjusted(false)(form).rows.map((row) => row.left.measured)).toEqual(['1.5', '2.5']);
});

test('nominal values go with the points; which of them are repeats can be said otherwise', () => {
  const form = aForm([
    ['0.01', '0.1'],
    ['10.03', '10.1'],
    ['0.02', '0.2']
  ]);
  const rows = form.rows.map((row, i) => ({ ...row, nominal: i === 1 ? '10' : '0' }));
  const groups = (changed: Partial<CalibrateForm>) =>
    buildAnalysis({ ...form, rows, ...changed }).request?.points.map((point) => point.group);
  expect(buildAnalysis({ ...form, rows }).request?.points.map((point) => point.nominal)).toEqual([0, 10, 0]);
  // The ten was met once: nothing is a repeat unless the author says so.
  expect(groups({})).toEqual([undefined, undefined, undefined]);
  expect(groups({ repeats: 'equal' })).toEqual([0, 1, 0]);
  const twice = rows.filter((_, i) => i !== 1);
  expect(groups({ rows: twice })).toEqual([undefined, undefined]);
  expect(repeatsOf({ rows: twice, repeats: 'plan' }, 'left')).toMatchObject({ count: true, met: [{ times: 2 }] });
  expect(groups({ rows: twice, repeats: 'none' })).toEqual([0, 1]);
  // What is no number has no nominal value to send: its group says it.
  expect(groups({ rows: twice.map((row) => ({ ...row, nominal: 'zero' })) })).toEqual([0, 0]);
});

test('a tolerance open to one side has one limit, an empty one is none', () => {
  const open = aForm([['1', '1']], { tolerance: [{ kind: 'absolute', lower: '', upper: '0,5' }] });
  expect(buildAnalysis(open).request?.conformity?.tolerance).toEqual([{ kind: 'absolute', lower: null, upper: 0.5 }]);
  expect(
    buildAnalysis({ ...open, tolerance: [{ kind: 'absolute', lower: '', upper: '' }] }).request?.conformity
  ).toBeUndefined();
});

test('a coverage probability is typed in percent', () => {
  expect(buildAnalysis(aForm([['1', '1']])).request?.uncertainty.coverage_probability).toBe(0.9545);
});

test('a refusal of the engine is shown at the cell it came from', () => {
  const form = aForm([
    ['', ''],
    ['1', '1.1']
  ]);
  const { rowIds } = buildAnalysis(form);
  expect(fieldOfRefusal(['points', 0, 'measured'], rowIds, form)).toBe('rows.1.left.measured');
  expect(fieldOfRefusal(['fit', 'degree'], rowIds, form)).toBe('fit.degree');
  expect(fieldOfRefusal(['uncertainty', 'resolution'], rowIds, form)).toBe('resolution');
  expect(fieldOfRefusal(['points'], rowIds, form)).toBe('rows');
});

test('an as-found run is shown before the first as-left reading, but is no result to save', () => {
  const built = buildAnalysis(setAdjusted(true)(aForm([['1', '1.5']])));
  expect(built.request).toBeNull();
  expect(built.foundOnly?.as_found_points).toEqual([{ reference: 1, measured: 1.5 }]);
  expect(built.rowIds).toEqual({ left: [], found: [0], check: [] });
});

test('while a formula is half typed the errors as found stay in sight', () => {
  const form = aForm([
    ['1', '1.5'],
    ['2', '2.5']
  ]);
  const built = buildAnalysis({ ...form, fit: { ...form.fit, model: 'custom', expression: 'c0 +' } });
  expect(built.request).toBeNull();
  expect(built.foundOnly).toMatchObject({ fit: { model: 'none' }, points: [{ measured: 1.5 }, { measured: 2.5 }] });
});

test('the capability of the record counts for an internal calibration, whatever is typed; a typed one where there is none', () => {
  const cmcOf = (changes: Parameters<typeof aForm>[1]) =>
    buildAnalysis(aForm([['1', '1.1']], changes)).request?.uncertainty.cmc;
  const capability = { a: 0.02, b: 0.001 };
  expect(cmcOf({ capability, cmc: '0.0001' })).toEqual(capability);
  expect(cmcOf({ capability: 0.02 })).toBe(0.02);
  expect(cmcOf({ capability, kind: 'external' })).toBeUndefined();
  expect(cmcOf({ cmc: '0,05' })).toBe(0.05);
  expect(cmcOf({ cmc: '0.05', cmc_share: '0.002' })).toEqual({ a: 0.05, b: 0.002 });
});

test('the nominal characteristic of a transmitter is in force until a calibration gives another curve, or one is typed', () => {
  const asset = {
    ...aTransmitter(),
    unit: '°C',
    measured_unit: 'mA',
    range_min: -50,
    range_max: 150,
    signal_min: 4,
    signal_max: 20
  };
  const start = { asset, channel: null, previousReferences: [], today: '2026-11-20' };
  const fresh = formFor({ ...start, previous: null });
  const inForce = (form: CalibrateForm) => {
    const rows = aForm([['0', '8']]).rows;
    return buildAnalysis({ ...form, rows }).request?.correction_in_force;
  };
  const nominal = { model: 'linear', coefficients: [-50, 200], center: 4, scale: 16 };
  expect(inForce(fresh)).toEqual(nominal);
  expect(inForce({ ...fresh, use_nominal: false })).toBeUndefined();
  const request = buildAnalysis({ ...fresh, rows: aForm([['0', '8']]).rows }).request;
  if (!request) throw new Error('The form can be read.');
  expect(inForce(withRequest(fresh, request))).toEqual(nominal);
  const corrected = formFor({ ...start, previous: aCalibration(asset) });
  expect(inForce(corrected)?.calibration_id).toBe(aCalibration(asset).id);
  const asItReads = formFor({
    ...start,
    asset: { ...asset, correction_applied: false },
    previous: aCalibration(asset)
  });
  expect(inForce(asItReads)).toEqual(nominal);
});
