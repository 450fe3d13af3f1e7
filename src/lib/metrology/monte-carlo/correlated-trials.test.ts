import { describe, expect, test } from 'vitest';
import { analyze } from '../analyze.ts';
import type { AnalysisRequest, Contribution } from '../types.ts';

const TRIALS = 200_000;
/** Five standard errors of a standard deviation estimated from a number of trials. */
const TOLERANCE = 5 / Math.sqrt(2 * TRIALS);

const line = (name: string, value: number, more: Partial<Contribution> = {}): Contribution => ({
  name,
  type: 'B',
  distribution: 'normal',
  value,
  acts_on: 'corrected',
  ...more
});

function analyzed(contributions: Contribution[], correlations: { a: string; b: string; r: number }[], more = {}) {
  const request: AnalysisRequest = {
    points: [{ reference: 10, measured: 10 }],
    fit: { model: 'none' },
    uncertainty: { contributions, correlations, monte_carlo: { trials: TRIALS, seed: 5 } },
    ...more
  };
  const result = analyze(request);
  return {
    result,
    u: result.monte_carlo?.standard_uncertainty ?? Number.NaN,
    gum: result.combined_standard_uncertainty
  };
}

describe('correlated contributions', () => {
  test.each([
    [0.5, Math.sqrt(37)],
    [1, 7],
    [-1, 1],
    [-0.25, Math.sqrt(19)]
  ])('of 3 and 4 with r = %f have the uncertainty that the budget gives them', (r, expected) => {
    const { u, gum, result } = analyzed([line('a', 3), line('b', 4)], [{ a: 'a', b: 'b', r }]);
    expect(gum).toBeCloseTo(expected, 12);
    expect(Math.abs(u / expected - 1)).toBeLessThan(TOLERANCE);
    const [low, high] = result.monte_carlo?.symmetric_interval ?? [Number.NaN, Number.NaN];
    const half = result.coverage_factor * expected;
    // The standard error of an end is 2.76 u over √n: 2.3 % lie beyond it, where the density is 0.054/u. Five of them.
    const off = (5 * 2.76 * expected) / Math.sqrt(TRIALS);
    expect(Math.abs(low - 10 + half)).toBeLessThan(off);
    expect(Math.abs(high - 10 - half)).toBeLessThan(off);
    // So few trials do not give two digits of u.
    expect(result.monte_carlo?.gum_validated).toBeNull();
  });

  test('of several signs and places follow their whole matrix', () => {
    const contributions = [
      line('a', 2, { sensitivity: -1 }),
      line('b', 1, { acts_on: 'measured' }),
      line('c', 3),
      line('alone', 1)
    ];
    const correlations = [
      { a: 'a', b: 'b', r: 0.6 },
      { a: 'c', b: 'b', r: -0.5 }
    ];
    const { u, gum } = analyzed(contributions, correlations);
    expect(gum).toBeCloseTo(Math.sqrt(4 + 1 + 9 + 1 - 2 * 0.6 * 2 - 2 * 0.5 * 3), 12);
    expect(Math.abs(u / gum - 1)).toBeLessThan(TOLERANCE);
  });

  test('are drawn as jointly normal where one is a rectangle by itself, and the result says so', () => {
    const contributions = [line('a', 3 * Math.sqrt(3), { distribution: 'rectangular' }), line('b', 4)];
    const { u, result } = analyzed(contributions, [{ a: 'a', b: 'b', r: 0.5 }]);
    expect(Math.abs(u / Math.sqrt(37) - 1)).toBeLessThan(TOLERANCE);
    expect(result.warnings.map(({ code }) => code)).toContain('monte_carlo_joint_normal');
    const normal = analyzed([line('a', 3), line('b', 4)], [{ a: 'a', b: 'b', r: 0.5 }]);
    expect(normal.result.warnings.map(({ code }) => code)).not.toContain('monte_carlo_joint_normal');
  });

  test('of few degrees of freedom are jointly t: the tails are theirs', () => {
    const few = { type: 'A', degrees_of_freedom: 10 } as const;
    const { u, result } = analyzed([line('a', 3, few), line('b', 4, few)], [{ a: 'a', b: 'b', r: 1 }]);
    // Student's t of ν = 10 has the standard deviation √(10/8) times its scale; with r = 1 the sum is one t.
    expect(Math.abs(u / (7 * Math.sqrt(10 / 8)) - 1)).toBeLessThan(2 * TOLERANCE);
    const [low = 0, high = 0] = result.monte_carlo?.symmetric_interval ?? [];
    expect((high - low) / 2 / result.expanded_uncertainty).toBeCloseTo(1, 1);
  });

  test.each(['linear', 'none'] as const)('with the curve of the model %s agree with the budget', (model) => {
    const points = Array.from({ length: 40 }, (_, i) => ({ reference: i, measured: i + 0.3 * (((i * 7) % 5) - 2) }));
    const name = model === 'linear' ? 'Curve fit' : 'b';
    const contributions = [line('a', 0.1), ...(model === 'linear' ? [] : [line('b', 0.2)])];
    const { u, gum } = analyzed(contributions, [{ a: 'a', b: name, r: 0.9 }], {
      points,
      fit: { model },
      uncertainty: {
        contributions,
        correlations: [{ a: 'a', b: name, r: 0.9 }],
        monte_carlo: { trials: TRIALS, seed: 5 }
      }
    });
    // The scatter is known with 38 degrees of freedom, so that t is wider than its scale by √(38/36) at most.
    expect(u / gum).toBeGreaterThan(1 - TOLERANCE);
    expect(u / gum).toBeLessThan(Math.sqrt(38 / 36) + TOLERANCE);
  });
});
