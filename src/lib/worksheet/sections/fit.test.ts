import { expect, test } from 'vitest';
import { analyze } from '#lib/metrology/analyze.ts';
import { analysisRequestSchema } from '#lib/contracts/analysis-request.ts';
import { MODELS } from '#lib/metrology/models/table.ts';
import type { Contribution } from '#lib/metrology/types.ts';
import { readFormula } from '../typed/formula-text.ts';
import { buildAnalysis } from '../form/build-analysis.ts';
import type { CalibrateForm } from '../form/calibrate-form.ts';
import type { ContributionForm } from './contributions.ts';
import { startNames } from './fit.ts';
import { takeUp } from '../form/begin-form.ts';
import { addContribution, addCorrelation, removeContribution, setContribution } from '../edits/form-edits.ts';
import { aForm } from '../form/form-fixture.ts';
import { formFromBody } from '../form/build-body.ts';

const READINGS = [
  ['1.2', '1'],
  ['2.1', '2'],
  ['3.4', '3'],
  ['4.1', '4'],
  ['5.3', '5'],
  ['6.2', '6'],
  ['7.4', '7'],
  ['8.1', '8']
] as const;
const base = aForm(READINGS);
const withFit = (fit: Partial<CalibrateForm['fit']>): CalibrateForm => ({ ...base, fit: { ...base.fit, ...fit } });

const SIGMOID = [0.1, 0.4, 1.3, 3.1, 5.4, 7.2, 8.6, 9.1].map((x, i) => [String(x), String(i + 1)] as const);
const PLATINUM = [0, 20, 40, 60, 80, 100].map(
  (t, i) => [String(t), String(100 * (1 + 3.9083e-3 * t - 5.775e-7 * t * t) + 0.001 * (i % 2))] as const
);

test.each(MODELS)('the model %s can be asked for, and the engine knows what to do with it', (model) => {
  const readings = model.startsWith('logistic') ? SIGMOID : model === 'callendar_van_dusen' ? PLATINUM : READINGS;
  const form = { ...aForm(readings), measured_unit: model === 'callendar_van_dusen' ? 'Ω' : '°C' };
  const built = buildAnalysis({ ...form, fit: { ...form.fit, model, expression: 'a + b*y' } });
  expect(built.problems).toEqual([]);
  expect(analysisRequestSchema.parse(built.request)).toEqual(built.request);
  expect(built.request && analyze(built.request).fit.model).toBe(model);
});

test('a formula is read with the signs of any keyboard; its start values go in the order of the engine', () => {
  const built = buildAnalysis(withFit({ model: 'custom', expression: 'b2·y − 0,5×b1', start: { b1: '0,1', b2: '1' } }));
  expect(built.request?.fit).toEqual({ model: 'custom', expression: 'b2*y - 0.5*b1', start: [0.1, 1], method: 'ols' });
});

test('a fault in the formula names its place; the names typed so far keep their start values', () => {
  const { problems, request } = buildAnalysis(withFit({ model: 'custom', expression: 'c0 + c1*y)' }));
  expect(request).toBeNull();
  expect(problems).toMatchObject([
    { field: 'fit.expression', code: 'formula_out_of_place', values: { at: 10, part: ')' } }
  ]);
  expect(readFormula('c0 + c1*sin(y +').parameters).toEqual(['c0', 'c1']);
});

test('start values of a model with guesses of its own are sent whole or not at all', () => {
  expect(startNames(withFit({ model: 'rational', numerator: '2', denominator: '1' }).fit)).toHaveLength(4);
  expect(buildAnalysis(withFit({ model: 'power', start: { c0: '1' } })).problems).toEqual([
    { field: 'fit.start.c1', code: 'missing' }
  ]);
  expect(buildAnalysis(withFit({ model: 'power', start: {} })).request?.fit).toEqual({ model: 'power', method: 'ols' });
});

test('every distribution is stated by what it needs', () => {
  const entry = (changes: Partial<ContributionForm>): Contribution | undefined => {
    const form = addContribution()(base);
    const id = form.contributions[0]?.id ?? 0;
    const typed = setContribution(id, { name: 'n', value: '2', ...changes })(form);
    return buildAnalysis(typed).request?.uncertainty.contributions?.[0];
  };
  expect(entry({ distribution: 'trapezoidal', beta: '0,3', k: '9' })).toMatchObject({ beta: 0.3 });
  expect(entry({ distribution: 'trapezoidal', k: '9' })).not.toHaveProperty('k');
  expect(entry({ distribution: 'student_t', type: 'A', degrees_of_freedom: '5', k: '2' })).toMatchObject({ k: 2 });
  expect(entry({ distribution: 'poisson' })).toMatchObject({ distribution: 'poisson', value: 2 });
});

test('a correlation follows its contribution through a new name, and goes with it', () => {
  const added = addContribution()(base);
  const id = added.contributions[0]?.id ?? 0;
  const paired = addCorrelation(`#${id}`, 'Curve fit')(setContribution(id, { name: 'Bath', value: '1' })(added));
  const typed = { ...paired, correlations: paired.correlations.map((pair) => ({ ...pair, r: '0,5' })) };
  const renamed = setContribution(id, { name: 'Air' })(typed);
  const { request } = buildAnalysis(renamed);
  expect(request?.uncertainty.correlations).toEqual([{ a: 'Air', b: 'Curve fit', r: 0.5 }]);
  expect(request && analyze(request).budget.map(({ name }) => name)).toContain('Air');
  expect(removeContribution(id)(renamed).correlations).toEqual([]);
});

test('what was saved comes back into the form as it was asked', () => {
  const asked = addCorrelation(
    'Curve fit',
    'Resolution'
  )({
    ...withFit({ model: 'custom', method: 'gdr', expression: 'a*y^b', start: { a: '1', b: '2' } }),
    rule: 'target_pfa' as const,
    target_pfa: '1.5',
    coverage: { ...base.coverage, truncate: true, dominant: true }
  });
  const form = { ...asked, correlations: asked.correlations.map((pair) => ({ ...pair, r: '-0.2' })) };
  const rows = form.rows.map((row) => ({ ...row, left: { ...row.left, u_reference: '0.1' } }));
  const { request } = buildAnalysis({ ...form, rows });
  const result =
    request &&
    analyze({
      ...request,
      fit: { model: 'linear' },
      points: base.rows.map((_, i) => ({ reference: i, measured: i + (i % 2) }))
    });
  if (!request || !result) throw new Error('not built');
  const body = { asset_ref: 'x', kind: 'internal' as const, calibration_date: '2026-11-20' };
  const back = formFromBody(
    { ...body, analysis: JSON.parse(JSON.stringify({ request, result })) as never },
    base,
    null
  );
  expect(buildAnalysis(back).request).toEqual(request);
});

test('a draft of an older version is taken up with what that version did not know', () => {
  const { correlations: _none, ...older } = base;
  const { numerator: _n, expression: _e, start: _s, ...fit } = older.fit;
  const taken = takeUp({ ...older, fit: { ...fit, model: 'linear' } } as CalibrateForm, base);
  expect(taken.rows).toEqual(base.rows);
  expect(taken).toMatchObject({ correlations: [], fit: { model: 'linear', expression: '', start: {} } });
});
