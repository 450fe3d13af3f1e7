import { describe, expect, test } from 'vitest';
import { analyze } from '#lib/metrology/analyze.ts';
import type { AnalysisResult, FitRequest } from '#lib/metrology/types.ts';
import { casesFor } from './readers.ts';
import { expectClose, truthCase } from './truth-case.ts';

type Line = {
  inputs: { x: number[]; y: number[]; u_y?: number[]; degree?: number; exponents?: number[]; uncertainty_mode: string };
  expected: {
    computed: {
      a?: number;
      b?: number;
      u_a?: number;
      u_b?: number;
      cov_ab?: number;
      coefficients?: number[];
      u?: number[];
      covariance?: number[][];
      chi2: number;
      dof: number;
      residual_sd: number;
      r_squared?: number;
      predictions?: { x: number; y: number; u_mean: number; u_single: number }[];
    };
  };
};

function fitted({ inputs, expected }: Line): AnalysisResult {
  const { u_y: u } = inputs;
  return analyze({
    points: inputs.x.map((measured, i) => ({
      measured,
      reference: inputs.y[i] ?? Number.NaN,
      ...(u === undefined ? {} : { u_reference: u[i] })
    })),
    fit: {
      ...formOf(inputs),
      ...(u === undefined
        ? {}
        : { method: 'wls', covariance: inputs.uncertainty_mode.startsWith('known') ? 'known' : 'scatter' })
    },
    uncertainty: {},
    evaluate_at: expected.computed.predictions?.map((prediction) => prediction.x) ?? []
  });
}

/** Powers without a gap are a model of their own; any others are a formula. */
function formOf({ exponents, degree = (exponents?.length ?? 2) - 1 }: Line['inputs']): FitRequest {
  if (exponents?.length === 1 && exponents[0] === 1) return { model: 'proportional' };
  if (exponents?.some((power, j) => power !== j) === true) {
    const expression = exponents.map((power, j) => `${'abcdefghijk'[j]} * y^${power}`).join(' + ');
    return { model: 'custom', expression, start: exponents.map(() => 1) };
  }
  return degree === 1 ? { model: 'linear' } : { model: 'polynomial', degree };
}

const lines = casesFor<Line>('lines');
const scattered = lines.filter(({ truth }) => truth.expected.computed.residual_sd > 0);
test('lines of several books are there', () => {
  expect(scattered.length).toBeGreaterThan(1);
});

describe.each(scattered)('$id', ({ truth: line }) => {
  const truth = line.expected.computed;
  const result = fitted(line);

  test('the coefficients and their covariance agree to 9 digits', () => {
    const coefficients = truth.coefficients ?? [truth.a ?? Number.NaN, truth.b ?? Number.NaN];
    const errors = truth.u ?? [truth.u_a ?? Number.NaN, truth.u_b ?? Number.NaN];
    coefficients.forEach((value, j) => expectClose(result.fit.coefficients[j], value, 1e-9));
    errors.forEach((value, j) => expectClose(result.fit.standard_errors?.[j], value, 1e-9));
    const mixed = truth.cov_ab ?? truth.covariance?.[0]?.[1] ?? Number.NaN;
    expectClose(result.fit.covariance?.[1]?.[0], mixed, 1e-9);
  });

  test('the scatter about the line agrees to 9 digits', () => {
    expectClose(result.fit.residual_standard_deviation, truth.residual_sd, 1e-9);
    expect(result.fit.degrees_of_freedom).toBe(truth.dof);
    if (truth.r_squared !== undefined) expectClose(result.fit.r_squared, truth.r_squared, 1e-9);
    if (result.fit.chi_squared !== undefined) expectClose(result.fit.chi_squared.value, truth.chi2, 1e-9);
  });

  test('predictions and the uncertainty of the line agree to 9 digits', () => {
    for (const [i, prediction] of (truth.predictions ?? []).entries()) {
      expectClose(result.evaluated?.[i]?.corrected, prediction.y, 1e-9);
      expectClose(result.evaluated?.[i]?.u_fit, prediction.u_mean, 1e-9);
    }
  });

  // With weights the residual s is a ratio: a file that adds it to an uncertainty has no single reading to compare with.
  const single = (truth.predictions ?? []).filter(() => line.inputs.u_y === undefined);
  if (single.length > 0)
    test('a single reading is as uncertain as the file says, whatever numbers happen to be equal', () => {
      for (const [i, prediction] of single.entries()) {
        expectClose(result.evaluated?.[i]?.u_combined, prediction.u_single, 1e-9);
        expectClose(result.evaluated?.[i]?.nu_eff, truth.dof, 1e-9);
      }
    });
});

test('chi-squared refutes the stated uncertainties of the York data and accepts those of ISO/TS 28037 6.3', () => {
  const codes = (id: string): string[] => fitted(truthCase<Line>(id)).warnings.map((warning) => warning.code);
  expect(codes('E_pearson_york_y_weights_only')).toContain('chi_squared');
  expect(codes('E_iso28037_cl6_ex1_equal_weights')).not.toContain('chi_squared');
});

test('Z_replicates_line: pure error and lack of fit add up to the residual sum of squares', () => {
  const line = truthCase<Line>('Z_replicates_line');
  // The repeats are equal in the independent variable, which is the measured value here; somebody must say so.
  expect(fitted(line).fit.diagnostics.lack_of_fit).toBeNull();
  const points = line.inputs.x.map((measured, i) => ({
    measured,
    reference: line.inputs.y[i] ?? 0,
    nominal: measured
  }));
  const split = analyze({ points, fit: formOf(line.inputs), uncertainty: {} }).fit.diagnostics.lack_of_fit;
  expectClose(split?.ss_pure_error, 0.005 + 0.14 / 3 + 0.02, 1e-9);
  expectClose((split?.ss_pure_error ?? 0) + (split?.ss_lack_of_fit ?? 0), line.expected.computed.chi2, 1e-9);
});

const exact = lines.filter(({ truth }) => truth.expected.computed.residual_sd === 0);
test.each(exact)('$id: exact data give exact coefficients, no scatter and R² = 1', ({ truth: line }) => {
  const { fit } = fitted(line);
  expect(fit.coefficients).toEqual(line.expected.computed.coefficients);
  expect(fit.residual_standard_deviation).toBeLessThan(1e-13);
  expect(fit.r_squared).toBe(1);
});
