import { expect, test } from 'vitest';
import { analyze } from '#lib/metrology/analyze.ts';
import type { TolerancePart } from '#lib/metrology/types.ts';
import { halfAt, placeAt, plumbScale } from './plumb-scale.ts';

const pointsWith = (tolerance: readonly TolerancePart[], errors: readonly number[]) =>
  analyze({
    points: errors.map((error, i) => ({ reference: 10 * (i + 1), measured: 10 * (i + 1) + error })),
    fit: { model: 'none' },
    uncertainty: { resolution: 0.001 },
    ...(tolerance.length > 0 ? { conformity: { tolerance, rule: 'simple_acceptance' as const } } : {})
  }).points;

test('the tolerance keeps its place however large an error is', () => {
  const scale = plumbScale(pointsWith([{ kind: 'absolute', lower: -0.3, upper: 0.3 }], [0.01, 50]));
  expect(scale.kind).toBe('absolute');
  expect(placeAt(0.3, halfAt(scale, null))).toBeCloseTo(0.8824);
  expect(placeAt(50, halfAt(scale, null))).toBe(1);
});

test('zero stays in the middle where limits are not symmetrical', () => {
  const scale = plumbScale(pointsWith([{ kind: 'absolute', lower: -0.1, upper: 0.4 }], [0]));
  expect(placeAt(0, halfAt(scale, null))).toBe(0);
  expect(placeAt(0.4, halfAt(scale, null))).toBeCloseTo(0.8824);
});

test('limits in percent of the reading are drawn in parts of each point’s own tolerance', () => {
  const points = pointsWith([{ kind: 'percent_of_reading', lower: -1, upper: 1 }], [0.05, 0.1]);
  const scale = plumbScale(points);
  expect(scale.kind).toBe('relative');
  const places = points.map((point) => placeAt(point.error ?? 0, halfAt(scale, point.as_found)));
  expect(places[0]).toBeCloseTo(places[1] ?? 0);
});

test('without a tolerance the scale is a round number beyond the largest deviation', () => {
  expect(plumbScale(pointsWith([], [0.013, -0.034]))).toEqual({ kind: 'free', half: 0.05 });
  expect(plumbScale([])).toEqual({ kind: 'free', half: 1 });
});
