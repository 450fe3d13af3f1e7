import { expect, test } from 'vitest';
import type { AssetHealth, CurveComparison } from '#lib/contracts/health.ts';
import { curvesPlot, differencePlot, largestDifference } from './compare-plot.ts';
import { asFoundPlot, changePlot } from './drift-plot.ts';
import { driftSentences, healthDecimals } from './health-words.ts';

const YEARS = [2023, 2024, 2025, 2026];
const calibrations = YEARS.map((year, i): AssetHealth['calibrations'][number] => ({
  id: `00000000-0000-7000-8000-00000000000${i}`,
  version: i + 1,
  calibration_date: `${year}-03-01`,
  left_out: i === 1 ? 'other_unit' : null,
  adjusted: false,
  as_found: i === 3 ? 'fail' : 'pass',
  as_left: 'pass',
  conforms: true,
  error: i === 1 ? null : 0.1 * i,
  expanded_uncertainty: i === 1 ? null : 0.05,
  error_as_found: i === 1 ? null : ([0.02, 0, 0.05, 0.31][i] ?? null),
  expanded_uncertainty_as_found: i === 1 ? null : 0.06
}));
const drift: NonNullable<AssetHealth['drift']> = {
  measured: 100,
  per_year: 0.1,
  expanded_uncertainty_per_year: 0.01,
  significance: 0.001,
  leaves_tolerance_on: '2026-11-25',
  risk: 0.31,
  degrees_of_freedom: 1,
  limits: { lower: -0.3, upper: 0.3 },
  band: [
    { date: '2023-03-01', error: 0, expanded_uncertainty: 0.1 },
    { date: '2028-03-01', error: 0.5, expanded_uncertainty: 0.3 }
  ]
};
const health: AssetHealth = {
  asset: { id: 'a', asset_id: 'TT-1', name: 'T' },
  channel_id: null,
  unit: '°C',
  measured_unit: '°C',
  insufficient_history: false,
  calibrations,
  range: { low: 0, high: 100 },
  grid: [0, 50, 100],
  changes: [],
  stability: null,
  error_kind: 'indication',
  drifts: [],
  drift,
  interval: null
};
const words = {
  language: 'en',
  axis: 'date',
  prediction: '95 %',
  tolerance: (limit: number) => `tolerance ${limit}`,
  error: (value: number) => value.toFixed(2)
};
const key = (name: string, options?: { values?: Record<string, string | number> }) =>
  [name, ...Object.values(options?.values ?? {})].join(' ');

test('errors are drawn as the records state them, within both limits; omitted points are not drawn', () => {
  const plot = asFoundPlot(health, words);
  expect(plot.marks.map(({ y, fails, half }) => [y, fails, half])).toEqual([
    [0.02, false, 0.06],
    [0.05, false, 0.06],
    [0.31, true, 0.06]
  ]);
  expect(plot.lines.map(({ name }) => name)).toEqual(['tolerance 0.3', 'tolerance -0.3']);
  expect(plot.bands).toEqual([]);
});

test('an error beyond three tolerances is drawn at the edge with its number', () => {
  const far = calibrations.map((one, i) => ({ ...one, error_as_found: i === 0 ? 40 : one.error_as_found }));
  const [first] = asFoundPlot({ ...health, calibrations: far }, words).marks;
  expect(first?.y).toBeCloseTo(0.9, 12);
  expect(first).toMatchObject({ half: null, name: '40.00' });
});

test('changes since the last calibration are drawn with their line and band, and without limits', () => {
  const plot = changePlot(health, words);
  expect(plot.marks.map(({ y }) => Number(y.toFixed(2)))).toEqual([-0.3, -0.1, 0]);
  expect(plot.x).toHaveLength(4);
  expect(plot.x).toEqual([...plot.x].sort((a, b) => a - b));
  expect(plot.lines).toHaveLength(1);
  expect(plot.lines[0]?.values[0]).toBeCloseTo(-0.3, 12);
  expect(plot.lines[0]?.values.at(-1)).toBeCloseTo(0.2, 12);
  expect(plot.bands[0]?.high.at(-1)).toBeCloseTo(0.5);
});

