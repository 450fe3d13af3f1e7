import { expect, test } from 'vitest';
import { analyze } from '#lib/metrology/analyze.ts';
import { highLeverage, influences, mostInfluential, quantilePoints } from './fit-diagnostics.ts';

const READINGS = [1.1, 1.9, 3.2, 3.8, 5.1, 5.9, 7.3, 7.9, 9.2, 12];
const { fit } = analyze({
  points: READINGS.map((measured, i) => ({ reference: i + 1, measured })),
  fit: { model: 'linear' },
  uncertainty: {}
});

/** The line without one point, by the normal equations: an independent yardstick for ten friendly numbers. */
function lineWithout(left: number): (y: number) => number {
  const rows = READINGS.flatMap((y, i) => (i === left ? [] : [{ y, x: i + 1 }]));
  const mean = (of: (row: { y: number; x: number }) => number) =>
    rows.reduce((sum, row) => sum + of(row), 0) / rows.length;
  const [my, mx] = [mean(({ y }) => y), mean(({ x }) => x)];
  const slope = mean(({ y, x }) => (y - my) * (x - mx)) / mean(({ y }) => (y - my) ** 2);
  return (y) => mx + slope * (y - my);
}

test("Cook's distance is how far all fitted values move when the point is left out, over p·s²", () => {
  const all = lineWithout(-1);
  const s2 = READINGS.reduce((sum, y, i) => sum + (i + 1 - all(y)) ** 2, 0) / (READINGS.length - 2);
  influences(fit).forEach(({ cook }, left) => {
    const without = lineWithout(left);
    const moved = READINGS.reduce((sum, y) => sum + (all(y) - without(y)) ** 2, 0);
    expect(cook).toBeCloseTo(moved / (2 * s2), 10);
  });
});

test('the point that pulls hardest is the last one, and its leverage is high', () => {
  const points = influences(fit);
  expect(mostInfluential(points)?.index).toBe(9);
  expect(highLeverage(fit)).toBeCloseTo(0.4);
  expect(points.reduce((sum, { leverage }) => sum + leverage, 0)).toBeCloseTo(2);
});

test('quantiles rise with the residuals and lie evenly about zero', () => {
  const points = quantilePoints(fit);
  expect(points).toHaveLength(10);
  expect(points.map(({ found }) => found)).toEqual(
    [...points].sort((a, b) => a.found - b.found).map(({ found }) => found)
  );
  expect((points[0]?.expected ?? 0) + (points[9]?.expected ?? 0)).toBeCloseTo(0);
  expect(points[9]?.expected).toBeCloseTo(1.5466, 3);
});

test('where the curve passes through every point there is nothing to draw', () => {
  const exact = analyze({
    points: [0, 1].map((value) => ({ reference: value, measured: value + 0.1 })),
    fit: { model: 'linear' },
    uncertainty: {}
  });
  expect(quantilePoints(exact.fit)).toEqual([]);
  expect(mostInfluential(influences(exact.fit))).toBeNull();
});
