import { describe, expect, test } from 'vitest';
import { analyze } from './analyze.ts';
import { AnalysisRefusal } from './refusal.ts';
import type { AnalysisRequest, FitRequest, Point } from './types.ts';

const points: Point[] = [0, 1, 2, 3, 4, 5].map((value) => ({
  reference: value,
  measured: value * 1.01 + (value % 2) * 0.1
}));
const base: AnalysisRequest = { points, fit: { model: 'linear' }, uncertainty: {} };

function withPoint(change: Partial<Point>): Point[] {
  return points.map((point, index) => (index === 2 ? { ...point, ...change } : point));
}

function refusalOf(request: AnalysisRequest): AnalysisRefusal {
  try {
    analyze(request);
  } catch (error) {
    if (error instanceof AnalysisRefusal) return error;
    throw error;
  }
  throw new Error('Nothing was refused.');
}

const conformity = { rule: 'simple_acceptance', tolerance: [{ kind: 'absolute', lower: -1, upper: 1 }] } as const;

describe('a request that must not be computed is refused with code and path', () => {
  test.each<[string, string, Partial<AnalysisRequest>]>([
    ['too_few_points', 'points', { points: [] }],
    ['too_few_points', 'points', { points: points.slice(0, 1) }],
    ['too_few_points', 'points', { points: points.slice(0, 4), fit: { model: 'polynomial', degree: 'auto' } }],
    [
      'too_many_points',
      'points',
      { points: Array.from({ length: 100_001 }, (_, i) => ({ reference: i, measured: i })) }
    ],
    ['equal_measured', 'points', { points: points.map((point) => ({ ...point, measured: 5 })) }],
    [
      'equal_measured',
      'points',
      { points: withPoint({ measured: 1.11 }).slice(0, 3), fit: { model: 'polynomial', degree: 2 } }
    ],
    [
      'equal_measured',
      'points',
      { points: points.map((point) => ({ ...point, measured: 0 })), fit: { model: 'proportional' } }
    ],
    ['not_finite', 'points.2.measured', { points: withPoint({ measured: Number.NaN }) }],
    ['not_finite', 'points.2.reference', { points: withPoint({ reference: Infinity }) }],
    ['magnitude', 'points.2.reference', { points: withPoint({ reference: 1e200 }) }],
    [
      'magnitude',
      'points.0.measured',
      { points: points.map(({ reference }, i) => ({ reference, measured: i * 1e-70 })) }
    ],
    [
      'not_positive',
      'points.2.u_reference',
      { points: withPoint({ u_reference: 0 }), fit: { model: 'linear', method: 'wls' } }
    ],
    [
      'missing_uncertainty',
      'points.0',
      { points: withPoint({ u_reference: 1 }), fit: { model: 'linear', method: 'wls' } }
    ],
    ['unused_uncertainty', 'points.2.u_measured', { points: withPoint({ u_measured: 1 }) }],
    ['unused_uncertainty', 'verification_points.2.u_measured', { verification_points: withPoint({ u_measured: 1 }) }],
    ['missing_group', 'points.0.group', { points: withPoint({ group: 1 }) }],
    ['not_finite', 'as_found_points.2.measured', { as_found_points: withPoint({ measured: -Infinity }) }],
    ['not_finite', 'evaluate_at.1', { evaluate_at: [1, Number.NaN] }],
    [
      'overflow',
      'evaluate_at.0',
      {
        evaluate_at: [1e59],
        fit: { model: 'polynomial', degree: 4 },
        points: points.map((p, i) => ({ ...p, measured: i * 1e-20 }))
      }
    ],
    ['bad_degree', 'fit.degree', { fit: { model: 'polynomial', degree: 11 } }],
    ['bad_degree', 'fit.degree', { fit: { model: 'polynomial' } }],
    ['unused_option', 'fit.degree', { fit: { model: 'linear', degree: 2 } }],
    ['covariance_unknown', 'fit.covariance', { fit: { model: 'linear', covariance: 'known' } }],
    ['bad_curve', 'correction_in_force', { correction_in_force: { model: 'power', coefficients: [1] } }],
    ['unit_mismatch', 'measured_unit', { fit: { model: 'offset' }, unit: '°C', measured_unit: 'mV' }],
    ['missing_tolerance', 'conformity.tolerance', { conformity: { ...conformity, tolerance: [] } }],
    [
      'limits_reversed',
      'conformity.tolerance.0.lower',
      { conformity: { ...conformity, tolerance: [{ kind: 'absolute', lower: 1, upper: -1 }] } }
    ],
    [
      'missing_span',
      'conformity.tolerance.0.kind',
      { conformity: { ...conformity, tolerance: [{ kind: 'percent_of_span', lower: -1, upper: 1 }] } }
    ],
    ['unused_option', 'conformity.guard_band_factor', { conformity: { ...conformity, guard_band_factor: 1 } }]
  ])('%s at %s', (code, path, change) => {
    const refusal = refusalOf({ ...base, ...change });
    expect(refusal.code).toBe(code);
    expect(refusal.path.join('.')).toBe(path);
    expect(refusal.message).toMatch(/^[A-Z].*[.)]$/);
  });
});

