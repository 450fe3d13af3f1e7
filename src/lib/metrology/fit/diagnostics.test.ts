import { describe, expect, test } from 'vitest';
import { analyze } from '../analyze.ts';
import type { FitResult, Point } from '../types.ts';

const noise = [0.3, -0.2, 0.1, -0.4, 0.25, -0.15, 0.35, -0.3, 0.05, -0.1];
const line: Point[] = noise.map((value, i) => ({ measured: i, reference: 2 * i + value }));

function fitOf(points: readonly Point[], degree = 1): FitResult {
  return analyze({ points, fit: { model: 'polynomial', degree }, uncertainty: {} }).fit;
}

describe('leverage', () => {
  test('adds up to the number of coefficients', () => {
    const { leverage } = fitOf(line, 3).diagnostics;
    expect(leverage.reduce((sum, value) => sum + value, 0)).toBeCloseTo(4, 12);
  });
});

describe('studentized residuals', () => {
  test('agree with a fit that leaves the point out', () => {
    const { diagnostics } = fitOf(line);
    line.forEach((point, i) => {
      const rest = line.filter((_, j) => j !== i);
      const result = analyze({
        points: rest,
        fit: { model: 'linear' },
        uncertainty: {},
        evaluate_at: [point.measured]
      });
      const s = result.fit.residual_standard_deviation ?? Number.NaN;
      const { corrected = Number.NaN, u_fit: u = null } = result.evaluated?.[0] ?? {};
      const expected = (point.reference - corrected) / Math.sqrt(s * s + (u ?? Number.NaN) ** 2);
      expect(diagnostics.studentized_residuals[i]).toBeCloseTo(expected, 10);
    });
    expect(diagnostics.outliers).toEqual([]);
  });

  test('flag the one point that is off', () => {
    const off = line.map((point, i) => (i === 6 ? { ...point, reference: point.reference + 5 } : point));
    expect(fitOf(off).diagnostics.outliers).toEqual([6]);
    const exact = line.map((point, i) => ({ ...point, reference: i === 6 ? 20 : i }));
    expect(fitOf(exact).diagnostics.outliers).toEqual([6]);
  });
});

describe('lack of fit', () => {
  const repeated = (shape: (y: number) => number): Point[] =>
    [0, 1, 2, 3, 4, 5].flatMap((y, i) => [
      { measured: y, reference: shape(y) + 0.01 * (i % 3), group: i },
      { measured: y, reference: shape(y) - 0.01, group: i }
    ]);

  test('is found in a curve forced to be a line', () => {
    const bent = fitOf(repeated((y) => y * y)).diagnostics.lack_of_fit;
    expect(bent?.groups).toBe(6);
    expect(bent?.p).toBeLessThan(1e-6);
    const straight = fitOf(repeated((y) => 3 * y)).diagnostics.lack_of_fit;
    expect(straight?.p).toBeGreaterThan(0.05);
  });

  test('splits the residual sum of squares without remainder', () => {
    const fit = fitOf(repeated((y) => y * y));
    const total = (fit.residual_standard_deviation ?? 0) ** 2 * (fit.degrees_of_freedom ?? 0);
    const split = fit.diagnostics.lack_of_fit;
    expect((split?.ss_pure_error ?? 0) + (split?.ss_lack_of_fit ?? 0)).toBeCloseTo(total, 10);
  });

  test('does not exist without repeats', () => {
    expect(fitOf(line).diagnostics.lack_of_fit).toBeNull();
  });
});

describe('runs test', () => {
  test('counts the changes of sign along the measured value, whatever the order of typing', () => {
    const bent = Array.from({ length: 12 }, (_, i) => ({ measured: i, reference: i * i }));
    const runs = fitOf(bent).diagnostics.runs_test;
    expect(runs?.runs).toBe(3);
    expect(runs?.z).toBeLessThan(0);
    expect(fitOf([...bent].reverse()).diagnostics.runs_test).toEqual(runs);
  });

  test('does not exist where no residual differs from zero', () => {
    expect(fitOf([0, 1, 2, 3].map((i) => ({ measured: i, reference: i }))).diagnostics.runs_test).toBeNull();
  });
});

describe('effective weights', () => {
  test('a common uncertainty of the indication on a line changes no coefficient', () => {
    const weighted = line.map((point) => ({ ...point, u_measured: 0.1 }));
    const { fit } = analyze({ points: weighted, fit: { model: 'linear', method: 'wls' }, uncertainty: {} });
    fitOf(line).coefficients.forEach((value, j) => expect(fit.coefficients[j]).toBeCloseTo(value, 12));
    const slope = fit.coefficients[1] ?? 0;
    // χ² = Σ r² / (f′·u)², with the slope of the curve that was fitted.
    const squares = (fitOf(line).residual_standard_deviation ?? 0) ** 2 * 8;
    expect(fit.chi_squared?.value).toBeCloseTo(squares / (slope * 0.1) ** 2, 9);
  });

  test('where the curve is steeper the indication counts less', () => {
    const points = line.map((point, i) => ({
      measured: i,
      reference: i * i + point.reference - 2 * i,
      u_measured: 0.1
    }));
    const { fit } = analyze({
      points,
      fit: { model: 'polynomial', degree: 2, method: 'wls', covariance: 'scatter' },
      uncertainty: {}
    });
    const { leverage } = fit.diagnostics;
    expect(leverage[1]).toBeGreaterThan(leverage[8] ?? 1);
  });
});
