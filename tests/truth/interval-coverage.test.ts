import { describe, expect, test } from 'vitest';
import { coverageOf, PROBABILITY } from './interval-coverage.ts';

const SETS = 10_000;
/** Standard deviation of a share of so many sets that is PROBABILITY. */
const ERROR = Math.sqrt((PROBABILITY * (1 - PROBABILITY)) / SETS);

describe(`${SETS} simulated calibrations of known scatter`, () => {
  test.each([3, 4, 8])(
    'of %i points: the interval of the curve alone holds the line as often as it says',
    (n) => {
      const { curve, whole } = coverageOf(n, 0, SETS, 1000 + n);
      expect(Math.abs(curve - PROBABILITY)).toBeLessThan(4 * ERROR);
      // Scatter alone, one s with its own degrees of freedom: the whole budget is as exact.
      expect(Math.abs(whole - PROBABILITY)).toBeLessThan(4 * ERROR);
    },
    60_000
  );

  test('with a reference whose uncertainty is as large as the scatter, the whole holds at eight degrees of freedom of the scatter', () => {
    const { curve, whole, freedom } = coverageOf(10, 1, SETS, 2008);
    expect(freedom).toBeGreaterThan(8);
    expect(Math.abs(curve - PROBABILITY)).toBeLessThan(4 * ERROR);
    expect(whole).toBeGreaterThan(PROBABILITY - 0.01);
  }, 60_000);
});
