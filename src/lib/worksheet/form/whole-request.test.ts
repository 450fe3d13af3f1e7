/** Whatever an analysis can be asked is asked on the screen, and comes back into it as it was. */
import { expect, test } from 'vitest';
import { analysisRequestSchema, contributionSchema, pointSchema } from '#lib/contracts/analysis-request.ts';
import { analyze } from '#lib/metrology/analyze.ts';
import type { AnalysisRequest } from '#lib/metrology/types.ts';
import { previewOf } from './analysis-outcome.ts';
import { buildAnalysis } from './build-analysis.ts';
import type { CalibrateForm } from './calibrate-form.ts';
import { fieldOfRefusal } from './field-of-refusal.ts';
import { takeUp } from './begin-form.ts';
import { addContribution, setContribution, setFields, type Edit } from '../edits/form-edits.ts';
import { aForm } from './form-fixture.ts';
import { withRequest } from './build-analysis.ts';
import { EMPTY_READING } from '../rows/form-rows.ts';
import { gridView } from '#lib/ui/worksheet/grid-view.ts';
import {
  addRow,
  excludePoint,
  planNominals,
  removeRow,
  setAdjusted,
  setVerified,
  turnDirection,
  typeReading
} from '../edits/row-edits.ts';

const all = (form: CalibrateForm, ...edits: readonly Edit[]) => edits.reduce((state, edit) => edit(state), form);
const typed = (id: number, run: 'left' | 'found' | 'check', reference: string, measured: string): Edit[] => [
  typeReading(id, run, 'reference', reference),
  typeReading(id, run, 'measured', measured)
];

/** Up to 100 and down again, with a hysteresis of 0.04. */
const risingAndFalling = (): CalibrateForm => {
  const planned = planNominals(['0', '50', '100'], true)(aForm([]));
  return planned.rows.reduce((form, { id, nominal }, i) => {
    const off = [0, 1, 2, 5, 4, 3].indexOf(i) * 0.001 + (i < 3 ? 0.04 : 0);
    return all(form, ...typed(id, 'left', nominal, (Number(nominal) + off).toFixed(3).replace('.', ',')));
  }, planned);
};

/** A form with everything in it that a request can say. */
function everything(): CalibrateForm {
  const begun = setVerified(true)(risingAndFalling());
  const [first, second] = begun.checks;
  const weighted = all(
    begun,
    ...typed(first?.id ?? -1, 'check', '25', '25,1'),
    ...typed(second?.id ?? -1, 'check', '75', '75,2'),
    typeReading(first?.id ?? -1, 'check', 'u_measured', '0,02'),
    setFields({
      fit: { ...begun.fit, model: 'linear', method: 'wls', covariance: 'scatter' },
      repeats: 'equal',
      evaluate_at: '10; 20,5 (0,02) 30',
      inverse_at: '40',
      monte_carlo: { wanted: true, trials: '100000', seed: '7' },
      typed_in_force: { used: true, curve: { ...begun.coefficients, model: 'offset', values: ['−0,01'] } }
    }),
    addContribution()
  );
  const uncertain = weighted.rows.reduce(
    (form, { id }) => typeReading(id, 'left', 'u_reference', '0,01')(form),
    weighted
  );
  return setContribution(uncertain.contributions[0]?.id ?? -1, { name: 'Bath', value: '0,03', divisor: '1,8' })(
    uncertain
  );
}

test('directions, points of a check, a divisor, tables and a correction of one’s own become a request', () => {
  const { request, problems, trials } = buildAnalysis(everything());
  expect(problems).toEqual([]);
  expect(request?.points.map(({ direction }) => direction)).toEqual(['up', 'up', 'up', 'down', 'down', 'down']);
  expect(request?.points.map(({ nominal }) => nominal)).toEqual([0, 50, 100, 100, 50, 0]);
  expect(request).toMatchObject({
    verification_points: [
      { reference: 25, measured: 25.1, u_measured: 0.02 },
      { reference: 75, measured: 75.2 }
    ],
    evaluate_at: [10, { measured: 20.5, u_measured: 0.02 }, 30],
    inverse_at: [40],
    correction_in_force: { model: 'offset', coefficients: [-0.01] },
    uncertainty: { contributions: [{ name: 'Bath', value: 0.03, divisor: 1.8, distribution: 'rectangular' }] }
  });
  expect(trials).toEqual({ trials: 100_000, seed: 7 });
  expect(request && 'monte_carlo' in request.uncertainty).toBe(false);
  expect(analysisRequestSchema.parse(request)).toEqual(request);
  const result = request && analyze(request);
  expect(result?.verification_points).toHaveLength(2);
  expect(result?.fit.diagnostics.hysteresis?.places).toHaveLength(3);
  expect(result?.evaluated?.map(({ measured }) => measured)).toEqual([10, 20.5, 30]);
});

