import { describe, expect, test } from 'vitest';
import { driftOf } from '#lib/metrology/health/drift.ts';
import { intervalByTest } from '#lib/metrology/health/interval-a3.ts';
import { expectClose, truthCase } from './truth-case.ts';

describe('H_ncsli_rp1_method_a3', () => {
  type Case = {
    inputs: {
      cases: { label: string; in_tolerance: number; n: number; I0_days: number; target: number; conf: number }[];
    };
    expected: { computed: { interval: number; Q: number; R: number; RL: number; RU: number }[] };
    tolerance: { interval_abs: number; prob_abs: number };
  };
  const { inputs, expected, tolerance } = truthCase<Case>('H_ncsli_rp1_method_a3');

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

test('H_suncal_drifting_pressure_gage: drift, prediction and risk agree', () => {
  type Case = {
    inputs: { y_psi: number[]; u_y: number; limits: [number, number] };
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
  const { inputs, expected, tolerance } = truthCase<Case>('H_suncal_drifting_pressure_gage');
  const truth = expected.computed;
  const history = truth.days_from_first.map((day, i) => ({ day, error: inputs.y_psi[i] ?? Number.NaN, u: inputs.u_y }));
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
