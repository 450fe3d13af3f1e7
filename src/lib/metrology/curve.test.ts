import { expect, test } from 'vitest';
import { checkCurve, curveSlope, evaluateCurve } from './curve.ts';
import { AnalysisRefusal } from './refusal.ts';
import type { CorrectionCurve } from './types.ts';

test('each model corrects an indication as its formula says', () => {
  expect(evaluateCurve({ model: 'none', coefficients: [] }, 4)).toBe(4);
  expect(evaluateCurve({ model: 'offset', coefficients: [0.5] }, 4)).toBe(4.5);
  expect(evaluateCurve({ model: 'proportional', coefficients: [1.5] }, 4)).toBe(6);
  expect(evaluateCurve({ model: 'linear', coefficients: [1, 2] }, 4)).toBe(9);
  expect(evaluateCurve({ model: 'polynomial', coefficients: [1, 0, 3] }, 2)).toBe(13);
});

test('centre and scale belong to the variable of the coefficients', () => {
  const curve: CorrectionCurve = { model: 'polynomial', coefficients: [10, 4, 1], center: 100, scale: 8 };
  expect(evaluateCurve(curve, 116)).toBe(10 + 8 + 4);
  expect(curveSlope(curve, 116)).toBe((4 + 2 * 2) / 8);
});

test('powers that nearly cancel keep their digits', () => {
  // (y − 1)^5 in plain powers, near y = 1: plain Horner gives noise of 1e-16 here.
  const curve: CorrectionCurve = { model: 'polynomial', coefficients: [-1, 5, -10, 10, -5, 1] };
  const y = 1 + 2 ** -8;
  expect(Math.abs(evaluateCurve(curve, y) / 2 ** -40 - 1)).toBeLessThan(1e-12);
});

test('the slope agrees with the difference quotient', () => {
  const curve: CorrectionCurve = { model: 'polynomial', coefficients: [2, -1, 0.3, 0.05] };
  const quotient = (evaluateCurve(curve, 3 + 1e-6) - evaluateCurve(curve, 3 - 1e-6)) / 2e-6;
  expect(curveSlope(curve, 3)).toBeCloseTo(quotient, 8);
  expect(curveSlope({ model: 'offset', coefficients: [3] }, 3)).toBe(1);
});

test.each<[string, CorrectionCurve]>([
  ['bad_curve', { model: 'rational', coefficients: [1, 2] }],
  ['bad_curve', { model: 'linear', coefficients: [1] }],
  ['bad_curve', { model: 'offset', coefficients: [] }],
  ['bad_curve', { model: 'polynomial', coefficients: [1, Number.NaN] }],
  ['bad_curve', { model: 'linear', coefficients: [1, 2], scale: 0 }]
])('refuses with %s what cannot be evaluated', (code, curve) => {
  expect(() => checkCurve(curve, ['correction_in_force'])).toThrow(AnalysisRefusal);
  try {
    checkCurve(curve, ['correction_in_force']);
  } catch (refusal) {
    expect((refusal as AnalysisRefusal).code).toBe(code);
    expect((refusal as AnalysisRefusal).path).toEqual(['correction_in_force']);
  }
});
