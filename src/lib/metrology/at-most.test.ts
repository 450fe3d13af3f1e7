import { describe, expect, test } from 'vitest';
import { analyze } from './analyze.ts';
import type { AnalysisRequest } from './types.ts';

/** Five readings of a cubic, far apart at the end: between the last two the curve is much less certain than at any point. */
const request: AnalysisRequest = {
  points: [0, 1, 2, 3, 10].map((value, i) => ({
    reference: value + ([1, -2, 3, -1, 0][i] ?? 0) * 1e-3,
    measured: value
  })),
  fit: { model: 'polynomial', degree: 3 },
  uncertainty: { reference_standard: { expanded_uncertainty: 0.02, coverage_factor: 2 } }
};
const largest = (list: readonly { readonly expanded_uncertainty: number }[] | undefined) =>
  Math.max(...(list ?? []).map(({ expanded_uncertainty }) => expanded_uncertainty));

describe('the greatest uncertainty over the range of the points', () => {
  test('is that between the points where it is greater there', () => {
    const fine = Array.from({ length: 2001 }, (_, i) => i / 200);
    const { at_most, points, evaluated } = analyze({ ...request, evaluate_at: fine });
    expect(at_most?.expanded_uncertainty).toBeGreaterThan(1.5 * largest(points));
    expect(at_most?.expanded_uncertainty).toBeGreaterThan(0.99 * largest(evaluated));
    expect(at_most?.expanded_uncertainty).toBeLessThanOrEqual(largest(evaluated) * (1 + 1e-12));
    // With one degree of freedom the factor grows with the share of the curve.
    expect(at_most?.k).toBeGreaterThan(Math.max(...points.map(({ k }) => k)));
    expect(at_most?.u_rest).toBeGreaterThanOrEqual(0.01);
  });

  test('is that of a point where it is greatest there', () => {
    const line = analyze({ ...request, fit: { model: 'linear' } });
    expect(line.at_most?.expanded_uncertainty).toBe(largest(line.points));
  });

  test('is not stated without a curve, without its uncertainty, or across a place where it has no value', () => {
    expect(analyze({ ...request, fit: { model: 'none' } })).not.toHaveProperty('at_most');
    expect(analyze({ ...request, fit: { model: 'polynomial', degree: 4 } })).not.toHaveProperty('at_most');
    const root = [-3, -2, -1.5, 1.5, 2, 3].map((y, i) => ({
      reference: Math.sqrt(y * y - 1) + (i % 2) * 1e-3,
      measured: y
    }));
    const fit = { model: 'custom', expression: 'a + b * sqrt(y^2 - 1)', start: [0, 1] } as const;
    const gap = analyze({ ...request, points: root, fit });
    expect(gap.points.every(({ u_fit }) => u_fit !== null)).toBe(true);
    expect(gap).not.toHaveProperty('at_most');
  });

  test('is found where the stated uncertainty of the nearest point changes, half-way between two points', () => {
    const points = [0, 2, 4, 6, 8, 10].map((y, i) => ({
      reference: 0.1 * Math.exp(0.8 * y),
      measured: y,
      u_measured: i < 5 ? 0.04 : 0.01
    }));
    const fine = Array.from({ length: 2001 }, (_, i) => i / 200);
    const given = {
      points,
      fit: { model: 'exponential', method: 'wls' },
      uncertainty: {},
      evaluate_at: fine
    } as const;
    const { at_most, evaluated } = analyze(given);
    expect(at_most?.expanded_uncertainty).toBeGreaterThan(largest(evaluated) * (1 - 1e-6));
    expect(at_most?.u_rest).toBeCloseTo(4.286, 2);
  });

  test('is found inside the part where it is greatest', () => {
    const points = [0, 1, 2, 3, 10].map((y, i) => ({ reference: y + (i % 2) * 1e-3, measured: y }));
    const fine = Array.from({ length: 20_001 }, (_, i) => i / 2000);
    const { at_most, evaluated } = analyze({ ...request, points, evaluate_at: fine });
    expect(at_most?.expanded_uncertainty).toBeGreaterThan(largest(evaluated) * (1 - 1e-4));
  });
});
