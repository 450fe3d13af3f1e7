import { describe, expect, test } from 'vitest';
import { analyze } from '../analyze.ts';
import type { AnalysisRequest, AnalysisResult, Point } from '../types.ts';

/** A thermometer that reads 0.3 % high with a little scatter. */
const points: Point[] = Array.from({ length: 12 }, (_, i) => ({
  reference: 10 * i,
  measured: 10.03 * i + 0.2 + ([0.01, -0.02, 0.015, -0.005][i % 4] ?? 0)
}));
const request: AnalysisRequest = {
  points,
  fit: { model: 'linear' },
  uncertainty: { reference_standard: { expanded_uncertainty: 0.02, coverage_factor: 2 } },
  unit: '°C'
};
const codes = (result: AnalysisResult): string[] => result.warnings.map(({ code }) => code);

describe('repeatability', () => {
  test('the residual s of the fit and its own uncertainty count once in the degrees of freedom', () => {
    const result = analyze({ points, fit: { model: 'linear' }, uncertainty: {} });
    expect(result.effective_degrees_of_freedom).toBeCloseTo(10, 10);
    expect(result.budget.map(({ source }) => source)).toEqual(['curve_fit', 'repeatability']);
  });

  /** Every point twice, two readings 0.03 apart. */
  const repeats = points.flatMap((point, group) => [
    { ...point, group },
    { ...point, group, measured: point.measured + 0.03 }
  ]);

  test('repeats that the curve fits leave one pooled s behind curve and readings', () => {
    const { budget, fit, ...result } = analyze({ ...request, points: repeats, uncertainty: {} });
    expect(fit.diagnostics.lack_of_fit?.p).toBeGreaterThan(0.05);
    expect(budget.map(({ degrees_of_freedom: nu }) => nu)).toEqual([22, 22]);
    expect(budget[1]?.value).toBe(fit.residual_standard_deviation);
    expect(result.effective_degrees_of_freedom).toBeCloseTo(22, 9);
  });

  test('repeats that the curve does not fit are told apart from its deviation, and no degree of freedom counts twice', () => {
    const bent = repeats.map((point) => ({ ...point, reference: point.reference + (point.reference / 50 - 1) ** 2 }));
    const { budget, fit, ...result } = analyze({ ...request, points: bent, uncertainty: {} });
    const split = fit.diagnostics.lack_of_fit;
    const [curve, lack, repeatability] = budget;
    expect(budget.map(({ source }) => source)).toEqual(['curve_fit', 'lack_of_fit', 'repeatability']);
    expect(budget.map(({ degrees_of_freedom: nu }) => nu)).toEqual([10, 10, 12]);
    expect(repeatability?.value).toBeCloseTo(Math.sqrt((split?.ss_pure_error ?? 0) / 12), 12);
    const [between, within] = [(split?.ss_lack_of_fit ?? 0) / 10, (split?.ss_pure_error ?? 0) / 12];
    expect(lack?.value).toBeCloseTo(Math.sqrt((between - within) / 2), 12);
    // Curve and deviation come from one mean square: together one term with ten degrees of freedom.
    const ofCurve = (curve?.value ?? 0) ** 2 + (lack?.value ?? 0) ** 2;
    const whole = ofCurve + (repeatability?.value ?? 0) ** 2;
    expect(result.effective_degrees_of_freedom).toBeCloseTo(
      whole ** 2 / (ofCurve ** 2 / 10 + (repeatability?.value ?? 0) ** 4 / 12),
      6
    );
    expect(codes({ budget, fit, ...result })).toContain('lack_of_fit');
    // Lack of fit is not part of the error of an indication.
    const found = result.points[0]?.error_uncertainty;
    expect(found?.u_combined).toBeCloseTo(repeatability?.value ?? 0, 12);
  });

  test('repeats are declared: by equal nominal values only where each was met again, never by equal numbers', () => {
    const freedom = (given: Point[]) =>
      analyze({ points: given, fit: { model: 'none' }, uncertainty: {} }).budget[0]?.degrees_of_freedom;
    const equal = repeats.map(({ group: _group, ...point }) => point);
    expect(freedom(equal)).toBeUndefined();
    const planned = equal.map((point, i) => ({ ...point, nominal: 10 * (i >> 1) }));
    expect(freedom(planned)).toBe(12);
    expect(freedom([...planned, { reference: 120, measured: 120, nominal: 120 }])).toBeUndefined();
    expect(freedom(planned.map((point, i) => ({ ...point, group: i })))).toBeUndefined();
  });

  test('averaging readings divides it by the square root of their number', () => {
    const entry = (readings_averaged: number): number =>
      analyze({ ...request, uncertainty: { readings_averaged } }).budget.find(
        ({ source }) => source === 'repeatability'
      )?.standard_uncertainty ?? 0;
    expect(entry(4)).toBe(entry(1) / 2);
  });

  test('resolution counts where it is larger than the scatter, or where it is asked for', () => {
    const names = (uncertainty: AnalysisRequest['uncertainty']): string[] =>
      analyze({ ...request, uncertainty }).budget.map(({ source }) => source);
    expect(names({ resolution: 0.01 })).not.toContain('resolution');
    expect(names({ resolution: 0.01, count_resolution: true })).toContain('resolution');
    expect(names({ resolution: 1 })).toContain('resolution');
    expect(codes(analyze({ ...request, uncertainty: { resolution: 0.01 } }))).toContain('resolution_left_out');
  });

  test('with weights each point brings its own', () => {
    const weighted = points.map((point, i) => ({ ...point, u_measured: 0.01 + i * 0.001 }));
    const result = analyze({
      ...request,
      points: weighted,
      fit: { model: 'linear', method: 'wls', covariance: 'scatter' }
    });
    const slope = result.fit.coefficients[1] ?? 0;
    const entry = result.budget.find(({ source }) => source === 'repeatability');
    // Under "scatter" the stated u's are multiplied by √(χ²/ν), with its degrees of freedom.
    const scale = result.fit.residual_standard_deviation ?? Number.NaN;
    expect(entry).toMatchObject({ sensitivity: slope, type: 'A', degrees_of_freedom: 10 });
    expect(entry?.value).toBeCloseTo((0.01 + 11 * 0.001) * scale, 12);
    const known = analyze({ ...request, points: weighted, fit: { model: 'linear', method: 'wls' } });
    expect(known.budget.find(({ source }) => source === 'repeatability')).toMatchObject({
      value: 0.01 + 11 * 0.001,
      type: 'B',
      degrees_of_freedom: null
    });
  });
});
