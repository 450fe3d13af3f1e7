import { describe, expect, test, vi } from 'vitest';
import { analyze } from '#lib/metrology/analyze.ts';
import { adaptiveTrials } from '#lib/metrology/monte-carlo/adaptive.ts';
import type { InputDistribution } from '#lib/metrology/monte-carlo/draw.ts';
import { propagate } from '#lib/metrology/monte-carlo/propagate.ts';
import { mergeSorted } from '#lib/metrology/monte-carlo/order-statistics.ts';
import { summarize, summarizeParts } from '#lib/metrology/monte-carlo/summary.ts';
import { driveHere } from '#lib/metrology/monte-carlo/trial-job.ts';
import { runTrials, type TrialModel } from '#lib/metrology/monte-carlo/trial-model.ts';
import { casesFor } from './readers.ts';
import { expectClose, truthCase } from './truth-case.ts';

const TRIALS = 1_000_000;
const SEED = 20080901;

// A million trials a case, on whatever machine.
vi.setConfig({ testTimeout: 120_000 });

type Tolerance = { mc_1e6_abs_mean: number; mc_1e6_abs_u: number; mc_1e6_abs_endpoint: number };
type Truth = { mean: number; u: number; symmetric: number[]; shortest?: number[] };

function expectTruth(trials: Float64Array, p: number, truth: Truth, tolerance: Tolerance): void {
  const { mean, standardUncertainty, symmetric, shortest } = summarize(trials, p);
  expect(Math.abs(mean - truth.mean)).toBeLessThan(tolerance.mc_1e6_abs_mean);
  expect(Math.abs(standardUncertainty - truth.u)).toBeLessThan(tolerance.mc_1e6_abs_u);
  truth.symmetric.forEach((end, i) =>
    expect(Math.abs((symmetric[i] ?? 0) - end)).toBeLessThan(tolerance.mc_1e6_abs_endpoint)
  );
  // The ends of the shortest interval scatter more where the density is flat; its width does not.
  const width = (ends: readonly number[]): number => (ends[1] ?? 0) - (ends[0] ?? 0);
  if (truth.shortest !== undefined) {
    expect(Math.abs(width(shortest) - width(truth.shortest))).toBeLessThan(2 * tolerance.mc_1e6_abs_endpoint);
  }
}

type Additive = {
  inputs: { inputs: { dist: 'normal' | 'rectangular'; mean: number; sd: number }[]; p: number };
  expected: { exact: { y: number; u: number; interval: number[] } };
  tolerance: Tolerance;
};
describe.each(casesFor<Additive>('additive-monte-carlo'))('$id', ({ truth: { inputs, expected, tolerance } }) => {
  const distributions = inputs.inputs.map(({ dist, mean, sd }): InputDistribution =>
    dist === 'normal' ? { kind: 'normal', mean, sd } : { kind: 'rectangular', mean, half: sd * Math.sqrt(3) }
  );
  const sum = (values: Float64Array): number => values.reduce((total, value) => total + value, 0);
  const truth = { mean: expected.exact.y, u: expected.exact.u, symmetric: expected.exact.interval };

  test('mean, uncertainty and interval agree', () => {
    expectTruth(propagate(distributions, sum, SEED, 0, TRIALS), inputs.p, truth, tolerance);
  });

  test('the whole analysis gives the same from four contributions', () => {
    const result = analyze({
      points: [{ reference: 0, measured: 0 }],
      fit: { model: 'none' },
      uncertainty: {
        coverage_probability: inputs.p,
        contributions: inputs.inputs.map(({ dist, sd }, i) => ({
          name: `X${i}`,
          type: 'B',
          distribution: dist,
          value: sd * (dist === 'normal' ? 1 : Math.sqrt(3)),
          acts_on: 'corrected'
        })),
        // The ends settle to a fifth of δ = 0.05 from 1.3 million trials on.
        monte_carlo: { trials: 2 * TRIALS, seed: SEED }
      }
    }).monte_carlo;
    expect(Math.abs((result?.standard_uncertainty ?? 0) - truth.u)).toBeLessThan(tolerance.mc_1e6_abs_u);
    expect(Math.abs((result?.symmetric_interval[1] ?? 0) - (truth.symmetric[1] ?? 0))).toBeLessThan(
      tolerance.mc_1e6_abs_endpoint
    );
    expect(result?.gum_validated).toBe(true);
  });
});

test('D_jcgm101_9_3_mass_calibration', () => {
  type Case = {
    expected: { computed: { mcm_4e7: { mean: number; sd: number; symmetric: number[]; shortest: number[] } } };
    inputs: { p: number };
    tolerance: Tolerance;
  };
  const { inputs, expected, tolerance } = truthCase<Case>('D_jcgm101_9_3_mass_calibration');
  const trials = propagate(
    [
      { kind: 'normal', mean: 100000, sd: 0.05 },
      { kind: 'normal', mean: 1.234, sd: 0.02 },
      { kind: 'rectangular', mean: 1.2, half: 0.1 },
      { kind: 'rectangular', mean: 8000, half: 1000 },
      { kind: 'rectangular', mean: 8000, half: 50 }
    ],
    ([m = 0, d = 0, air = 0, w = 0, r = 0]) => (m + d) * (1 + (air - 1.2) * (1 / w - 1 / r)) - 100000,
    SEED,
    0,
    TRIALS
  );
  const { mean, sd: u, symmetric, shortest } = expected.computed.mcm_4e7;
  expectTruth(trials, inputs.p, { mean, u, symmetric, shortest }, tolerance);
});

