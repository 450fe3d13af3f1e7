import { expect, test } from 'vitest';
import { analyze } from '#lib/metrology/analyze.ts';
import type { AnalysisRequest, AnalysisResult } from '#lib/metrology/types.ts';
import { changesWhatWasSeen, compareResults } from './compare-results.ts';

const request: AnalysisRequest = {
  points: Array.from({ length: 12 }, (_, i) => ({ reference: i * 10, measured: i * 10 + 0.1 + 0.01 * ((i * 5) % 3) })),
  fit: { model: 'polynomial', degree: 2 },
  uncertainty: { resolution: 0.01, reference_standard: { expanded_uncertainty: 0.05, coverage_factor: 2 } },
  conformity: { tolerance: [{ kind: 'absolute', lower: -0.5, upper: 0.5 }], rule: 'guard_band' },
  unit: '°C',
  measured_unit: '°C'
};
const server = analyze(request);
const altered = (change: (result: { -readonly [K in keyof AnalysisResult]: AnalysisResult[K] }) => void) => {
  const copy = structuredClone(server) as { -readonly [K in keyof AnalysisResult]: AnalysisResult[K] };
  change(copy);
  return copy;
};
const scaledBy = (factor: number) =>
  altered((result) => {
    result.expanded_uncertainty = result.expanded_uncertainty * factor;
  });

test('a result is equal to itself, and to its way through JSON', () => {
  expect(compareResults(request, server, server)).toEqual([]);
  expect(compareResults(request, JSON.parse(JSON.stringify(server)) as AnalysisResult, server)).toEqual([]);
});

test('a relative difference of a billionth is equal, of a hundred millionth is not', () => {
  expect(compareResults(request, scaledBy(1 + 9e-10), server)).toEqual([]);
  expect(compareResults(request, scaledBy(1 + 1e-8), server)).toMatchObject([{ path: ['expanded_uncertainty'] }]);
});

test('numbers near zero are compared with the largest magnitude of their unit in the request', () => {
  const shifted = (by: number) =>
    altered((result) => {
      result.points = result.points.map((point, i) => (i === 3 ? { ...point, residual: point.residual + by } : point));
    });
  // A residual of about 0.005 beside readings of 110 °C: rounding of the readings is no difference.
  expect(compareResults(request, shifted(1e-11), server)).toEqual([]);
  expect(compareResults(request, shifted(1e-9), server)).toMatchObject([{ path: ['points', '3', 'residual'] }]);
});

test('the unit of a coefficient falls with its power', () => {
  const shifted = (by: number) =>
    altered((result) => {
      const [a = 0, b = 0, c = 0] = result.fit.coefficients;
      result.fit = { ...result.fit, coefficients: [a, b, c + by] };
    });
  expect(compareResults(request, shifted(1e-15), server)).toEqual([]);
  expect(compareResults(request, shifted(1e-12), server)).toMatchObject([{ path: ['fit', 'coefficients', '2'] }]);
});

test('another verdict, a missing member, an added one and another length differ', () => {
  const verdict = altered((result) => {
    if (result.conformity) result.conformity = { ...result.conformity, conforms: false };
  });
  expect(compareResults(request, verdict, server)).toEqual([
    { path: ['conformity', 'conforms'], device: false, server: true }
  ]);
  const { conformity: _conformity, ...without } = server;
  expect(compareResults(request, without, server)).toMatchObject([{ path: ['conformity'], device: null }]);
  expect(compareResults(request, server, without)).toMatchObject([{ path: ['conformity'], server: null }]);
  const shorter = altered((result) => {
    result.points = result.points.slice(1);
  });
  expect(compareResults(request, shorter, server)).toMatchObject([{ path: ['points'] }]);
});

test('at most twenty places are reported', () => {
  const all = altered((result) => {
    result.points = result.points.map((point) => ({ ...point, corrected: 1, residual: 1, u_combined: 1 }));
  });
  expect(compareResults(request, all, server)).toHaveLength(20);
});

test('an older engine changes what was seen by a verdict or the printed uncertainty alone', () => {
  expect(changesWhatWasSeen({ ...scaledBy(1.000001), engine: '3.5.0' }, server)).toEqual([]);
  const printed = altered((result) => {
    result.expanded_uncertainty_rounded = { ...result.expanded_uncertainty_rounded, text: '9.9' };
  });
  expect(changesWhatWasSeen(printed, server)).toMatchObject([{ path: ['expanded_uncertainty_rounded', 'text'] }]);
});
