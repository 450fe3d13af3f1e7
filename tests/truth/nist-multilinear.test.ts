import { describe, expect, test } from 'vitest';
import { add, multiply, negate, twoProduct, type DoubleDouble } from '#lib/metrology/fit/double-double.ts';
import { forward, solveSemiNormal, upperFactor, type UpperFactor } from '#lib/metrology/fit/householder-qr.ts';
import { casesFor } from './readers.ts';
import { digits } from './truth-case.ts';

/*
 * Several regressors are no correction curve, so `analyze` has no such model. What it stands on, Householder's R, the semi-normal
 * equations and refinement by double-double residuals, is put on these sets as it is.
 */
type Case = {
  inputs: { X: number[][]; y: number[]; intercept: boolean };
  expected: {
    exact_from_double_inputs: { coefficients: number[]; coefficient_sd: number[]; residual_sd: number };
  };
};
const ZERO: DoubleDouble = [0, 0];

/** Solves XᵀX b = Xᵀy (or = right) with corrections from residuals in double-double, until they no longer move it. */
function solve(columns: readonly Float64Array[], factor: UpperFactor, gradient: (b: DoubleDouble[]) => Float64Array) {
  let solution: DoubleDouble[] = columns.map(() => ZERO);
  for (let pass = 0; pass < 8; pass++) {
    const correction = solveSemiNormal(factor, gradient(solution));
    solution = solution.map((value, j) => add(value, [correction[j] ?? 0, 0]));
  }
  return solution;
}

describe.each(casesFor<Case>('nist-multilinear'))('$id', ({ truth }) => {
  const { X, y, intercept } = truth.inputs;
  const exact = truth.expected.exact_from_double_inputs;
  const raw = [...(intercept ? [X.map(() => 1)] : []), ...(X[0] ?? []).map((_, j) => X.map((row) => row[j] ?? 0))];
  // Powers of two change no digit of the data.
  const scales = raw.map((column) => 2 ** Math.round(Math.log2(Math.hypot(...column))));
  const columns = raw.map((column, j) => Float64Array.from(column, (value) => value / (scales[j] ?? 1)));
  const factor = upperFactor(columns, null);
  const residuals = (b: readonly DoubleDouble[], response: (i: number) => DoubleDouble): DoubleDouble[] =>
    y.map((_, i) =>
      columns.reduce((rest, column, j) => add(rest, negate(multiply(b[j] ?? ZERO, [column[i] ?? 0, 0]))), response(i))
    );
  const product = (column: Float64Array, values: readonly DoubleDouble[]): DoubleDouble =>
    values.reduce((sum, value, i) => add(sum, multiply(value, [column[i] ?? 0, 0])), ZERO);
  const coefficients = solve(columns, factor, (b) => {
    const rest = residuals(b, (i) => [y[i] ?? 0, 0]);
    return Float64Array.from(columns, (column) => product(column, rest)[0]);
  });
  const rest = residuals(coefficients, (i) => [y[i] ?? 0, 0]);
  const square = rest.reduce((sum, [r]) => add(sum, twoProduct(r, r)), ZERO)[0];
  const s = Math.sqrt(square / (y.length - columns.length));

  test('every coefficient and the residual standard deviation have 13 digits', () => {
    exact.coefficients.forEach((value, j) =>
      expect(digits((coefficients[j]?.[0] ?? Number.NaN) / (scales[j] ?? 1), value)).toBeGreaterThan(13)
    );
    expect(digits(s, exact.residual_sd)).toBeGreaterThan(13);
  });

  test('every standard error has 13 digits', () => {
    exact.coefficient_sd.forEach((value, j) => {
      const unit = columns.map((_, k) => (k === j ? 1 : 0));
      const inverse = solve(columns, factor, (b) => {
        const fitted = residuals(b, () => ZERO);
        return Float64Array.from(columns, (column, k) => add([unit[k] ?? 0, 0], product(column, fitted))[0]);
      });
      const error = (s * Math.sqrt(inverse[j]?.[0] ?? Number.NaN)) / (scales[j] ?? 1);
      expect(digits(error, value)).toBeGreaterThan(13);
      // The engine's own way to a variance, from R alone, is as good as R.
      const alone = forward(factor, Float64Array.from(unit)).reduce((sum, part) => sum + part * part, 0);
      expect(digits((s * Math.sqrt(alone)) / (scales[j] ?? 1), value)).toBeGreaterThan(10);
    });
  });
});
