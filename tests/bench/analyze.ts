import { analyze } from '#lib/metrology/analyze.ts';
import { fitCurve } from '#lib/metrology/fit/fit-curve.ts';
import { fitData } from '#lib/metrology/fit/fit-data.ts';
import { groupsOf } from '#lib/metrology/fit/groups.ts';
import { buildTrialModel } from '#lib/metrology/monte-carlo/build-trial-model.ts';
import { runTrials } from '#lib/metrology/monte-carlo/trial-model.ts';
import { defaultsOf } from '#lib/metrology/plan.ts';
import type { AnalysisRequest, Point } from '#lib/metrology/types.ts';
import { medianTime, type Figure } from './measure.ts';

const TRIALS = 500_000;

const pointsOf = (count: number): Point[] =>
  Array.from({ length: count }, (_, i) => {
    const reference = (100 * i) / count;
    return { reference, measured: reference + 0.05 + 0.001 * reference + 0.01 * (((i * 7919) % 101) / 50 - 1) };
  });

const requestOf = (points: readonly Point[], fit: AnalysisRequest['fit']): AnalysisRequest => ({
  points,
  fit,
  uncertainty: { resolution: 0.01, reference_standard: { expanded_uncertainty: 0.03, coverage_factor: 2 } },
  conformity: { tolerance: [{ kind: 'absolute', lower: -0.3, upper: 0.3 }], rule: 'guard_band' }
});

/** The yardstick: one plain pass over the same numbers, as sums of squares and products. */
function plainPass(x: Float64Array, y: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += (x[i] ?? 0) * (y[i] ?? 0);
  return sum;
}

/** The analysis of a usual and of the largest calibration. */
export async function benchAnalyze(): Promise<Figure[]> {
  const usual = requestOf(pointsOf(100), { model: 'linear' });
  const large = requestOf(pointsOf(100_000), { model: 'polynomial', degree: 3 });
  const x = Float64Array.from(large.points, (point) => point.measured);
  const y = Float64Array.from(large.points, (point) => point.reference);
  const usualTime = await medianTime(() => analyze(usual), 200, 50);
  const largeTime = await medianTime(() => analyze(large), 9, 3);
  const data = fitData(large.points);
  const groups = groupsOf(large.points);
  const plan = defaultsOf(large.fit);
  const uFit = new Float64Array(data.count);
  const fitTime = await medianTime(
    () => {
      const outcome = fitCurve(data, plan, () => null, groups);
      for (let i = 0; i < uFit.length; i++) uFit[i] = outcome.uFit(data.measured[i] ?? 0) ?? 0;
    },
    9,
    3
  );
  const outcome = fitCurve(fitData(usual.points), defaultsOf(usual.fit), () => null, groupsOf(usual.points));
  const terms = [
    { distribution: { kind: 'rectangular', mean: 0, half: 0.005 }, factor: 1, onMeasured: true, sharesFit: false },
    { distribution: { kind: 'normal', mean: 0, sd: 0.015 }, factor: 1, onMeasured: false, sharesFit: false }
  ] as const;
  const at = { measured: 50, corrected: 50, slope: 1, uFit: 0.01, uMeasured: null };
  const model = { ...buildTrialModel(outcome, [], [], null, at), terms };
  const trialsTime = await medianTime(() => runTrials(model, 1, 0, TRIALS), 5, 2);
  const pass = await medianTime(() => plainPass(x, y), 200, 50);
  return [
    {
      name: 'analyze, 100 points, line, whole result',
      value: usualTime,
      unit: 'ms',
      bar: { kind: 'at most', value: 3 }
    },
    {
      name: 'fit, covariance and u_fit, 100 000 points, degree 3',
      value: fitTime,
      unit: 'ms',
      bar: { kind: 'at most', value: 60 }
    },
    {
      name: 'analyze, 100 000 points, degree 3, whole result',
      value: largeTime,
      unit: 'ms',
      bar: { kind: 'at most', value: 1000 }
    },
    // Two workers share a million trials without speaking to each other: each computes half.
    {
      name: 'Monte Carlo, half a million trials of a line with three contributions, one worker',
      value: trialsTime,
      unit: 'ms',
      bar: { kind: 'at most', value: 400 }
    },
    { name: 'the same, in plain passes over the data', value: largeTime / pass, unit: 'ratio' }
  ];
}
