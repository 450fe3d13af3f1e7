import { describe, expect, test } from 'vitest';
import { analyze } from '../analyze.ts';
import { AnalysisRefusal } from '../refusal.ts';
import type { AnalysisResult, Contribution, UncertaintyRequest } from '../types.ts';

/** An instrument without correction, read once: the budget consists of the contributions. */
function budgetOf(uncertainty: UncertaintyRequest, measured = 10): AnalysisResult {
  return analyze({
    points: [{ reference: measured, measured }],
    fit: { model: 'none' },
    uncertainty,
    conformity: { rule: 'simple_acceptance', span: 50, tolerance: [{ kind: 'absolute', lower: -1, upper: 1 }] }
  });
}

function typeB(name: string, value: number, more: Partial<Contribution> = {}): Contribution {
  return { name, type: 'B', distribution: 'normal', value, acts_on: 'corrected', ...more };
}

function refusalOf(uncertainty: UncertaintyRequest): AnalysisRefusal {
  try {
    budgetOf(uncertainty);
  } catch (error) {
    if (error instanceof AnalysisRefusal) return error;
    throw error;
  }
  throw new Error('Nothing was refused.');
}

describe('standard uncertainties', () => {
  test.each<[Contribution['distribution'], number]>([
    ['normal', 1],
    ['rectangular', Math.sqrt(3)],
    ['triangular', Math.sqrt(6)],
    ['arcsine', Math.SQRT2],
    ['student_t', 1],
    ['exponential', 1]
  ])('a %s distribution divides its value by %d', (distribution, divisor) => {
    const result = budgetOf({ contributions: [typeB('one', 0.6, { distribution })] });
    expect(result.combined_standard_uncertainty).toBeCloseTo(0.6 / divisor, 14);
    expect(result.budget[0]).toMatchObject({ name: 'one', divisor, value: 0.6, source: 'other' });
  });

  test('a trapezoid lies between rectangle and triangle', () => {
    const trapezoid = (beta: number): number =>
      budgetOf({ contributions: [typeB('t', 1, { distribution: 'trapezoidal', beta })] }).combined_standard_uncertainty;
    expect(trapezoid(1)).toBeCloseTo(1 / Math.sqrt(3), 14);
    expect(trapezoid(0)).toBeCloseTo(1 / Math.sqrt(6), 14);
  });

  test('a Poisson count has the square root of one more than itself', () => {
    const result = budgetOf({ contributions: [typeB('counts', 399, { distribution: 'poisson' })] });
    expect(result.combined_standard_uncertainty).toBeCloseTo(20, 12);
  });

  test('an expanded uncertainty is divided by its coverage factor', () => {
    expect(budgetOf({ contributions: [typeB('U', 0.4, { k: 2 })] }).combined_standard_uncertainty).toBe(0.2);
  });

  test('percentages are of the reading or of the span', () => {
    const reading = budgetOf({ contributions: [typeB('r', 1, { value_kind: 'percent_of_reading' })] }, -20);
    expect(reading.combined_standard_uncertainty).toBeCloseTo(0.2, 14);
    const span = budgetOf({ contributions: [typeB('s', 1, { value_kind: 'percent_of_span' })] });
    expect(span.combined_standard_uncertainty).toBeCloseTo(0.5, 14);
  });

  test('the reference standard enters once, divided by its k, with its own degrees of freedom', () => {
    const reference_standard = { expanded_uncertainty: 0.3, coverage_factor: 2.5, degrees_of_freedom: 12 };
    const result = budgetOf({ reference_standard });
    expect(result.combined_standard_uncertainty).toBeCloseTo(0.12, 14);
    expect(result.effective_degrees_of_freedom).toBeCloseTo(12, 10);
  });
});

