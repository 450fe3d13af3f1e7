import { describe, expect, test } from 'vitest';
import { analyze } from '#lib/metrology/analyze.ts';
import type { FitRequest } from '#lib/metrology/types.ts';
import { moreNistSets } from './nist-more.ts';
import { casesFor } from './readers.ts';
import { digits } from './truth-case.ts';

type Case = {
  inputs: { x: number[]; y: number[]; exponents: number[]; intercept: boolean };
  expected: {
    exact_from_double_inputs: {
      coefficients: number[];
      coefficient_sd: number[];
      residual_sd: number;
      predictions: { x: number; y: number; u_mean: number; u_single?: number }[];
    };
  };
};

function fitOf({ inputs }: Case): FitRequest {
  if (!inputs.intercept) return { model: 'proportional' };
  const degree = inputs.exponents.length - 1;
  return degree === 1 ? { model: 'linear' } : { model: 'polynomial', degree };
}

const cases = [...casesFor<Case>('nist-linear'), ...moreNistSets<Case>('linear')];

describe('NIST StRD linear data sets', () => {
  test('all of them are there that are curves', () => {
    expect(new Set(cases.map(({ id }) => id)).size).toBeGreaterThanOrEqual(10);
  });

  test.each(cases)('$id: coefficients, standard errors and residual s have 13 digits', ({ truth }) => {
    const { x, y } = truth.inputs;
    const exact = truth.expected.exact_from_double_inputs;
    const result = analyze({
      points: x.map((measured, i) => ({ measured, reference: y[i] ?? Number.NaN })),
      fit: fitOf(truth),
      uncertainty: {},
      evaluate_at: exact.predictions.map((prediction) => prediction.x)
    });
    const { coefficients, standard_errors: errors, residual_standard_deviation: s } = result.fit;
    exact.coefficients.forEach((value, j) => expect(digits(coefficients[j] ?? Number.NaN, value)).toBeGreaterThan(13));
    const length = Math.sqrt(y.reduce((sum, value) => sum + value * value, 0));
    if (exact.residual_sd > 1e-12 * length) {
      expect(digits(s ?? Number.NaN, exact.residual_sd)).toBeGreaterThan(13);
      exact.coefficient_sd.forEach((value, j) => expect(digits(errors?.[j] ?? Number.NaN, value)).toBeGreaterThan(13));
    } else {
      expect((s ?? Number.NaN) / length).toBeLessThan(1e-12);
    }
    exact.predictions.forEach((prediction, i) => {
      const evaluated = result.evaluated?.[i];
      expect(Math.abs((evaluated?.corrected ?? Number.NaN) - prediction.y)).toBeLessThan(1e-14 * length);
      if (prediction.u_mean > 1e-12 * length) {
        expect(digits(evaluated?.u_fit ?? Number.NaN, prediction.u_mean)).toBeGreaterThan(11);
        // Equal abscissae are no repeats unless somebody says so: one s is behind curve and reading.
        if (prediction.u_single !== undefined) {
          expect(digits(evaluated?.u_combined ?? Number.NaN, prediction.u_single)).toBeGreaterThan(11);
        }
      }
    });
  });
});
