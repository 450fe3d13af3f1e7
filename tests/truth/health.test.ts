import { describe, expect, test } from 'vitest';
import { driftOf } from '#lib/metrology/health/drift.ts';
import { intervalByTest } from '#lib/metrology/health/interval-a3.ts';
import { growthOf, intervalByVariables } from '#lib/metrology/health/interval-variables.ts';
import { casesFor } from './readers.ts';
import { expectClose, truthCase } from './truth-case.ts';

type Tests = {
  inputs: {
    cases: { label: string; in_tolerance: number; n: number; I0_days: number; target: number; conf: number }[];
  };
  expected: { computed: { interval: number; Q: number; R: number; RL: number; RU: number }[] };
  tolerance: { interval_abs: number; prob_abs: number };
};
describe.each(casesFor<Tests>('interval-analysis'))('$id', ({ truth: { inputs, expected, tolerance } }) => {
  test.each(inputs.cases.map((given, i) => ({ ...given, truth: expected.computed[i] })))('$label', (row) => {
    const { truth } = row;
    const found = intervalByTest(row.in_tolerance, row.n, row.I0_days, row.target, row.conf);
    expect(Math.abs(found.interval - (truth?.interval ?? Number.NaN))).toBeLessThan(tolerance.interval_abs);
    expect(Math.abs(found.rejection - (truth?.Q ?? Number.NaN))).toBeLessThan(tolerance.prob_abs);
    expect(found.observed).toBe(truth?.R);
    expect(Math.abs(found.low - (truth?.RL ?? Number.NaN))).toBeLessThan(tolerance.prob_abs);
    expect(Math.abs(found.high - (truth?.RU ?? Number.NaN))).toBeLessThan(tolerance.prob_abs);
  });
});

type Drifting = {
  inputs: Record<string, unknown> & { u_y: number; limits: [number, number] };
  expected: {
    computed: {
      days_from_first: number[];
      predict_day: number;
      intercept_at_first: number;
      slope_per_day: number;
      s: number;
      y: number;
      u_pred: number;
      U95: number;
      risk: number;
    };
  };
  tolerance: { computed_rel: number };
};
/** `y_psi`, or the same in another unit. */
const errorsOf = (inputs: Drifting['inputs']): number[] =>
  Object.entries(inputs).flatMap(([name, value]) => (/^y(_|$)/.test(name) ? (value as number[]) : []));

test.each(casesFor<Drifting>('drift-prediction'))('$id: drift, prediction and risk agree', ({ truth: file }) => {
  const { inputs, expected, tolerance } = file;
  const truth = expected.computed;
  const errors = errorsOf(inputs);
  const history = truth.days_from_first.map((day, i) => ({ day, error: errors[i] ?? Number.NaN, u: inputs.u_y }));
  const drift = driftOf(history, 0.95);
  if (drift === null) throw new Error('No drift was found.');
  const prediction = drift.predict(truth.predict_day);
  expectClose(drift.intercept, truth.intercept_at_first, tolerance.computed_rel);
  expectClose(drift.perDay, truth.slope_per_day, tolerance.computed_rel);
  expectClose(drift.s, truth.s, tolerance.computed_rel);
  expectClose(prediction.value, truth.y, tolerance.computed_rel);
  expectClose(prediction.standardUncertainty, truth.u_pred, tolerance.computed_rel);
  expectClose(prediction.expanded, truth.U95, tolerance.computed_rel);
  const [lower, upper] = inputs.limits;
  expectClose(drift.probabilityOutside(truth.predict_day, { lower, upper }), truth.risk, tolerance.computed_rel);
});

type Scattered = {
  inputs: { history: { day: number; error: number; u: number }[] };
  expected: { significance_at_least: number; u_per_year_at_least: number };
};
test('M_drift_significance: scatter that nobody stated is not taken for drift', () => {
  const { inputs, expected } = truthCase<Scattered>('M_drift_significance');
  const drift = driftOf(inputs.history);
  expect(drift?.significance).toBeGreaterThanOrEqual(expected.significance_at_least);
  expect(365 * (drift?.uPerDay ?? 0)).toBeGreaterThanOrEqual(expected.u_per_year_at_least);
});

type Variables = {
  inputs: { dt_days: number[]; delta: number[]; u0: number; y0: number; limits: [number, number]; confidence: number };
  expected: { interval: number; interval_without_u0: number; order_2: number };
  tolerance: { abs: number };
};
test('M_variables_interval_u0: the interval starts with the uncertainty of what was left, in both orders', () => {
  const { inputs, expected, tolerance } = truthCase<Variables>('M_variables_interval_u0');
  const changes = inputs.dt_days.map((days, i) => ({ days, change: inputs.delta[i] ?? Number.NaN, u: 0 }));
  const [lower, upper] = inputs.limits;
  const daysOf = (order: 1 | 2, u: number): number => {
    const growth = growthOf(changes, order);
    if (growth === null) throw new Error('No growth was found.');
    return (
      intervalByVariables(growth, { error: inputs.y0, u }, { lower, upper }, inputs.confidence, 3650) ?? Number.NaN
    );
  };
  expect(Math.abs(daysOf(1, inputs.u0) - expected.interval)).toBeLessThan(tolerance.abs);
  expect(Math.abs(daysOf(1, 0) - expected.interval_without_u0)).toBeLessThan(tolerance.abs);
  expect(Math.abs(daysOf(2, inputs.u0) - expected.order_2)).toBeLessThan(tolerance.abs);
});