describe('combination', () => {
  const three: Contribution[] = [
    { ...typeB('a', 3), type: 'A', degrees_of_freedom: 4 },
    { ...typeB('b', 4), sensitivity: 0.5 },
    { ...typeB('c', 1), degrees_of_freedom: 9 }
  ];

  test('variances add, and the shares add up to one', () => {
    const result = budgetOf({ contributions: three });
    expect(result.combined_standard_uncertainty).toBeCloseTo(Math.sqrt(9 + 4 + 1), 14);
    expect(result.budget.reduce((sum, entry) => sum + entry.variance_share, 0)).toBeCloseTo(1, 14);
    expect(result.effective_degrees_of_freedom).toBeCloseTo(14 ** 2 / (81 / 4 + 1 / 9), 10);
  });

  test('full correlation adds linearly, opposite correlation takes away', () => {
    const contributions = [typeB('a', 3), typeB('b', 4)];
    const combined = (r: number): number =>
      budgetOf({ contributions, correlations: [{ a: 'a', b: 'b', r }] }).combined_standard_uncertainty;
    expect(combined(1)).toBeCloseTo(7, 13);
    expect(combined(-1)).toBeCloseTo(1, 13);
    expect(combined(0)).toBeCloseTo(5, 13);
  });

  test('correlated contributions of finite degrees of freedom count as one, with a warning', () => {
    const contributions = [
      typeB('a', 3, { degrees_of_freedom: 8 }),
      typeB('b', 4, { degrees_of_freedom: 5 }),
      typeB('c', 2)
    ];
    const result = budgetOf({ contributions, correlations: [{ a: 'a', b: 'b', r: 0.5 }] });
    const merged = 9 + 16 + 12;
    expect(result.effective_degrees_of_freedom).toBeCloseTo((merged + 4) ** 2 / (merged ** 2 / 5), 10);
    expect(result.budget.reduce((sum, entry) => sum + entry.variance_share, 0)).toBeCloseTo(1, 14);
    expect(result.warnings.map(({ code }) => code)).toContain('correlated_degrees_of_freedom');
  });

  test('what is correlated with the scatter of the points joins the part that scatter and curve fit are', () => {
    const result = analyze({
      points: [0.1, 0.9, 2.1, 2.9, 4].map((measured, reference) => ({ measured, reference })),
      fit: { model: 'linear' },
      uncertainty: {
        contributions: [typeB('drift', 0.05, { degrees_of_freedom: 2 })],
        correlations: [{ a: 'Repeatability', b: 'drift', r: 0.5 }]
      }
    });
    // Everything that counts is in one part, and its smallest ν is that of the drift.
    expect(result.budget.map((entry) => entry.degrees_of_freedom)).toEqual([3, 3, 2]);
    expect(result.effective_degrees_of_freedom).toBeCloseTo(2, 12);
  });

  test('contributions that only share a partner of unlimited degrees of freedom stay two', () => {
    const contributions = [
      typeB('a', 1, { degrees_of_freedom: 4 }),
      typeB('b', 1),
      typeB('c', 1, { degrees_of_freedom: 10 })
    ];
    const correlations = [
      { a: 'a', b: 'b', r: 0.5 },
      { a: 'b', b: 'c', r: 0.5 }
    ];
    const result = budgetOf({ contributions, correlations });
    expect(result.effective_degrees_of_freedom).toBeCloseTo(25 / (1 / 4 + 1 / 10), 10);
    expect(result.warnings.map(({ code }) => code)).not.toContain('correlated_degrees_of_freedom');
  });

  test('correlations that no quantities can have are refused', () => {
    const contributions = [typeB('a', 1), typeB('b', 1), typeB('c', 1)];
    const pairs = [
      { a: 'a', b: 'b', r: 0.9 },
      { a: 'b', b: 'c', r: 0.9 },
      { a: 'a', b: 'c', r: -0.9 }
    ];
    expect(refusalOf({ contributions, correlations: pairs }).code).toBe('correlations_impossible');
    expect(refusalOf({ contributions, correlations: [{ a: 'a', b: 'x', r: 0 }] }).path).toEqual([
      'uncertainty',
      'correlations',
      0,
      'b'
    ]);
  });
});

