import { describe, expect, test } from 'vitest';
import { analyze } from '#lib/metrology/analyze.ts';
import type { AnalysisRequest, AnalysisResult } from '#lib/metrology/types.ts';
import { casesFor } from './readers.ts';
import { expectClose } from './truth-case.ts';

type Case<Expected> = {
  readonly inputs: { readonly request: AnalysisRequest };
  readonly expected: Expected;
  readonly tolerance: { readonly rel: number };
};
const codes = ({ warnings }: AnalysisResult): string[] => warnings.map(({ code }) => code);

type Undeclared = Case<{ as_found_U: number; as_left_U_max: number; nu: number; conforms: boolean }>;
describe.each(casesFor<Undeclared>('undeclared-repeats'))('$id', ({ truth }) => {
  const { inputs, expected, tolerance } = truth;
  const result = analyze(inputs.request);

  test('equal numbers are no repeats: U is that of all residuals', () => {
    for (const { as_found } of result.points) {
      expectClose(as_found?.expanded_uncertainty, expected.as_found_U, tolerance.rel);
    }
    const largest = Math.max(...result.points.map((point) => point.expanded_uncertainty));
    expect(largest).toBeLessThanOrEqual(expected.as_left_U_max * (1 + tolerance.rel));
    expectClose(result.effective_degrees_of_freedom, expected.nu, 1e-9);
    expect(result.conformity?.conforms).toBe(expected.conforms);
  });
});

type Bent = Case<{ share_of_points_beyond_U_at_most: number }>;
describe.each(casesFor<Bent>('lack-of-fit'))('$id', ({ truth }) => {
  const { inputs, expected } = truth;
  const nominal = (reference: number): number => Math.round(reference / 10) * 10;
  const declared = inputs.request.points.map((point) => ({ ...point, nominal: nominal(point.reference) }));
  test.each([
    ['as it is', inputs.request],
    ['with its repeats declared', { ...inputs.request, points: declared }]
  ])('%s: the interval holds the values that it was made from', (_name, request) => {
    const { points } = analyze(request);
    const beyond = points.filter((point) => Math.abs(point.residual) > point.expanded_uncertainty);
    expect(beyond.length / points.length).toBeLessThanOrEqual(expected.share_of_points_beyond_U_at_most);
  });

  test('declared repeats put the lack of fit into the budget, with its warning', () => {
    const result = analyze({ ...inputs.request, points: declared });
    const line = result.budget.find(({ source }) => source === 'lack_of_fit');
    expect(line?.variance_share).toBeGreaterThan(0.5);
    expect(line?.degrees_of_freedom).toBe(9);
    expect(codes(result)).toContain('lack_of_fit');
  });
});

type Weights = Case<{ U_max: number; repeatability: number }>;
test.each(casesFor<Weights>('scatter-weights'))('$id: equal weights are no weights at all', ({ truth }) => {
  const { inputs, expected, tolerance } = truth;
  const result = analyze(inputs.request);
  expectClose(result.expanded_uncertainty, expected.U_max, tolerance.rel);
  const line = result.budget.find(({ source }) => source === 'repeatability');
  expectClose((line?.standard_uncertainty ?? 0) * (line?.sensitivity ?? 0), expected.repeatability, tolerance.rel);
  const points = inputs.request.points.map(({ reference, measured }) => ({ reference, measured }));
  const plain = analyze({ ...inputs.request, points, fit: { model: 'linear' } });
  result.points.forEach((point, i) => {
    expectClose(point.u_combined, plain.points[i]?.u_combined ?? 0, 1e-9);
    expectClose(point.error_uncertainty?.u_combined, plain.points[i]?.error_uncertainty?.u_combined ?? 0, 1e-3);
    expectClose(point.nu_eff, plain.points[i]?.nu_eff ?? 0, 1e-9);
  });
});

