import { expect, test } from 'vitest';
import { analyze } from './analyze.ts';
import { AnalysisRefusal } from './refusal.ts';
import type { AnalysisRequest, EvaluatedPoint } from './types.ts';

const READINGS = [1, 2, 3, 4, 5, 6];
const points = READINGS.map((measured, i) => ({ reference: 2 * measured + (i % 2) / 50, measured }));
const weighted = points.map((point, i) => ({ ...point, u_measured: 0.01 + i / 1000 }));

function evaluated(asked: AnalysisRequest['evaluate_at'], changes: Partial<AnalysisRequest> = {}): EvaluatedPoint[] {
  const request = { points, fit: { model: 'linear' }, uncertainty: { coverage_factor: 2 }, ...changes } as const;
  return [...(analyze({ ...request, evaluate_at: asked }).evaluated ?? [])];
}

test('an own uncertainty of a reading counts beside the rest of the budget, times the slope', () => {
  const [plain, own] = evaluated([3.5, { measured: 3.5, u_measured: 0.03 }]);
  expect(own).toMatchObject({ measured: 3.5, u_measured: 0.03, corrected: plain?.corrected, u_fit: plain?.u_fit });
  const slope = analyze({ points, fit: { model: 'linear' }, uncertainty: {} }).fit.coefficients[1] ?? 0;
  expect(own?.u_combined).toBeCloseTo(Math.hypot(plain?.u_combined ?? 0, slope * 0.03), 14);
  expect(own?.nu_eff).toBeGreaterThan(plain?.nu_eff ?? Infinity);
  expect(plain).not.toHaveProperty('u_measured');
});

test('where the points state theirs, it takes the place of that of the nearest point', () => {
  const fit = { model: 'linear', method: 'wls' } as const;
  const [plain, same, own] = evaluated([3, { measured: 3, u_measured: 0.012 }, { measured: 3, u_measured: 0.1 }], {
    points: weighted,
    fit
  });
  expect(same?.u_combined).toBeCloseTo(plain?.u_combined ?? 0, 14);
  expect(own?.u_combined).toBeGreaterThan(0.2);
});

test('it is of that reading alone: nothing else of the result changes', () => {
  const { evaluated: _one, ...without } = analyze({
    points,
    fit: { model: 'linear' },
    uncertainty: {},
    evaluate_at: [3.5]
  });
  const { evaluated: _other, ...beside } = analyze({
    points,
    fit: { model: 'linear' },
    uncertainty: {},
    evaluate_at: [{ measured: 3.5, u_measured: 0.03 }]
  });
  expect(beside).toEqual(without);
});

test('one outside the points warns like any other, and no uncertainty of zero is taken', () => {
  const asked = (u_measured: number, measured = 3) => ({
    points,
    fit: { model: 'linear' } as const,
    uncertainty: {},
    evaluate_at: [{ measured, u_measured }]
  });
  expect(analyze(asked(0.1, 7)).warnings.map(({ code }) => code)).toContain('extrapolation');
  expect(() => analyze(asked(0))).toThrow(AnalysisRefusal);
  expect(() => analyze(asked(0.1, Number.NaN))).toThrow(AnalysisRefusal);
});