test('without a drift there are marks alone, and one date still has room about it', () => {
  const single = { ...health, drift: null, calibrations: calibrations.slice(0, 1) };
  for (const draw of [asFoundPlot, changePlot]) {
    expect(draw(single, words)).toMatchObject({ lines: [], bands: [] });
    expect(draw(single, words).x).toHaveLength(3);
  }
});

test('the sentences say the drift, the day it meets the tolerance, and the risk', () => {
  expect(healthDecimals(health)).toBe(3);
  const today = '2026-06-01';
  expect(driftSentences(health, 'en', key, today)).toEqual([
    'health.drift.drifts +0.1000\u202f°C 0.0100\u202f°C',
    'health.drift.leaves 25 Nov 2026',
    'health.drift.risk 31.0'
  ]);
  const said = (changes: Partial<typeof drift>) =>
    driftSentences({ ...health, drift: { ...drift, ...changes } }, 'en', key, today);
  expect(said({ significance: 0.4 })[0]).toContain('no_drift');
  const [wide, tight] = [0.4, 0.2].map((limit) => ({ lower: -limit, upper: limit }));
  expect(said({ leaves_tolerance_on: '2026-01-01', limits: wide ?? null })[1]).toBe('health.drift.too_wide');
  expect(said({ leaves_tolerance_on: '2026-01-01', limits: tight ?? null })[1]).toBe('health.drift.outside_now');
  expect(said({ leaves_tolerance_on: null })[1]).toBe('health.drift.stays');
  expect(said({ limits: null, risk: null })).toHaveLength(2);
  expect(said({ band: [] })[1]).toBe('health.drift.no_prediction');
  expect(said({ leaves_tolerance_on: '2026-05-31' })[1]).toBe('health.drift.reached 31 May 2026');
  expect(driftSentences({ ...health, drift: null }, 'en', key, today)).toEqual(['health.drift.too_few']);
});

const GRID = [0, 50, 100];
const curve = (version: number, values: (number | null)[]): CurveComparison['curves'][number] => ({
  id: `c${version}`,
  version,
  calibration_date: '2026-01-01',
  left_out: null,
  range: { low: 0, high: 100 },
  values,
  expanded_uncertainty: values.map((value) => (value === null ? null : 0.05))
});
const curves = [curve(1, [null, 50.1, 100.2]), curve(2, [0.1, 50.2, 100.4])];
const pair: CurveComparison['pairs'][number] = {
  from: 'c1',
  to: 'c2',
  range: { low: 50, high: 100 },
  difference: [null, 0.1, -0.2],
  expanded_uncertainty: [null, 0.07, 0.07],
  en: [null, 1.4, -2.9],
  within: [null, false, false],
  largest_en: 2.9,
  agrees: false,
  common_reference: false
};
const comparison: CurveComparison = {
  asset: health.asset,
  channel_id: null,
  unit: '°C',
  measured_unit: '°C',
  grid: GRID,
  curves,
  pairs: [pair]
};
const labels = { language: 'en', axis: 'y', curve: (version: number) => `version ${version}` };

test('curves are drawn as corrections where both units are one, with gaps where nothing was measured', () => {
  const plot = curvesPlot(comparison, curves, true, labels);
  expect(plot.lines.map(({ name, ink }) => [name, ink])).toEqual([
    ['version 1', 'ink'],
    ['version 2', 'accent']
  ]);
  expect(plot.lines[0]?.values[0]).toBeNull();
  expect(plot.lines[0]?.values[2]).toBeCloseTo(0.2);
  expect(plot.bands[0]?.low[2]).toBeCloseTo(0.35);
  expect(curvesPlot(comparison, curves, false, labels).lines[1]?.values).toEqual([0.1, 50.2, 100.4]);
});

test('a difference lies in the band of both uncertainties; the largest keeps its sign', () => {
  const plot = differencePlot(comparison, pair, labels);
  expect(plot.bands).toEqual([{ low: [null, -0.07, -0.07], high: [null, 0.07, 0.07] }]);
  expect(largestDifference(pair)).toBe(-0.2);
  expect(largestDifference({ ...pair, difference: [null, null] })).toBeNull();
});
