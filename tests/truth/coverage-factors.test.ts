import { describe, expect, test } from 'vitest';
import { chiSquaredQuantile } from '#lib/metrology/distributions/chi-squared.ts';
import { coverageOf } from '#lib/metrology/uncertainty/coverage.ts';
import { casesFor } from './readers.ts';
import { expectClose } from './truth-case.ts';

type Factors = { inputs: { p: number[]; nu: (number | null)[] }; expected: { exact: Record<string, number[]> } };
describe.each(casesFor<Factors>('t-factors'))('$id', ({ truth: { inputs, expected } }) => {
  test.each(Object.entries(expected.exact))('p = %s: every t factor has 12 digits', (p, factors) => {
    const coverage = coverageOf({ coverage_probability: Number(p) });
    expect(factors.length).toBe(inputs.nu.length);
    factors.forEach((factor, i) => expectClose(coverage.factor(inputs.nu[i] ?? Infinity), factor, 1e-12));
  });
});

type Quantiles = {
  expected: {
    k?: { p: number; nu: number | null; k: number; k_truncated: number | null }[];
    chi2?: { nu: number; p: number; q: number }[];
  };
};
describe.each(casesFor<Quantiles>('quantiles'))('$id', ({ truth: { expected } }) => {
  test('coverage factors for real and for truncated degrees of freedom have 12 digits', () => {
    for (const { p, nu, k, k_truncated: truncated } of expected.k ?? []) {
      const real = coverageOf({ coverage_probability: p });
      expectClose(real.factor(nu ?? Infinity), k, 1e-12);
      if (truncated === null || nu === null) continue;
      const whole = coverageOf({ coverage_probability: p, dof_rounding: 'truncate' });
      expectClose(whole.factor(whole.freedom(nu)), truncated, 1e-12);
    }
  });

  test('quantiles of chi-squared have 12 digits', () => {
    for (const { nu, p, q } of expected.chi2 ?? []) expectClose(chiSquaredQuantile(p, nu), q, 1e-12);
  });
});
