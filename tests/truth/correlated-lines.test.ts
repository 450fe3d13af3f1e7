import { describe, expect, test } from 'vitest';
import { correlatedLine } from '#lib/metrology/fit/correlated-line.ts';
import { casesFor } from './readers.ts';
import { expectClose } from './truth-case.ts';

type Case = {
  inputs: {
    x: number[];
    y: number[];
    u_x?: number[];
    u_y?: number[];
    cov_xy_pairs?: number[];
    U_x?: number[][];
    U_y?: number[][];
  };
  expected: { computed: { b: number[]; u_iso: number[]; cov_iso: number[][]; chi2: number; dof: number } };
};

const diagonal = (values: readonly number[]): number[][] =>
  values.map((value, i) => values.map((_, j) => (i === j ? value : 0)));
const squares = (values: readonly number[] = []): number[] => values.map((value) => value * value);

const cases = casesFor<Case>('correlated-lines');
test('lines with and without covariances are there', () => {
  expect(cases.length).toBeGreaterThan(2);
});

describe.each(cases)('$id', ({ truth: { inputs, expected } }) => {
  const truth = expected.computed;

  test('coefficients, covariance at the adjusted points and chi-squared agree', () => {
    const line = correlatedLine({
      x: inputs.x,
      y: inputs.y,
      covarianceX: inputs.U_x ?? diagonal(squares(inputs.u_x)),
      covarianceY: inputs.U_y ?? diagonal(squares(inputs.u_y)),
      covarianceXY: inputs.cov_xy_pairs === undefined ? null : diagonal(inputs.cov_xy_pairs)
    });
    truth.b.forEach((value, j) => expectClose(line.coefficients[j], value, 1e-9));
    truth.cov_iso.forEach((row, i) => row.forEach((value, j) => expectClose(line.covariance[i]?.[j], value, 1e-8)));
    expectClose(line.chiSquared, truth.chi2, 1e-8);
    expect(line.freedom).toBe(truth.dof);
  });
});
