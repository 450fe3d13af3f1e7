import { describe, expect, test } from 'vitest';
import { analyze } from '#lib/metrology/analyze.ts';
import type { AnalysisRequest, AnalysisResult, FitRequest } from '#lib/metrology/types.ts';
import { casesFor } from './readers.ts';
import { expectClose, truthCase } from './truth-case.ts';

type Case = {
  kind: string;
  inputs: {
    x: number[];
    y: number[];
    u_x: number[];
    u_y: number[];
    model: string;
    start?: number[];
    evaluate_at?: { arg: number; u: number }[];
  };
  expected: {
    computed: {
      b: number[];
      u_iso: number[];
      cov_iso: number[][];
      chi2: number;
      dof: number;
      evaluations?: { arg: number; u_arg: number; value: number; u_iso: number }[];
    };
  };
};

/** x is the independent variable, our `measured`; its uncertainty at an evaluated place acts on the measured value. */
function run({ inputs }: Case, fit: FitRequest, more: Partial<AnalysisRequest> = {}, u = 0): AnalysisResult {
  return analyze({
    points: inputs.x.map((measured, i) => ({
      measured,
      reference: inputs.y[i] ?? Number.NaN,
      u_measured: inputs.u_x[i],
      u_reference: inputs.u_y[i],
      group: i
    })),
    fit: { ...fit, method: 'gdr' },
    uncertainty: {
      contributions: [{ name: 'argument', type: 'B', distribution: 'normal', value: u, acts_on: 'measured' }]
    },
    ...more
  });
}

/** Far starts where the files give none; a further file is started a few per cent from its answer. */
const STARTS: Readonly<Record<string, number[]>> = {
  E_iso6143_ex3_exponential: [-48, 48, 2e-5],
  E_iso6143_ex3_power: [0.1, 5e-4, 0.08]
};

/** `content = b0 + b1*exp(b2*r)` as a formula in y; powers without a gap are a model of their own. */
function fitOf(id: string, { kind, inputs, expected }: Case): FitRequest {
  const { b } = expected.computed;
  if (kind === 'eiv-line') return { model: 'linear' };
  if (kind === 'eiv-polynomial') return { model: 'polynomial', degree: b.length - 1 };
  const formula = inputs.model.slice(inputs.model.indexOf('=') + 1);
  const expression = formula.replace(/[a-z]\w*/gi, (name) => (/^b\d$|^(exp|ln|log10|sqrt)$/.test(name) ? name : 'y'));
  const start = inputs.start ?? STARTS[id] ?? b.map((value, j) => value * (1 + 0.03 * (j + 1)));
  return { model: 'custom', expression, start };
}

const cases = casesFor<Case>('errors-in-variables').map(({ id, truth }) => ({ id, truth, fit: fitOf(id, truth) }));
test('lines, polynomials and formulas are there', () => {
  expect(new Set(cases.map(({ truth }) => truth.kind)).size).toBeGreaterThan(2);
});

describe.each(cases)('$id', ({ truth, fit }) => {
  const coefficients = fit.model === 'custom' ? 1e-8 : 1e-9;
  const computed = truth.expected.computed;

  test('coefficients, covariance at the adjusted points and chi-squared agree', () => {
    const result = run(truth, fit).fit;
    computed.b.forEach((value, j) => expectClose(result.coefficients[j], value, coefficients));
    computed.u_iso.forEach((value, j) => expectClose(result.standard_errors?.[j], value, 1e-8));
    computed.cov_iso.forEach((row, i) =>
      row.forEach((value, j) => expectClose(result.covariance?.[i]?.[j], value, 1e-8))
    );
    expectClose(result.chi_squared?.value, computed.chi2, 1e-8);
    expect(result.chi_squared?.degrees_of_freedom).toBe(computed.dof);
  });

  test('values and their uncertainties agree', () => {
    for (const { arg, u_arg: u, value, u_iso: uncertainty } of computed.evaluations ?? []) {
      const evaluated = run(truth, fit, { evaluate_at: [arg] }, u).evaluated?.[0];
      expectClose(evaluated?.corrected, value, 1e-9);
      const slope = slopeAt(truth, fit, arg);
      const fitOnly = evaluated?.u_fit ?? Number.NaN;
      expectClose(Math.sqrt(fitOnly * fitOnly + slope * slope * u * u), uncertainty, 1e-8);
    }
  });
});

/** By a small difference of the curve itself. */
function slopeAt(truth: Case, fit: FitRequest, at: number): number {
  const step = at * 1e-5;
  const [low, high] = run(truth, fit, { evaluate_at: [at - step, at + step] }).evaluated ?? [];
  return ((high?.corrected ?? Number.NaN) - (low?.corrected ?? Number.NaN)) / (2 * step);
}

test('a gdr without uncertainty of the indication is the weighted fit', () => {
  const { inputs } = truthCase<Case>('E_iso28037_cl7_gdr');
  const request = (method: 'gdr' | 'wls'): AnalysisRequest => ({
    points: inputs.x.map((measured, i) => ({ measured, reference: inputs.y[i] ?? 0, u_reference: inputs.u_y[i] })),
    fit: { model: 'linear', method },
    uncertainty: {}
  });
  const [gdr, wls] = [analyze(request('gdr')).fit, analyze(request('wls')).fit];
  gdr.coefficients.forEach((value, j) => expectClose(value, wls.coefficients[j] ?? Number.NaN, 1e-14));
});

test("Pearson's data with York's weights give the line of York, Williamson and others", () => {
  const x = [0, 0.9, 1.8, 2.6, 3.3, 4.4, 5.2, 6.1, 6.5, 7.4];
  const y = [5.9, 5.4, 4.4, 4.6, 3.5, 3.7, 2.8, 2.8, 2.4, 1.5];
  const wx = [1000, 1000, 500, 800, 200, 80, 60, 20, 1.8, 1];
  const wy = [1, 1.8, 4, 8, 20, 20, 70, 70, 100, 500];
  const { fit } = analyze({
    points: x.map((measured, i) => ({
      measured,
      reference: y[i] ?? Number.NaN,
      u_measured: 1 / Math.sqrt(wx[i] ?? 1),
      u_reference: 1 / Math.sqrt(wy[i] ?? 1)
    })),
    fit: { model: 'linear', method: 'gdr' },
    uncertainty: {}
  });
  // Published with nine digits; the further ones from the minimum of the distances, computed with 40.
  expectClose(fit.coefficients[0], 5.4799102240328, 1e-12);
  expectClose(fit.coefficients[1], -0.4805334074462, 1e-12);
  expectClose(fit.chi_squared?.value, 11.866353194061, 1e-12);
});
