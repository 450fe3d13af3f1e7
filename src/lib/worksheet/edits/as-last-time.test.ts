import { expect, test } from 'vitest';
import type { Calibration } from '#lib/contracts/calibrations.ts';
import { analyze } from '#lib/metrology/analyze.ts';
import type { AnalysisRequest } from '#lib/metrology/types.ts';
import { asLastTime, missingLines, takeLines } from './as-last-time.ts';
import { aCalibration, aForm, aTransmitter, REFERENCE } from '../form/form-fixture.ts';
import { referenceOptions } from '../references/reference-choice.ts';
import { formFor } from '../form/begin-form.ts';

const DRIFT = { name: 'Drift of the reference', source: 'drift', type: 'B', distribution: 'rectangular', value: 0.026, acts_on: 'corrected' } as const; // prettier-ignore
const REQUEST: AnalysisRequest = {
  points: [0, 25, 50, 75, 100].map((x) => ({ reference: x + 0.01, measured: x + 0.05 })),
  fit: { model: 'linear' },
  uncertainty: {
    coverage_factor: 2,
    resolution: 0.01,
    contributions: [DRIFT],
    reference_standard: { expanded_uncertainty: 0.03, coverage_factor: 2 }
  },
  conformity: { tolerance: [{ kind: 'absolute', lower: -0.3, upper: 0.3 }], rule: 'simple_acceptance' },
  unit: '°C',
  measured_unit: '°C'
};
const REFERENCED = aCalibration(REFERENCE, { id: '018f0000-0000-7000-8000-0000000000d1' });
const PLACE = '018f0000-0000-7000-8000-0000000000e1';

const previous = (changes: Partial<Calibration> = {}): Calibration => {
  const result = analyze(REQUEST);
  return {
    ...aCalibration(aTransmitter(), {
      kind: 'internal',
      version: 3,
      calibration_date: '2025-11-20',
      reference_asset_id: REFERENCE.id,
      reference_calibration_id: REFERENCED.id,
      calibration_location_id: PLACE,
      customer: { name: 'Northfield Process Ltd', address: '14 Quay Street' },
      environment: { temperature_c: 22.4 }
    }),
    analysis_request: REQUEST,
    points: [...result.points],
    result,
    device_result: null,
    ...changes
  } as Calibration;
};
const around = (calibrations = [REFERENCED]) => ({
  places: [PLACE],
  references: referenceOptions({
    assets: [REFERENCE],
    calibrations,
    assetId: aTransmitter().id,
    unit: '°C',
    date: '2026-11-20'
  })
});

test('one press takes reference, budget, environment, place, customer, plan, fit and rule; readings stay at their values', () => {
  const form = asLastTime(aForm([['50.02', '50.11']], { rows: aForm([['50.02', '50.11']]).rows.map((row) => ({ ...row, nominal: '50' })) }), previous(), around()); // prettier-ignore
  expect(form.reference).toMatchObject({ asset_id: REFERENCE.id, calibration_id: REFERENCED.id });
  expect(form.contributions).toMatchObject([{ name: DRIFT.name, source: 'drift', value: '0.026' }]);
  expect(form.environment).toEqual({ temperature: '22.4', humidity: '', pressure: '' });
  expect(form.location_id).toBe(PLACE);
  expect(form.customer.name).toBe('Northfield Process Ltd');
  expect(form.rows.map((row) => [row.nominal, row.left.measured])).toEqual([
    ['0', ''],
    ['25', ''],
    ['50', '50.11'],
    ['75', ''],
    ['100', '']
  ]);
  expect(form.fit.model).toBe('linear');
  expect(form.rule).toBe('simple_acceptance');
  expect(form.coverage).toMatchObject({ by: 'k', k: '2' });
  expect(form.last_time).toMatchObject({ version: 3, differs: ['environment'] });
  const ids = [...form.rows, ...form.contributions].map(({ id }) => id);
  expect(Math.max(...ids)).toBeLessThan(form.next_id);
});

test('what is not as it was is marked, and what the registry says today stays', () => {
  const newer = aCalibration(REFERENCE, { id: '018f0000-0000-7000-8000-0000000000d2', version: 2, calibration_date: '2026-05-01', due_date: '2026-06-01' }); // prettier-ignore
  const asset = aTransmitter({ tolerance: [{ kind: 'absolute', lower: -0.2, upper: 0.2 }], resolution: 0.1 });
  const fresh = formFor({ asset, channel: null, previous: null, previousReferences: [], today: '2026-11-20' });
  const form = asLastTime(fresh, previous({ calibration_location_id: REFERENCE.id }), around([REFERENCED, newer]));
  expect(form.tolerance).toEqual(fresh.tolerance);
  expect(form.resolution).toBe('0.1');
  expect(form.reference?.calibration_id).toBe(newer.id);
  expect(form.last_time?.differs).toEqual([
    'reference_overdue',
    'reference_newer',
    'tolerance',
    'resolution',
    'place_gone',
    'environment'
  ]);
});

test('a line of the budget does not disappear silently: it is named until it is taken over or left out', () => {
  const fresh = aForm([]);
  expect(missingLines(fresh, previous())).toEqual([DRIFT.name]);
  const taken = takeLines(fresh, previous(), [DRIFT.name]);
  expect(taken.contributions).toMatchObject([{ name: DRIFT.name, value: '0.026' }]);
  expect(missingLines(taken, previous())).toEqual([]);
  expect(missingLines({ ...fresh, left_out: [DRIFT.name] }, previous())).toEqual([]);
  expect(missingLines(fresh, null)).toEqual([]);
});

test('a reference that can no longer be used is named, and one chosen by hand is kept', () => {
  const form = asLastTime(aForm([]), previous(), { ...around(), references: [] });
  expect(form.reference).toBeNull();
  expect(form.last_time?.differs).toContain('reference_gone');
});
