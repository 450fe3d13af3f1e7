import { describe, expect, test } from 'vitest';
import { analyze } from '#lib/metrology/analyze.ts';
import type { AnalysisRequest } from '#lib/metrology/types.ts';
import { leavesOutCurve, uncertaintyAsFound, uncertaintyAsLeft, uncertaintyAtLast } from './error-uncertainty.ts';

const request: AnalysisRequest = {
  points: Array.from({ length: 8 }, (_, i) => ({
    reference: i + 0.002 * (((i * 5) % 3) - 1),
    measured: i * 1.01,
    u_measured: 0.002,
    u_reference: 0.05
  })),
  fit: { model: 'linear', method: 'wls' },
  uncertainty: { reference_standard: { expanded_uncertainty: 0.01, coverage_factor: 2, degrees_of_freedom: 12 } },
  conformity: { rule: 'simple_acceptance', tolerance: [{ kind: 'absolute', lower: -1, upper: 1 }] }
};
const { conformity: _, ...free } = request;

describe('the uncertainty of an error after correction', () => {
  test('contains that of the reference value of the point, judged or not', () => {
    const [judged, unjudged] = [analyze(request).points[3], analyze(free).points[3]];
    if (!judged || !unjudged) throw new Error('no point');
    const { U, k, nu } = uncertaintyAsLeft(unjudged) ?? expect.fail('not known');
    expect({ U, k }).toEqual({ U: judged.as_left?.expanded_uncertainty, k: judged.as_left?.k });
    expect(uncertaintyAsLeft(judged)).toEqual({ U, k, nu });
    const u2 = unjudged.u_combined ** 2;
    expect((U / k) ** 2).toBeCloseTo(u2 + 0.05 ** 2, 12);
    // Welch and Satterthwaite: the same finite part in a greater sum.
    expect(nu).toBeCloseTo((unjudged.nu_eff ?? 0) * ((u2 + 0.05 ** 2) / u2) ** 2, 6);
  });

  test('is that of the corrected value where the reference value has none of its own', () => {
    const points = request.points.map(({ reference, measured }) => ({ reference, measured }));
    const [point] = analyze({ ...free, points, fit: { model: 'linear' } }).points;
    if (!point) throw new Error('no point');
    expect(point).not.toHaveProperty('error_after_correction_uncertainty');
    expect(uncertaintyAsLeft(point)).toEqual({ U: point.expanded_uncertainty, k: point.k, nu: point.nu_eff });
  });
});

describe('what an earlier engine did not report', () => {
  const [point] = analyze(request).points;
  if (!point) throw new Error('no point');
  const { error_uncertainty: _found, error_after_correction_uncertainty: _left, ...old } = point;

  test('is taken from the judgement, ν as far as it is known', () => {
    const { expanded_uncertainty: U, k } = old.as_found ?? expect.fail('not judged');
    expect(uncertaintyAsFound(old, false)).toEqual({ U, k, nu: undefined });
    expect(uncertaintyAsFound(old, true)).toEqual({ U, k, nu: old.nu_eff });
  });

  test('is unknown for an error as found that was not judged, unless no curve came between', () => {
    const unjudged = { ...old, as_found: null };
    expect(uncertaintyAsFound(unjudged, false)).toBeNull();
    expect(uncertaintyAsFound(unjudged, true)).toEqual({ U: old.expanded_uncertainty, k: old.k, nu: old.nu_eff });
    expect(uncertaintyAsFound({ ...old, error: null }, true)).toBeNull();
  });

  test('a capability that only the error is at has no degrees of freedom', () => {
    const as_left = old.as_left && { ...old.as_left, k: 2 };
    expect(uncertaintyAsLeft({ ...old, k: 2.2, as_left })).toMatchObject({ nu: null });
  });
});

test('Without degrees of freedom the uncertainty of the curve is not known, and so not that of an error after correction.', () => {
  const points = request.points.slice(0, 2).map(({ reference, measured }) => ({ reference, measured }));
  const result = analyze({ ...free, points, fit: { model: 'linear' } });
  const [point] = result.points;
  if (!point) throw new Error('no point');
  expect(leavesOutCurve(result)).toBe(true);
  expect(uncertaintyAsLeft(point)).toBeNull();
  expect(uncertaintyAtLast(point, result)).toBeNull();
  expect(uncertaintyAsFound(point, false)).toMatchObject({ U: expect.any(Number) as number });
  expect(leavesOutCurve(analyze(free))).toBe(false);
});

test('The last error of an instrument that nothing was done to is that as found, with the correction in force.', () => {
  const doubled = { model: 'linear', coefficients: [0, 2] } as const;
  const none: AnalysisRequest = { ...request, fit: { model: 'none', method: 'wls' }, correction_in_force: doubled };
  const result = analyze(none);
  const [point] = result.points;
  if (!point) throw new Error('no point');
  expect(uncertaintyAtLast(point, result)).toEqual(uncertaintyAsFound(point, true));
  const adjusted = analyze({ ...none, as_found_points: none.points });
  const [left] = adjusted.points;
  if (!left) throw new Error('no point');
  expect(uncertaintyAtLast(left, adjusted)).toEqual(uncertaintyAsLeft(left));
});
