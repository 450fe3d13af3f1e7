import { expect, test } from 'vitest';
import type { AnalysisRequest } from '#lib/metrology/types.ts';
import { readBackwards } from './read-backwards.ts';

const request: AnalysisRequest = {
  points: [0, 20, 40, 60, 80, 100].map((x, i) => ({ reference: x, measured: 0.5 + 1.01 * x + 0.01 * (i % 2) })),
  fit: { model: 'linear' },
  uncertainty: {
    reference_standard: { expanded_uncertainty: 0.03, coverage_factor: 2 },
    monte_carlo: { trials: 10_000_000, seed: 1 }
  }
};

test('the indication of a wanted value comes with its uncertainty, and without the trials of the record', () => {
  const begun = performance.now();
  const { found, decimals } = readBackwards(request, 50);
  expect(performance.now() - begun).toBeLessThan(500);
  expect(found?.measured).toBeCloseTo(51.005, 1);
  expect(found?.expanded_uncertainty).toBeGreaterThan(0.03);
  expect(decimals).toBe(3);
});

test('a value that the curve does not reach is an answer', () => {
  expect(readBackwards(request, 500)).toMatchObject({ found: null, refused: 'no_inverse' });
});

test('a value that two indications give is an answer', () => {
  const bowed = {
    ...request,
    points: [-2, -1, 0, 1, 2, 3].map((y) => ({ reference: y * y, measured: y })),
    fit: { model: 'polynomial' as const, degree: 2 },
    uncertainty: {}
  };
  expect(readBackwards(bowed, 1)).toMatchObject({ found: null, refused: 'ambiguous_inverse' });
});