test('the request gives the form again that made it, trials included', () => {
  const { request, trials } = buildAnalysis(everything());
  if (request === null || trials === undefined) throw new Error('not built');
  const saved: AnalysisRequest = { ...request, uncertainty: { ...request.uncertainty, monte_carlo: trials } };
  const again = buildAnalysis(withRequest(aForm([]), JSON.parse(JSON.stringify(saved)) as AnalysisRequest));
  expect(again.problems).toEqual([]);
  expect({ request: again.request, trials: again.trials }).toEqual({ request, trials });
});

test('instruments like this one are typed by their share in tolerance or their spread, and come back as typed', () => {
  const of = (population: Partial<CalibrateForm['population']>) => {
    const form = aForm([['50', '50,01']]);
    return buildAnalysis({ ...form, population: { ...form.population, ...population } });
  };
  expect(of({}).request?.conformity).not.toHaveProperty('population');
  const shared = of({ by: 'share', share: '97,5', mean: '0,02' });
  expect(shared.request?.conformity?.population).toEqual({ in_tolerance: 0.975, mean: 0.02 });
  const spread = of({ by: 'deviation', deviation: '0,1' });
  expect(spread.request?.conformity?.population).toEqual({ standard_deviation: 0.1 });
  for (const { request } of [shared, spread]) {
    if (request === null) throw new Error('not built');
    expect(analysisRequestSchema.parse(request)).toEqual(request);
    expect(buildAnalysis(withRequest(aForm([]), request)).request?.conformity).toEqual(request.conformity);
  }
  expect(of({ by: 'deviation' }).problems).toEqual([{ field: 'population.deviation', code: 'missing' }]);
  const form = aForm([['50', '50,01']], { population: { by: 'share', share: '95', deviation: '', mean: '1' } });
  const rowIds = { left: [], found: [], check: [] };
  expect(fieldOfRefusal(['conformity', 'population', 'mean'], rowIds, form)).toBe('population.mean');
  expect(fieldOfRefusal(['conformity', 'population', 'in_tolerance'], rowIds, form)).toBe('population.share');
});

test('correlated points are typed for a line with errors in both variables, and come back as typed', () => {
  const typed = { reference_measured: '0,2', references: '0,5', readings: '' };
  const form = aForm([['50', '50,01']]);
  const of = (fit: Partial<CalibrateForm['fit']>) =>
    buildAnalysis({ ...form, fit: { ...form.fit, model: 'linear', method: 'gdr', correlation: typed, ...fit } });
  const { request } = of({});
  expect(request?.fit.correlation).toEqual({ reference_measured: 0.2, references: 0.5 });
  expect(analysisRequestSchema.parse(request)).toEqual(request);
  expect(request && buildAnalysis(withRequest(aForm([]), request)).request?.fit).toEqual(request?.fit);
  expect(of({ method: 'wls' }).request?.fit).not.toHaveProperty('correlation');
  expect(of({ correlation: { ...typed, readings: '1' } }).problems).toEqual([
    { field: 'fit.correlation.readings', code: 'out_of_range' }
  ]);
  const rowIds = { left: [], found: [], check: [] };
  expect(fieldOfRefusal(['fit', 'correlation'], rowIds, form)).toBe('fit.correlation.references');
});

test('every field of a point and of a contribution that the contract has is on the screen', () => {
  const { request } = buildAnalysis({ ...everything(), repeats: 'none' });
  const sent = new Set((request?.points ?? []).concat(request?.verification_points ?? []).flatMap(Object.keys));
  expect([...sent].sort()).toEqual(Object.keys(pointSchema.shape).sort());
  const entry = everything().contributions[0] ?? {};
  expect(Object.keys(entry)).toEqual(expect.arrayContaining(Object.keys(contributionSchema.shape)));
});

test('what a record asks in other words is computed alike after it came back into the form', () => {
  const points = [1, 2, 3, 4, 5].map((x) => ({ reference: x, measured: x + (x % 2) / 10 }));
  const asked: AnalysisRequest = {
    points,
    fit: { model: 'linear' },
    uncertainty: {
      contributions: [
        { name: 'a', type: 'B', distribution: 'trapezoidal', value: 1, acts_on: 'corrected' },
        { name: 'b', type: 'B', distribution: 'rectangular', value: 1, k: 3, acts_on: 'corrected' },
        { name: 'c', type: 'B', distribution: 'normal', value: 1, divisor: 2, acts_on: 'measured' }
      ]
    },
    correction_in_force: { model: 'polynomial', coefficients: [0.1, 1], center: 3, scale: 2 }
  };
  const { request } = buildAnalysis(withRequest(aForm([]), asked));
  expect(request && analyze(request).budget.map((entry) => entry.standard_uncertainty)).toEqual(
    analyze(asked).budget.map((entry) => entry.standard_uncertainty)
  );
  expect(request?.correction_in_force).toEqual(asked.correction_in_force);
});