type Repeats = Case<{ U_at_1: [number, number]; U_at_1000: [number, number]; conforms: boolean }>;
describe.each(casesFor<Repeats>('weighted-repeats'))('$id', ({ truth }) => {
  const { inputs, expected } = truth;
  const declared = inputs.request.points.map((point) => ({ ...point, nominal: point.reference }));
  test.each([
    ['as it is', inputs.request],
    ['with its repeats declared', { ...inputs.request, points: declared }],
    ['with its repeats declared, scaled by the scatter', scattered({ ...inputs.request, points: declared })]
  ])('%s: every reading has an uncertainty of its own size', (_name, request) => {
    const { points, conformity } = analyze(request);
    for (const { reference, as_found, as_left } of points) {
      const [low, high] = reference === 1 ? expected.U_at_1 : expected.U_at_1000;
      if (reference !== 1 && reference !== 1000) continue;
      for (const judged of [as_found, as_left]) {
        expect(judged?.expanded_uncertainty).toBeGreaterThan(low);
        expect(judged?.expanded_uncertainty).toBeLessThan(high);
      }
    }
    // Their scatter is larger than stated, and so is the guard band.
    if (request.fit.covariance !== 'scatter') expect(conformity?.conforms).toBe(expected.conforms);
  });
});

const scattered = (request: AnalysisRequest): AnalysisRequest => ({
  ...request,
  fit: { ...request.fit, covariance: 'scatter' }
});

type Reference = Case<{ as_found_U: number; verdict: string; tur: number }>;
test.each(casesFor<Reference>('point-reference'))(
  '$id: the error carries the uncertainty of its reference value',
  ({ truth }) => {
    const { inputs, expected, tolerance } = truth;
    const result = analyze(inputs.request);
    for (const { as_found, error_uncertainty } of result.points) {
      expectClose(as_found?.expanded_uncertainty, expected.as_found_U, tolerance.rel);
      expectClose(error_uncertainty?.expanded_uncertainty, expected.as_found_U, tolerance.rel);
      expectClose(as_found?.tur, expected.tur, tolerance.rel);
      expect(as_found?.verdict).toBe(expected.verdict);
    }
    expect(result.conformity?.as_found).toBe(expected.verdict);
    // A verification of the same points carries it too, and so does the headline: nothing was corrected.
    const verified = analyze({ ...inputs.request, verification_points: inputs.request.points });
    for (const { as_left, u_combined } of verified.verification_points ?? []) {
      expectClose(as_left?.expanded_uncertainty, expected.as_found_U, tolerance.rel);
      expectClose(2 * u_combined, expected.as_found_U, tolerance.rel);
    }
    expectClose(result.expanded_uncertainty, expected.as_found_U, tolerance.rel);
  }
);

describe('a request of the first format', () => {
  const points = [10, 10, 20, 20].map((reference, i) => ({ reference, measured: reference + (i % 2 ? 0.05 : -0.05) }));
  const request: AnalysisRequest = {
    points,
    fit: { model: 'none' },
    uncertainty: { reference_standard: { expanded_uncertainty: 0.02, coverage_factor: 2 } },
    conformity: { rule: 'guard_band', tolerance: [{ kind: 'absolute', lower: -0.1, upper: 0.1 }] }
  };
  const old = analyze({ ...request, format: 1 });
  const today = analyze(request);

  test('takes equal numbers for repeats, and says that today would judge otherwise', () => {
    expect(old.budget.find(({ source }) => source === 'repeatability')?.degrees_of_freedom).toBe(2);
    expect(codes(today)).toContain('repeatability_unknown');
    expect([old.conformity?.as_found, today.conformity?.as_found]).toEqual(['fail', 'pass']);
    expect(codes(old)).toContain('older_format');
    expect(codes(today)).not.toContain('older_format');
  });

  test('is silent where today says the same, and speaks where today refuses', () => {
    const declared = points.map((point) => ({ ...point, nominal: point.reference }));
    expect(codes(analyze({ ...request, format: 1, points: declared }))).not.toContain('older_format');
    const equal = points.map(({ reference }, i) => ({ reference, measured: Math.floor(i / 2) }));
    const through: AnalysisRequest = { ...request, points: equal, fit: { model: 'interpolation' } };
    expect(codes(analyze({ ...through, format: 1 }))).toContain('older_format');
    expect(() => analyze(through)).toThrow('declared repeats');
  });
});