describe('D_jcgm101_9_4_mismatch', () => {
  type Row = { x1: number; mean_e6: number; sd_e6: number; symmetric_e6: number[]; shortest_e6: number[] };
  type Case = { inputs: { u: number; p: number }; expected: { results: Row[] }; tolerance: { mc_1e6_rel: number } };
  const { inputs, expected, tolerance } = truthCase<Case>('D_jcgm101_9_4_mismatch');

  test.each(expected.results)('x1 = $x1', (row) => {
    const trials = propagate(
      [
        { kind: 'normal', mean: row.x1, sd: inputs.u },
        { kind: 'normal', mean: 0, sd: inputs.u }
      ],
      ([a = 0, b = 0]) => 1e6 * (a * a + b * b),
      SEED,
      0,
      TRIALS
    );
    const { mean, standardUncertainty, symmetric, shortest } = summarize(trials, inputs.p);
    expectClose(mean, row.mean_e6, tolerance.mc_1e6_rel);
    expectClose(standardUncertainty, row.sd_e6, tolerance.mc_1e6_rel);
    row.symmetric_e6.forEach((end, i) => expectClose(symmetric[i], end, tolerance.mc_1e6_rel));
    const width = (ends: readonly number[]): number => (ends[1] ?? 0) - (ends[0] ?? 0);
    expectClose(width(shortest), width(row.shortest_e6), tolerance.mc_1e6_rel);
  });
});

test('D_jcgm101_9_5_gauge_block', () => {
  type Case = {
    inputs: { Lnom_nm: number; p: number };
    expected: { computed: { mcm_4e7: { mean: number; sd: number; symmetric: number[]; shortest: number[] } } };
    tolerance: Tolerance;
  };
  const { inputs, expected, tolerance } = truthCase<Case>('D_jcgm101_9_5_gauge_block');
  const trials = propagate(
    [
      { kind: 'student_t', mean: 50000623, scale: 25, nu: 18 },
      { kind: 'student_t', mean: 215, scale: 6, nu: 24 },
      { kind: 'student_t', mean: 0, scale: 4, nu: 5 },
      { kind: 'student_t', mean: 0, scale: 7, nu: 8 },
      { kind: 'rectangular', mean: 11.5e-6, half: 2e-6 },
      { kind: 'normal', mean: -0.1, sd: 0.2 },
      { kind: 'arcsine', mean: 0, half: 0.5 },
      { kind: 'curvilinear_trapezoid', mean: 0, half: 1e-6, d: 1e-7 },
      { kind: 'curvilinear_trapezoid', mean: 0, half: 0.05, d: 0.025 }
    ],
    ([ls = 0, d = 0, d1 = 0, d2 = 0, alpha = 0, theta = 0, delta = 0, dAlpha = 0, dTheta = 0]) =>
      ls - inputs.Lnom_nm + d + d1 + d2 - ls * (dAlpha * (theta + delta) + alpha * dTheta),
    SEED,
    0,
    TRIALS
  );
  const { mean, sd: u, symmetric, shortest } = expected.computed.mcm_4e7;
  expectTruth(trials, inputs.p, { mean, u, symmetric, shortest }, tolerance);
});

test('the same numbers come out however the trials are shared out', () => {
  const run = (from: number, to: number): Float64Array =>
    propagate([{ kind: 'student_t', mean: 0, scale: 1, nu: 3 }], ([value = 0]) => value, SEED, from, to);
  const whole = run(0, 5000);
  const parts = [...run(0, 1700), ...run(1700, 1701), ...run(1701, 5000)];
  expect(parts).toEqual(Array.from(whole));
});

test('the adaptive procedure goes on until two digits of the uncertainty are sure', () => {
  const model: TrialModel = {
    measured: 5,
    curve: { model: 'none', coefficients: [] },
    factor: [],
    freedom: null,
    terms: [{ distribution: { kind: 'normal', mean: 0, sd: 3 }, factor: 1, onMeasured: false, sharesFit: false }],
    joint: []
  };
  const blocks = driveHere(adaptiveTrials((from, to) => ({ model, seed: SEED, from, to }), 0.95, 2, 1));
  const trials = mergeSorted(blocks);
  expect(trials.length).toBeGreaterThan(20_000);
  expect(trials.length).toBeLessThan(2_000_000);
  expect(trials).toEqual(runTrials(model, SEED, 0, trials.length).sort());
  expect(Math.abs(summarizeParts(blocks, 0.95).standardUncertainty - 3)).toBeLessThan(0.05);
});
