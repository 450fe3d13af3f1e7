import { describe, expect, test } from 'vitest';
import { analyze } from '#lib/metrology/analyze.ts';
import type { AnalysisRequest, FitRequest } from '#lib/metrology/types.ts';
import { moreNistSets } from './nist-more.ts';
import { casesFor } from './readers.ts';
import { digits } from './truth-case.ts';

type Case = {
  inputs: { x: number[]; y: number[]; model: string; start1: number[]; start2: number[] };
  expected: {
    refit_50_digits: { parameters: number[]; parameter_sd: number[]; residual_ss: number };
  };
};

/** Forms that have a model of their own beside the typed formula. */
const OWN_MODEL: Readonly<Record<string, FitRequest>> = {
  B_nist_nls_danwood: { model: 'power' },
  B_nist_nls_hahn1: { model: 'rational', numerator: 3, denominator: 3 },
  B_nist_nls_kirby2: { model: 'rational', numerator: 2, denominator: 2 },
  B_nist_nls_thurber: { model: 'rational', numerator: 3, denominator: 3 }
};

const cases = [...casesFor<Case>('nist-nonlinear'), ...moreNistSets<Case>('nonlinear')];

function run({ inputs }: Case, fit: FitRequest): ReturnType<typeof analyze>['fit'] {
  const points = inputs.x.map((measured, i) => ({ measured, reference: inputs.y[i] ?? Number.NaN }));
  const request: AnalysisRequest = { points, fit, uncertainty: {} };
  return analyze(request).fit;
}

function expectTruth({ inputs, expected }: Case, fit: ReturnType<typeof run>): void {
  const exact = expected.refit_50_digits;
  exact.parameters.forEach((value, j) => {
    expect(digits(fit.coefficients[j] ?? Number.NaN, value)).toBeGreaterThan(10.5);
  });
  exact.parameter_sd.forEach((value, j) => {
    expect(digits(fit.standard_errors?.[j] ?? Number.NaN, value)).toBeGreaterThan(9);
  });
  // Not the degrees of freedom as NIST prints them: those of Rat43 are a misprint.
  const freedom = inputs.x.length - exact.parameters.length;
  const s = Math.sqrt(exact.residual_ss / freedom);
  expect(digits(fit.residual_standard_deviation ?? Number.NaN, s)).toBeGreaterThan(10);
  expect(fit.degrees_of_freedom).toBe(freedom);
}

describe('NIST StRD nonlinear data sets', () => {
  test('all of them are there that have one predictor', () => {
    expect(new Set(cases.map(({ id }) => id)).size).toBeGreaterThanOrEqual(26);
  });

  test.each(cases)('$id: a typed formula reaches the answer from both starts', ({ truth }) => {
    const { model: expression, start1, start2 } = truth.inputs;
    for (const start of [start1, start2]) expectTruth(truth, run(truth, { model: 'custom', expression, start }));
  });

  test.each(cases.filter(({ id }) => OWN_MODEL[id] !== undefined))(
    '$id: the model of this form reaches the answer from both starts and from its own guess',
    ({ id, truth }) => {
      const fit = OWN_MODEL[id] ?? { model: 'none' };
      expectTruth(truth, run(truth, fit));
      for (const start of [truth.inputs.start1, truth.inputs.start2]) expectTruth(truth, run(truth, { ...fit, start }));
    }
  );
});