/** A sparse array: a line with a missing element. */
const gap = (place: number): FitRequest => ({
  model: 'custom',
  expression: `a + b * y + 0 / (y - ${place})`,
  start: [0, 1]
});
const at = (...measured: number[]): Point[] => measured.map((value) => ({ measured: value, reference: value }));

describe('what this engine does not compute is refused by name', () => {
  test.each<[string, string, Partial<AnalysisRequest>]>([
    [
      'method_unavailable',
      'fit.method',
      { fit: { model: 'interpolation', method: 'wls' }, points: points.map((point) => ({ ...point, u_reference: 1 })) }
    ],
    ['missing_uncertainty', 'points.0', { fit: { model: 'linear', method: 'gdr' } }],
    ['domain', 'points.0.measured', { fit: { model: 'steinhart_hart' } }],
    [
      'temperature_unit',
      'unit',
      {
        fit: { model: 'callendar_van_dusen' },
        unit: 'K',
        points: points.map((point) => ({ ...point, measured: point.measured + 100 }))
      }
    ],
    ['missing_expression', 'fit.expression', { fit: { model: 'custom' } }],
    ['missing_start', 'fit.start', { fit: { model: 'custom', expression: 'a * y' } }],
    ['bad_start', 'fit.start', { fit: { model: 'custom', expression: 'a * y', start: [1, 2] } }],
    ['bad_expression', 'fit.expression', { fit: { model: 'custom', expression: 'a * log(y)', start: [1] } }],
    // Properties that every object inherits are not functions of the formula language either.
    ['bad_expression', 'fit.expression', { fit: { model: 'custom', expression: 'a * toString(y)', start: [1] } }],
    ['bad_expression', 'fit.expression', { fit: { model: 'custom', expression: 'a * __proto__(y)', start: [1] } }],
    ['bad_degree', 'fit.numerator', { fit: { model: 'rational', denominator: 1 } }],
    ['bad_degree', 'fit.numerator', { fit: { model: 'rational', numerator: 0, denominator: 0 } }],
    ['unused_option', 'fit.expression', { fit: { model: 'linear', expression: 'a*y' } }],
    [
      'coverage_twice',
      'uncertainty.coverage_factor',
      { uncertainty: { coverage_method: 'ea_dominant', coverage_factor: 2 } }
    ],
    [
      'one_sided',
      'conformity.rule',
      { conformity: { rule: 'rss', tolerance: [{ kind: 'absolute', lower: null, upper: 1 }] } }
    ],
    ['no_inverse', 'inverse_at.0', { inverse_at: [100] }],
    // The indication for which the curve has no value is named by its path.
    ['domain', 'evaluate_at.1', { fit: gap(2.5), evaluate_at: [3, 2.5] }],
    ['domain', 'verification_points.1.measured', { fit: gap(2.5), verification_points: at(3, 2.5) }],
    ['domain', 'as_found_points.0.measured', { fit: gap(2.5), as_found_points: at(2.5) }]
  ])('%s at %s', (code, path, change) => {
    const refusal = refusalOf({ ...base, ...change });
    expect(refusal.code).toBe(code);
    expect(refusal.path.join('.')).toBe(path);
  });
});

describe('abscissae without enough digits', () => {
  test('a line over values that differ in their last digits only is refused', () => {
    const close = [0, 1, 2, 3].map((i) => ({ reference: i, measured: 1e15 + i / 8 }));
    expect(refusalOf({ ...base, points: close }).code).toBe('ill_conditioned');
  });

  test('a high degree far from zero is judged in its scaled form, and its formula is written there', () => {
    const far = Array.from({ length: 20 }, (_, i) => ({ reference: Math.sin(i), measured: 1e5 + i }));
    const near = far.map((point) => ({ ...point, measured: point.measured - 1e5 }));
    const fit = { model: 'polynomial', degree: 6 } as const;
    const result = analyze({ ...base, points: far, fit });
    expect(result.warnings.map(({ code }) => code)).toContain('scaled_form');
    expect(result.fit.equation).toMatch(/ z\^6, z = \(y - 100009\.5\) \/ 16$/);
    const truth = analyze({ ...base, points: near, fit }).points.map(({ corrected }) => corrected);
    result.points.forEach(({ corrected }, i) => expect(corrected).toBeCloseTo(truth[i] ?? Number.NaN, 9));
  });

  test('a cubic over a narrow range far from zero is no more difficult than one at zero', () => {
    const cubic = (y: number): number => 10_000 + y + 0.1 * y * y * y;
    const points = Array.from({ length: 8 }, (_, i) => ({ measured: 10_000 + i / 7, reference: cubic(i / 7) }));
    const result = analyze({ ...base, points, fit: { model: 'polynomial', degree: 3 } });
    result.points.forEach(({ residual }) => expect(Math.abs(residual)).toBeLessThan(1e-8));
  });
});