test('a check starts with its own rows, ends without losing them, and shows its faults at its cells', () => {
  const begun = setVerified(true)(aForm([['1', '1.1']]));
  expect(begun.checks).toHaveLength(3);
  expect(new Set([...begun.rows, ...begun.checks].map(({ id }) => id)).size).toBe(4);
  const id = begun.checks[0]?.id ?? -1;
  const filled = all(begun, ...typed(id, 'check', '5', 'x'));
  expect(buildAnalysis(filled).problems).toEqual([{ field: `rows.${id}.left.measured`, code: 'unreadable' }]);
  const ended = setVerified(false)(filled);
  expect(buildAnalysis(ended).problems).toEqual([]);
  expect(setVerified(true)(ended).checks).toEqual(filled.checks);
  const rowIds = { left: [0], found: [], check: [id] };
  expect(fieldOfRefusal(['verification_points', 0, 'measured'], rowIds, filled)).toBe(`rows.${id}.left.measured`);
});

test('rows are added, removed and excluded in the run that is typed', () => {
  const begun = setVerified(true)(aForm([['1', '1.1']]));
  const more = addRow('check')(begun);
  expect([more.rows.length, more.checks.length]).toEqual([1, 4]);
  const id = more.checks[3]?.id ?? -1;
  expect(removeRow(id, 'check')(more).checks).toEqual(begun.checks);
  const left = all(more, ...typed(id, 'check', '5', '5'), excludePoint(id, 'check', true));
  expect(buildAnalysis(left).request?.verification_points).toBeUndefined();
});

test('a direction counts where directions are given, and changes with each press', () => {
  const form = aForm([['1', '1.1']]);
  const up = turnDirection(0)(form);
  expect(buildAnalysis(up).request?.points[0]).not.toHaveProperty('direction');
  expect(buildAnalysis({ ...up, directions: true }).request?.points[0]?.direction).toBe('up');
  expect(turnDirection(0)(up).rows[0]?.direction).toBe('down');
  expect(all(up, turnDirection(0), turnDirection(0)).rows).toEqual(form.rows);
});

test('the grid shows the check as it was judged after correction', () => {
  const form = everything();
  const { request, rowIds } = buildAnalysis(form);
  const result = request && analyze(request);
  const view = gridView(false, 'check', rowIds, result, null);
  const point = result?.verification_points?.[1];
  expect(view.row(form.checks[1]?.id ?? -1)).toMatchObject({
    after: point?.error_after_correction,
    verdict: point?.as_left?.verdict,
    found: null
  });
  expect(view.row(form.rows[0]?.id ?? -1).after).toBeNull();
});

test('errors as found stay in sight while weights are typed, also those of a run before an adjustment', () => {
  const adjusted = setAdjusted(true)({ ...everything(), checks: [], verified: false });
  const { foundOnly } = buildAnalysis(adjusted);
  expect(foundOnly && previewOf(foundOnly)?.as_found_points).toHaveLength(6);
});

test('a list of numbers is read with decimal commas, and a word in it is named once', () => {
  const of = (evaluate_at: string) => buildAnalysis({ ...aForm([['1', '1']]), evaluate_at });
  expect(of('1,5;2,5\n3').request?.evaluate_at).toEqual([1.5, 2.5, 3]);
  expect(of('1; x; y').problems).toEqual([{ field: 'evaluate_at', code: 'unreadable' }]);
  expect(of('1;2 ( 0,1 )').request?.evaluate_at).toEqual([1, { measured: 2, u_measured: 0.1 }]);
  for (const text of ['2 ()', '2 (x)', '(0,1)', '2 (0)', '2 (0,1) 3)']) expect(of(text).problems).toHaveLength(1);
  expect(of(' ').request).not.toHaveProperty('evaluate_at');
});

test('a draft of an older version has rows without directions and no check', () => {
  const base = aForm([['1', '1.1']]);
  const { checks: _c, verified: _v, directions: _d, monte_carlo: _m, typed_in_force: _t, ...older } = base;
  const rows = older.rows.map(({ direction: _none, ...row }) => row);
  const coefficients = { model: 'linear', degree: '2', values: ['1', '2'] };
  const taken = takeUp({ ...older, rows, coefficients } as unknown as CalibrateForm, aForm([]));
  expect(taken.rows).toEqual(base.rows);
  expect(taken).toMatchObject({ checks: [], verified: false, directions: false, monte_carlo: { wanted: false } });
  expect(taken.coefficients).toMatchObject({ values: ['1', '2'], knots: [{ measured: '' }, { measured: '' }] });
  expect(taken.rows[0]?.found).toEqual(EMPTY_READING);
});
