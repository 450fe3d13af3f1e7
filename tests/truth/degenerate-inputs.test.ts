import { expect, test } from 'vitest';
import { analyze } from '#lib/metrology/analyze.ts';
import { AnalysisRefusal } from '#lib/metrology/refusal.ts';
import type { AnalysisRequest, AnalysisResult } from '#lib/metrology/types.ts';
import { casesFor } from './readers.ts';

type Input = { name: string; x: number[]; y: (number | null)[]; u_y?: number[]; degree: number };
type Expected = { name: string; reject: boolean; coefficients?: number[]; residual_sd?: number | null };
type Case = { inputs: { cases: Input[] }; expected: { results: Expected[] }; tolerance: { abs: number } };

const cases = casesFor<Case>('degenerate-inputs').flatMap(({ truth: { inputs, expected, tolerance } }) =>
  inputs.cases.map((input, i) => ({ name: input.name, input, truth: expected.results[i], tolerance }))
);
const named = (begins: string): Input => {
  const found = cases.find(({ name }) => name.startsWith(begins));
  if (found === undefined) throw new Error('The case is missing.');
  return found.input;
};

function run({ x, y, u_y: u, degree }: Input): AnalysisResult {
  const request: AnalysisRequest = {
    points: x.map((measured, i) => ({
      measured,
      reference: y[i] ?? Number.NaN,
      ...(u === undefined ? {} : { u_reference: u[i] })
    })),
    fit: {
      ...(degree === 1 ? { model: 'linear' } : { model: 'polynomial', degree }),
      ...(u === undefined ? {} : { method: 'wls' })
    },
    uncertainty: {}
  };
  return analyze(request);
}

test.each(cases.filter(({ truth }) => truth?.reject))('$name is refused with field and cause', ({ input }) => {
  expect(() => run(input)).toThrow(AnalysisRefusal);
  try {
    run(input);
  } catch (refusal) {
    expect((refusal as AnalysisRefusal).path[0]).toBe('points');
    expect((refusal as AnalysisRefusal).message.length).toBeGreaterThan(20);
  }
});

test.each(cases.filter(({ truth }) => truth?.reject === false))('$name is computed', ({ input, truth, tolerance }) => {
  const { fit } = run(input);
  truth?.coefficients?.forEach((value, j) => {
    expect(Math.abs((fit.coefficients[j] ?? Number.NaN) - value)).toBeLessThan(tolerance.abs);
  });
  expect(fit.residual_standard_deviation).toBe(truth?.residual_sd);
});

test('as many points as coefficients: nothing that needs scatter is invented', () => {
  const result = run(named('n = p'));
  expect(result.fit.covariance).toBeNull();
  expect(result.fit.standard_errors).toBeNull();
  expect(result.points.every((point) => point.u_fit === null && point.as_left === null)).toBe(true);
  expect(result.warnings.map((warning) => warning.code)).toContain('no_degrees_of_freedom');
});

test('a constant response has no R²', () => {
  expect(run(named('constant y')).fit.r_squared).toBeNull();
});
