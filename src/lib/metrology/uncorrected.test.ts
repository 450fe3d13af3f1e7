import { expect, test } from 'vitest';
import { analyze } from './analyze.ts';
import type { AnalysisRequest, AnalysisResult, CorrectionCurve } from './types.ts';

const doubled: CorrectionCurve = { model: 'linear', coefficients: [0, 2] };
const points = [10, 20, 30].map((measured, i) => ({
  measured,
  reference: 2 * measured + 0.1,
  u_reference: 0.1 - i / 50
}));
const request: AnalysisRequest = {
  points,
  fit: { model: 'none', method: 'wls' },
  correction_in_force: doubled,
  uncertainty: {
    coverage_factor: 2,
    resolution: 0.12,
    reference_standard: { expanded_uncertainty: 0.02, coverage_factor: 2 }
  }
};

const greatest = (result: AnalysisResult): number =>
  Math.max(...result.points.map((point) => point.error_uncertainty?.expanded_uncertainty ?? 0));

const ofBudget = ({ budget }: AnalysisResult): number =>
  Math.hypot(...budget.map((line) => line.sensitivity * line.standard_uncertainty));

// Resolution 0.12 through the slope 2 is 0.0693, the reference standard 0.01, the first reference value 0.1.
const U = 2 * Math.hypot(0.12 / Math.sqrt(3), 0.01, 0.1);

test('Without a correction the reported uncertainty is that of the error, with its reference value and the correction in force.', () => {
  const result = analyze(request);
  expect(result.expanded_uncertainty).toBeCloseTo(U, 12);
  expect(greatest(result)).toBe(result.expanded_uncertainty);
  expect(ofBudget(result)).toBeCloseTo(result.combined_standard_uncertainty, 12);
  expect(result.budget.map(({ name }) => name)).toContain('Reference value of the point');
  for (const { error_uncertainty: own, u_combined, nu_eff, k, expanded_uncertainty } of result.points)
    expect(own).toEqual({ u_combined, nu_eff, k, expanded_uncertainty });
});

test('The trials are of the same error, about its value.', () => {
  const monte_carlo = { trials: 200_000, seed: 7 };
  const { monte_carlo: found } = analyze({ ...request, uncertainty: { ...request.uncertainty, monte_carlo } });
  expect(found?.mean).toBeCloseTo(20, 2);
  expect(found?.standard_uncertainty).toBeCloseTo(U / 2, 2);
  expect(found?.compared_with?.expanded_uncertainty).toBeCloseTo(U, 12);
});

test('After an adjustment it is that of the error as left, which no correction in force concerns.', () => {
  const result = analyze({ ...request, as_found_points: points });
  expect(result.expanded_uncertainty).toBeCloseTo(2 * Math.hypot(0.06 / Math.sqrt(3), 0.01, 0.1), 12);
  expect(ofBudget(result)).toBeCloseTo(result.combined_standard_uncertainty, 12);
  expect(result.as_found_points?.[0]?.error_uncertainty?.expanded_uncertainty).toBeCloseTo(U, 12);
});

test('With a fitted curve it stays that of the corrected value.', () => {
  const { expanded_uncertainty, points: found } = analyze({
    ...request,
    points: [...points, { measured: 40, reference: 80, u_reference: 0.1 }],
    fit: { model: 'linear', method: 'wls' }
  });
  expect(expanded_uncertainty).toBe(Math.max(...found.map((point) => point.expanded_uncertainty)));
  expect(expanded_uncertainty).toBeLessThan(
    Math.max(...found.map((point) => point.error_after_correction_uncertainty?.expanded_uncertainty ?? 0))
  );
});