describe('coverage', () => {
  const contributions = [typeB('a', 1, { degrees_of_freedom: 7.6 })];

  test('k is the t quantile for the effective degrees of freedom, real or truncated', () => {
    const real = budgetOf({ contributions });
    const truncated = budgetOf({ contributions, dof_rounding: 'truncate' });
    // GUM table G.2: t for 95.45 % is 2.43 at 7 and 2.37 at 8 degrees of freedom.
    expect(truncated.coverage_factor).toBeCloseTo(2.428809082234241, 12);
    expect(truncated.effective_degrees_of_freedom).toBe(7);
    expect(real.coverage_factor).toBeGreaterThan(2.3664);
    expect(real.coverage_factor).toBeLessThan(truncated.coverage_factor);
  });

  test('a fixed factor tells which probability it covers', () => {
    const result = budgetOf({ contributions: [typeB('a', 1)], coverage_factor: 2 });
    expect(result.expanded_uncertainty).toBe(2);
    expect(result.coverage_probability).toBeCloseTo(0.954499736103642, 14);
  });

  test('the capability of the laboratory is a floor of what is reported', () => {
    const result = budgetOf({ contributions: [typeB('a', 1)], coverage_factor: 2, cmc: 3 });
    expect(result.expanded_uncertainty).toBe(3);
    expect(result.combined_standard_uncertainty).toBe(1.5);
    expect(result.coverage_factor).toBe(2);
    expect(result.effective_degrees_of_freedom).toBeNull();
    expect(result.coverage_probability).toBe(0.9545);
    expect(result.conformity?.statement.de).toContain('Kalibrier- und Messmöglichkeit');
  });

  test('a rectangle dominates beside a correlation of zero as without one, and not beside a true one', () => {
    const contributions = [typeB('a', 1, { distribution: 'rectangular' }), typeB('b', 0.01), typeB('c', 0.01)];
    const factor = (r: number): number =>
      budgetOf({ coverage_method: 'ea_dominant', contributions, correlations: [{ a: 'b', b: 'c', r }] })
        .coverage_factor;
    expect(factor(0)).toBeCloseTo(0.9545 * Math.sqrt(3), 12);
    expect(factor(0.5)).toBeCloseTo(2, 5);
  });
});

describe('what a budget lacks is refused', () => {
  test.each<[string, string, UncertaintyRequest]>([
    ['missing_degrees_of_freedom', 'degrees_of_freedom', { contributions: [{ ...typeB('a', 1), type: 'A' }] }],
    ['divisor_twice', 'k', { contributions: [typeB('a', 1, { k: 2, divisor: 2 })] }],
    ['negative', 'value', { contributions: [typeB('a', -1)] }],
    ['not_finite', 'sensitivity', { contributions: [typeB('a', 1, { sensitivity: Number.NaN })] }],
    ['not_positive', 'coverage_factor', { reference_standard: { expanded_uncertainty: 1, coverage_factor: 0 } }],
    ['coverage_twice', 'coverage_factor', { coverage_factor: 2, coverage_probability: 0.95 }],
    ['out_of_range', 'coverage_probability', { coverage_probability: 1 }],
    ['out_of_range', 'readings_averaged', { readings_averaged: 0 }]
  ])('%s names the field %s', (code, field, uncertainty) => {
    const refusal = refusalOf(uncertainty);
    expect(refusal.code).toBe(code);
    expect(refusal.path.at(-1)).toBe(field);
  });
});

describe("a contribution that names a source of the engine's own", () => {
  const points = [0, 25, 50, 75, 100].map((reference, i) => ({ reference, measured: reference + 0.1 + 0.2 * (i % 2) }));
  const request = (model: 'none' | 'linear', source: Contribution['source'], name: string) => ({
    points,
    fit: { model },
    as_found_points: points,
    uncertainty: {
      contributions: [typeB(name, 0.05, { source })],
      monte_carlo: { trials: 20_000, seed: 7 }
    },
    conformity: { rule: 'simple_acceptance' as const, tolerance: [{ kind: 'absolute' as const, lower: -1, upper: 1 }] }
  });
  const uncertainties = ({ points: adjusted, as_found_points: found = [] }: AnalysisResult) =>
    [...adjusted, ...found].map(({ expanded_uncertainty: U }) => U);

  test.each([
    ['none', 'curve_fit', 'Curve fit'],
    ['linear', 'curve_fit', 'Curve fit'],
    ['linear', 'resolution', 'Resolution']
  ] as const)('is a line like any other: model %s, %s', (model, source, name) => {
    const named = analyze(request(model, source, name));
    const other = analyze(request(model, 'other', name));
    expect(uncertainties(named)).toEqual(uncertainties(other));
    expect(named.monte_carlo).toEqual(other.monte_carlo);
    expect(named.budget.filter(({ value }) => value === 0.05)).toMatchObject([{ name, source }]);
  });
});
