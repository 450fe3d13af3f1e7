import { AnalysisPool } from '#lib/analysis-pool/analysis-pool.ts';
import { analyze } from '#lib/metrology/analyze.ts';
import { fitCurve } from '#lib/metrology/fit/fit-curve.ts';
import { fitData } from '#lib/metrology/fit/fit-data.ts';
import { groupsOf } from '#lib/metrology/fit/groups.ts';
import { defaultsOf } from '#lib/metrology/plan.ts';
import type { AnalysisRequest, Point } from '#lib/metrology/types.ts';
import { threadsRunning } from '#lib/server/analyses/threads-running.ts';
import { bundleThread } from '../../vite.config.ts';
import { medianProcessorTime, medianTime, type Bar, type Figure } from './measure.ts';
import { numpyTimes, type NumpyTimes } from './numpy-fits.ts';

const LARGE = 100_000;
const TRIALS = 1_000_000;
const NO_NUMPY = 'numpy or scipy is not installed (Debian: apt-get install python3-numpy python3-scipy)';

const pointsOf = (count: number): Point[] =>
  Array.from({ length: count }, (_, i) => {
    const reference = (100 * i) / count;
    return { reference, measured: reference + 0.05 + 0.001 * reference + 0.01 * (((i * 7919) % 101) / 50 - 1) };
  });

const requestOf = (count: number, fit: AnalysisRequest['fit']): AnalysisRequest => ({
  points: pointsOf(count),
  fit,
  uncertainty: { resolution: 0.01, reference_standard: { expanded_uncertainty: 0.03, coverage_factor: 2 } },
  conformity: { tolerance: [{ kind: 'absolute', lower: -0.3, upper: 0.3 }], rule: 'guard_band' }
});

/** The yardstick: one plain pass over as many numbers, as a sum of products. */
async function plainPass(count: number): Promise<number> {
  const x = Float64Array.from({ length: count }, (_, i) => i / count);
  const y = x.map((value) => 1 - value);
  let kept = 0;
  // A pass over few numbers is too short for the clock: as many of them as make a million.
  const passes = Math.ceil(1_000_000 / count);
  const pass = () => {
    for (let pass = 0; pass < passes; pass++) {
      let sum = 0;
      for (let i = 0; i < x.length; i++) sum += (x[i] ?? 0) * (y[i] ?? 0);
      kept += sum;
    }
    return kept;
  };
  return (await medianTime(pass, 50, 10)) / passes;
}

type Times = { readonly clock: number; readonly processor: number };

const timesOf = async (work: () => unknown, runs: number, warmUps: number): Promise<Times> => ({
  clock: await medianTime(work, runs, warmUps),
  processor: await medianProcessorTime(work, runs, 1)
});

/** Fit, covariance and u_fit at every point. */
function fitTime(request: AnalysisRequest): Promise<Times> {
  const data = fitData(request.points);
  const groups = groupsOf(request.points);
  const plan = defaultsOf(request.fit);
  const uFit = new Float64Array(data.count);
  const work = () => {
    const outcome = fitCurve(data, plan, () => null, groups);
    for (let i = 0; i < uFit.length; i++) uFit[i] = outcome.uFit(data.measured[i] ?? 0) ?? 0;
  };
  return timesOf(work, 15, 5);
}

async function trialsTime(request: AnalysisRequest): Promise<Times> {
  const { code } = await bundleThread('src/lib/server/analyses/analysis-thread.ts');
  const pool = new AnalysisPool(threadsRunning(code), 2);
  const uncertainty = { ...request.uncertainty, monte_carlo: { trials: TRIALS, seed: 1 } };
  const times = await timesOf(() => pool.analyze({ ...request, uncertainty }), 9, 4);
  pool.end();
  return times;
}

/** A figure in milliseconds, in plain passes over as many numbers, and against its bar beside numpy. */
async function threefold(
  name: string,
  { clock: value, processor }: Times,
  bar: Bar,
  numbers: number,
  numpy: NumpyTimes | null,
  pick: (times: NumpyTimes) => number
): Promise<Figure[]> {
  const passes: Figure = {
    name: '  in plain passes over its numbers',
    value: value / (await plainPass(numbers)),
    unit: 'ratio'
  };
  const beside: Figure =
    numpy === null
      ? { name: `  beside numpy: ${NO_NUMPY}`, value: Number.NaN, unit: 'ratio' }
      : { name: `  beside ${numpy.versions}`, value: value / pick(numpy), unit: 'ratio', bar };
  return [
    { name, value, unit: 'ms' },
    { name: '  processor time of all threads', value: processor, unit: 'ms' },
    passes,
    beside
  ];
}

/** A guard for what was reached, and what is wanted. */
const atMost = (value: number, aim?: number): Bar => ({
  kind: 'at most',
  value,
  ...(aim !== undefined && { aim })
});

/** The analysis of a usual and of the largest calibration, and of one with a million trials. */
export async function benchAnalyze(): Promise<Figure[]> {
  const numpy = await numpyTimes();
  const usual = requestOf(100, { model: 'linear' });
  const large = requestOf(LARGE, { model: 'polynomial', degree: 3 });
  const usualTime = await timesOf(() => analyze(usual), 200, 50);
  const fitted = await fitTime(large);
  const shared = await trialsTime(usual);
  const largeTime = await timesOf(() => analyze(large), 7, 2);
  return [
    ...(await threefold(
      'analyze, 100 points, line, whole result',
      usualTime,
      atMost(3, 1),
      100,
      numpy,
      ({ line }) => line
    )),
    ...(await threefold(
      'fit, covariance and u_fit, 100 000 points, degree 3',
      fitted,
      atMost(3, 1.2),
      LARGE,
      numpy,
      ({ cubic }) => cubic
    )),
    ...(await threefold(
      'a million trials of a line with three contributions, two workers',
      shared,
      atMost(2.5, 1),
      TRIALS,
      numpy,
      ({ trials }) => trials
    )),
    ...(await threefold(
      'analyze, 100 000 points, degree 3, whole result',
      largeTime,
      atMost(20),
      LARGE,
      numpy,
      ({ long }) => long
    ))
  ];
}
