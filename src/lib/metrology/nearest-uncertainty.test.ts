import { expect, test } from 'vitest';
import { analyze } from './analyze.ts';
import { nearestUncertainty } from './nearest-uncertainty.ts';

const near = nearestUncertainty(Float64Array.from([5, 0, 5, 10]), Float64Array.from([0.02, 0.002, 0.001, 0]));

test('an indication has the uncertainty of the nearest point, and the larger one of two equally near', () => {
  expect([near(-1), near(2), near(2.5), near(4)]).toEqual([0.002, 0.002, 0.02, 0.02]);
});

test('of points with the same indication the larger uncertainty is taken, at that indication, too', () => {
  expect([near(5 - 1e-9), near(5), near(5 + 1e-9)]).toEqual([0.02, 0.02, 0.02]);
});

test('is null where the nearest point states none', () => {
  expect([near(9), nearestUncertainty(Float64Array.of(1), null)(1)]).toEqual([null, null]);
});

test('an uncertainty does not jump at an indication at which two points were taken', () => {
  const points = [0, 0, 5, 5, 10, 10].map((y, i) => ({
    reference: y + (i % 2) * 1e-4,
    measured: y,
    u_measured: i % 2 === 0 ? 0.002 : 0.02
  }));
  const asked = {
    points,
    fit: { model: 'linear', method: 'wls' },
    uncertainty: {},
    evaluate_at: [5, 5 + 1e-9]
  } as const;
  const [at, beside] = (analyze(asked).evaluated ?? []).map((one) => one.expanded_uncertainty);
  expect(at).toBeCloseTo(beside ?? 0, 6);
});
