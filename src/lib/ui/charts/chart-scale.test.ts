import { expect, test } from 'vitest';
import { placeOf, scaleFor } from './chart-scale.ts';

test('ticks stand at round numbers that binary fractions do not disturb', () => {
  expect(scaleFor([-0.3, 0.3], 6).ticks).toEqual([-0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3]);
  expect(scaleFor([-0.3, 0.3], 6).decimals).toBe(1);
  expect(scaleFor([0, 100], 5).ticks).toEqual([0, 20, 40, 60, 80, 100]);
});

test('the scale holds its values, with a margin where one is asked for', () => {
  const scale = scaleFor([2, 8], 5, { margin: 0.1 });
  expect(scale.low).toBeCloseTo(1.4);
  expect(scale.high).toBeCloseTo(8.6);
});

test('equal values and none at all still give a range', () => {
  expect(scaleFor([5, 5], 4).high).toBeGreaterThan(5);
  expect(scaleFor([0], 4).low).toBeLessThan(0);
  expect(scaleFor([Number.NaN], 4)).toMatchObject({ low: 0, high: 1 });
});

test('places run the way of the paper: up is smaller', () => {
  const scale = scaleFor([0, 10], 5);
  expect(placeOf(scale, 5, 200, 0)).toBe(100);
});

test('very small spans keep decimals enough to tell ticks apart', () => {
  const { ticks, decimals } = scaleFor([1e-6, 5e-6], 4);
  expect(new Set(ticks.map((value) => value.toFixed(decimals))).size).toBe(ticks.length);
});

test('no scale has fewer than three ticks, whatever its ends are', () => {
  for (const wanted of [1, 2, 3, 5]) {
    for (const ends of [
      [-0.037, 0.037],
      [0, 95.003],
      [3.1, 8.9],
      [999, 1001.3],
      [-7e-9, 2e-9]
    ]) {
      for (const margin of [0, 0.025, 0.12]) {
        const { ticks } = scaleFor(ends, wanted, { margin });
        expect(ticks.length, `${ends.join()} ${wanted} ${margin}`).toBeGreaterThanOrEqual(3);
        expect(ticks.length).toBeLessThanOrEqual(12);
      }
    }
  }
});
