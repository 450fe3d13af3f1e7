import { describe, expect, test } from 'vitest';
import { analyze } from '../analyze.ts';
import type { AnalysisRequest, Point } from '../types.ts';

/** At an indication of zero this budget is empty, so that nothing can be judged there. */
const ofReading = {
  name: 'Accuracy',
  type: 'B',
  distribution: 'rectangular',
  value: 0.1,
  value_kind: 'percent_of_reading',
  acts_on: 'corrected'
} as const;
const limits = [{ kind: 'absolute', lower: -0.1, upper: 0.1 }] as const;
const at = (measured: number, error: number): Point => ({ reference: measured - error, measured });
const request: AnalysisRequest = {
  points: [at(0, -0.5), at(10, 0.01), at(20, 0.01)],
  fit: { model: 'none' },
  unit: 'V',
  uncertainty: { contributions: [ofReading] },
  conformity: { rule: 'simple_acceptance', tolerance: limits, population: { standard_deviation: 0.05 } }
};

describe.each(['simple_acceptance', 'guard_band', 'non_binary'] as const)('%s: a point without uncertainty', (rule) => {
  const conformity = { rule, tolerance: limits, population: { standard_deviation: 0.05 } };
  const judge = (more: Partial<AnalysisRequest>) => analyze({ ...request, conformity, ...more });

  test('keeps its run from passing, and nothing of the run is stated', () => {
    const result = judge({});
    expect(result.points.map((point) => point.as_found?.verdict ?? null)).toEqual([null, 'pass', 'pass']);
    expect(result.conformity).toMatchObject({
      as_found: null,
      conforms: null,
      worst_point: null,
      procedure_risk: null
    });
    expect(result.conformity?.statement.en).toBe('As found: no statement of conformity.');
    expect(result.warnings.map(({ code }) => code)).toContain('uncertainty_unknown');
  });

  test('leaves a failure of another point standing', () => {
    const result = judge({ points: [at(0, 0), at(10, 0.5), at(20, 0.01)] });
    expect(result.conformity).toMatchObject({ as_found: 'fail', conforms: false, worst_point: 1 });
  });

  test('decides only for its own run', () => {
    const good = [at(10, 0.01), at(20, 0.01)];
    const found = judge({
      as_found_points: request.points,
      points: good,
      conformity: { ...conformity, judge: 'as_left' }
    });
    expect(found.conformity).toMatchObject({ as_found: null, as_left: 'pass', conforms: true });
    const left = judge({ as_found_points: good, conformity: { ...conformity, judge: 'as_left' } });
    expect(left.conformity).toMatchObject({ as_found: 'pass', as_left: null, conforms: null });
    const verified = judge({ as_found_points: good, points: good, verification_points: [at(0, 0)] });
    expect(verified.conformity).toMatchObject({ as_found: 'pass', as_left: null });
  });
});

test('whether an uncertainty counts as zero does not depend on the unit of the indication', () => {
  const timer = (factor: number, measured_unit: string) =>
    analyze({
      points: [1, 2, 3, 4, 5, 6].map((s, i) => ({ reference: s, measured: factor * (s + 1e-9 * ((i * 5) % 3)) })),
      fit: { model: 'linear' },
      unit: 's',
      measured_unit,
      correction_in_force: { model: 'proportional', coefficients: [1 / factor] },
      uncertainty: { reference_standard: { expanded_uncertainty: 2e-7, coverage_factor: 2 } },
      conformity: { rule: 'simple_acceptance', tolerance: [{ kind: 'absolute', lower: -1e-6, upper: 1e-6 }] }
    });
  for (const [factor, unit] of [
    [1, 's'],
    [1e3, 'ms'],
    [1e9, 'ns'],
    [1e15, 'fs']
  ] as const) {
    const { conformity, warnings } = timer(factor, unit);
    expect(conformity, unit).toMatchObject({ as_found: 'pass', as_left: 'pass' });
    expect(warnings.map(({ code }) => code)).not.toContain('uncertainty_unknown');
  }
});
