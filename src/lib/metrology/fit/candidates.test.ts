import { describe, expect, test } from 'vitest';
import { analyze } from '../analyze.ts';
import type { FitRequest } from '../types.ts';

/** A parabola whose scatter no low degree can follow, in a unit smaller by a factor. */
function fitOf(fit: Omit<FitRequest, 'model'>, unit = 1) {
  const points = Array.from({ length: 15 }, (_, i) => ({
    measured: i,
    reference: unit * (1 + i + 0.05 * i * i + 0.02 * (((i * 7919) % 11) / 5 - 1)),
    ...(fit.method === 'ols' ? {} : { u_reference: 0.02 * unit, u_measured: 0.01 })
  }));
  return analyze({ points, fit: { model: 'polynomial', ...fit }, uncertainty: {} }).fit;
}

describe.each([
  { method: 'ols', covariance: 'scatter' },
  { method: 'wls', covariance: 'known' },
  { method: 'wls', covariance: 'scatter' },
  { method: 'gdr', covariance: 'known' },
  { method: 'gdr', covariance: 'scatter' }
] as const)('the degree by AICc of $method with $covariance covariance', (plan) => {
  const auto = fitOf({ ...plan, degree: 'auto' });

  test('each candidate has the AICc and the s of the fit of its degree', () => {
    expect(auto.candidates?.length).toBe(10);
    for (const { degree, aicc, residual_standard_deviation: s } of auto.candidates?.slice(0, 6) ?? []) {
      const alone = fitOf({ ...plan, degree });
      expect((aicc ?? Number.NaN) / (alone.aicc ?? Number.NaN)).toBeCloseTo(1, 9);
      expect(s / (alone.residual_standard_deviation ?? Number.NaN)).toBeCloseTo(1, 9);
    }
  });

  test('one is chosen that no lower degree comes within 4 of, and no higher one is better by more, whatever the unit', () => {
    const chosen = auto.candidates?.find((candidate) => candidate.chosen);
    const taken = chosen?.aicc ?? Number.NaN;
    for (const { degree, aicc } of auto.candidates ?? []) {
      if (degree < (chosen?.degree ?? 0)) expect(aicc ?? Infinity).toBeGreaterThan(taken + 4);
      else expect(aicc ?? Infinity).toBeGreaterThanOrEqual(taken - 4);
    }
    for (const unit of [1e-6, 1e-3, 1e3]) expect(fitOf({ ...plan, degree: 'auto' }, unit).degree).toBe(auto.degree);
  });
});
