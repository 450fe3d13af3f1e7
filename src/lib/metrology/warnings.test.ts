import { describe, expect, test } from 'vitest';
import { analyze } from './analyze.ts';
import type { AnalysisRequest, Contribution } from './types.ts';

const OFF = [0.03, 0.06, 0.02, 0.07, 0.05];
const points = [0, 25, 50, 75, 100].map((reference, i) => ({
  reference,
  measured: reference + (OFF[i] ?? 0)
}));
const request = (changes: Partial<AnalysisRequest> = {}): AnalysisRequest => ({
  points,
  fit: { model: 'linear' },
  uncertainty: {},
  ...changes
});
const messageOf = (code: string, changes: Partial<AnalysisRequest>): string | undefined =>
  analyze(request(changes)).warnings.find((warning) => warning.code === code)?.message;

describe('extrapolation: whatever the curve is evaluated at beyond its points is named', () => {
  const outside: [string, Partial<AnalysisRequest>, string][] = [
    ['an indication that was asked for', { evaluate_at: [50, 101] }, '101'],
    ['the indication of a wanted value', { inverse_at: [101] }, '101.0'],
    ['a point of the verification', { verification_points: [{ reference: -1, measured: -1 }] }, '-1'],
    ['a point before the adjustment', { as_found_points: [{ reference: 120, measured: 120.5 }] }, '120.5']
  ];
  test.each(outside)('%s', (_name, changes, value) => {
    expect(messageOf('extrapolation', changes)).toContain(value);
  });

  test('not what lies inside or on an end, and nothing where no curve is fitted', () => {
    expect(messageOf('extrapolation', { evaluate_at: [0.03, 50, 100.05] })).toBeUndefined();
    expect(messageOf('extrapolation', { fit: { model: 'none' }, evaluate_at: [500] })).toBeUndefined();
  });
});

describe('in_force_extrapolation: a correction is applied beyond the range that it was made for', () => {
  const scaled = { model: 'linear', coefficients: [50, 40], center: 50, scale: 40 } as const;
  const knots = { model: 'interpolation', coefficients: [0, 50, 80], knots: [0, 50, 80] } as const;
  test('by the reach of its scaled variable', () => {
    expect(messageOf('in_force_extrapolation', { correction_in_force: scaled })).toContain('100.05');
    const wide = { ...scaled, coefficients: [50, 50], scale: 50 };
    expect(messageOf('in_force_extrapolation', { correction_in_force: wide })).toBeUndefined();
  });

  test('by its knots, and at the indications as found where there are such', () => {
    const inside = points.slice(0, 3);
    const changes = { correction_in_force: knots, fit: { model: 'none' } } as const;
    expect(messageOf('in_force_extrapolation', { ...changes, points: inside.slice(1) })).toBeUndefined();
    const found = { ...changes, points: inside, as_found_points: [{ reference: 90, measured: 90 }] };
    expect(() => analyze(request(found))).not.toThrow();
    expect(messageOf('in_force_extrapolation', found)).toContain('90');
  });

  test('a curve in plain powers does not state its range', () => {
    const plain = { model: 'linear', coefficients: [0, 1] } as const;
    expect(messageOf('in_force_extrapolation', { correction_in_force: plain })).toBeUndefined();
  });
});

describe('zero_tolerance: limits that are one and the same', () => {
  const conformity = (upper: number) =>
    ({
      conformity: {
        rule: 'simple_acceptance',
        tolerance: [
          { kind: 'percent_of_reading', lower: -1, upper: 1 },
          { kind: 'absolute', lower: -upper, upper }
        ]
      }
    }) as const;
  test('a share of a reading of zero is none, and that point is named', () => {
    expect(messageOf('zero_tolerance', conformity(0))).toMatch(/values 0\.$/);
    expect(messageOf('zero_tolerance', conformity(0.01))).toBeUndefined();
  });

  test('an open side has no width to lack', () => {
    const tolerance = [{ kind: 'percent_of_reading', lower: null, upper: 1 }] as const;
    expect(messageOf('zero_tolerance', { conformity: { rule: 'simple_acceptance', tolerance } })).toBeUndefined();
  });
});

describe('overstated_uncertainty: points scatter less than was stated, at p > 0.975', () => {
  const stated = (u: number, fit: Partial<AnalysisRequest['fit']> = {}): Partial<AnalysisRequest> => ({
    points: points.map((point) => ({ ...point, u_reference: u })),
    fit: { model: 'linear', method: 'wls', ...fit }
  });
  // χ² of these points is (u₀/u)² with ν = 3: p = 0.975 at χ² = 0.2158.
  const chiSquaredOfOne = analyze(request(stated(1))).fit.chi_squared?.value ?? 0;
  const edge = Math.sqrt(chiSquaredOfOne / 0.2157952826);

  test('on one side of the limit, and not on the other', () => {
    expect(messageOf('overstated_uncertainty', stated(edge * 1.001))).toBeDefined();
    expect(messageOf('overstated_uncertainty', stated(edge * 0.999))).toBeUndefined();
  });

  test('not where the scatter itself decides how large they are', () => {
    expect(messageOf('overstated_uncertainty', stated(edge * 10, { covariance: 'scatter' }))).toBeUndefined();
  });
});

describe('ea_dominant: a rectangle gives k where the rest is small and well known', () => {
  const entry = (name: string, distribution: Contribution['distribution'], u: number, nu: number | null = null) =>
    ({
      name,
      type: nu === null ? 'B' : 'A',
      distribution,
      value: distribution === 'rectangular' ? u * Math.sqrt(3) : u,
      acts_on: 'corrected',
      degrees_of_freedom: nu
    }) as const;
  const of = (contributions: readonly Contribution[], p?: number) =>
    analyze(
      request({
        fit: { model: 'none' },
        uncertainty: { coverage_method: 'ea_dominant', coverage_probability: p, contributions }
      })
    );
  const isRestricted = (result: ReturnType<typeof of>) =>
    result.warnings.some(({ code }) => code === 'ea_dominant_restricted');
  const RECTANGLE = 0.95 * Math.sqrt(3);

  test('the rest may be three tenths of it, no more', () => {
    expect(of([entry('a', 'rectangular', 1), entry('b', 'normal', 0.3)], 0.95).coverage_factor).toBe(RECTANGLE);
    const more = of([entry('a', 'rectangular', 1), entry('b', 'normal', 0.3001)], 0.95);
    expect(more.coverage_factor).toBeCloseTo(1.96, 2);
    expect(isRestricted(more)).toBe(false);
  });

  test('the rest has at least ten degrees of freedom; otherwise k is that of t, with a note', () => {
    const enough = of([entry('a', 'rectangular', 1), entry('b', 'normal', 0.2, 10)], 0.95);
    expect(enough.coverage_factor).toBe(RECTANGLE);
    expect(isRestricted(enough)).toBe(false);
    const few = of([entry('a', 'rectangular', 1), entry('b', 'normal', 0.2, 9.99)], 0.95);
    expect(few.coverage_factor).toBeGreaterThan(1.9);
    expect(isRestricted(few)).toBe(true);
  });

  test('up to 95.45 %, not beyond, with a note', () => {
    const budget = [entry('a', 'rectangular', 1), entry('b', 'normal', 0.1)];
    expect(of(budget, 0.9545).coverage_factor).toBeCloseTo(0.9545 * Math.sqrt(3), 14);
    expect(isRestricted(of(budget, 0.9545))).toBe(false);
    const beyond = of(budget, 0.9546);
    expect(beyond.coverage_factor).toBeGreaterThan(1.99);
    expect(isRestricted(beyond)).toBe(true);
  });
});
