import { compensatedPass, longVector, type LongVector } from './compensated-pass.ts';
import { solveSemiNormal, upperFactor, type UpperFactor } from './householder-qr.ts';
import { orthogonalBasis, tooCloseTogether, type BasisStart, type OrthogonalBasis } from './orthogonal-basis.ts';

export type LinearProblem = {
  readonly argument: Float64Array;
  readonly response: LongVector;
  /** One positive weight per point, or null for equal weights. */
  readonly weights: Float64Array | null;
  /** How many basis polynomials, from 1. */
  readonly size: number;
  readonly start: BasisStart;
};

export type LinearSolution = {
  readonly basis: OrthogonalBasis;
  readonly coefficients: LongVector;
  readonly factor: UpperFactor;
  /** z − f at each point, rounded from double-double. */
  readonly residuals: Float64Array;
};

/** Residuals below this part of the largest response are the rounding of double-double: they are zero. */
const NOISE = 2 ** -92;
const MOST_PASSES = 8;

/**
 * Weighted least squares in an orthogonal polynomial basis, refined until the solution has about 28 digits.
 *
 * Start: semi-normal equations with Householder's R in doubles. Then residual and gradient in double-double and a
 * correction, repeated while it still changes the solution. `draft` omits the refinement: enough to compare models and
 * to find weights. Source: Å. Björck, Numerical Methods for Least Squares Problems, 2.9 (iterative refinement).
 */
export function linearFit(problem: LinearProblem, draft = false): LinearSolution {
  const basis = orthogonalBasis(problem.argument, problem.weights, problem.size, problem.start);
  const factor = upperFactor(basis.columns, problem.weights);
  const coefficients = longVector(problem.size);
  addTo(coefficients, solveSemiNormal(factor, plainGradient(basis, problem)));
  const residuals = longVector(problem.argument.length);
  if (draft) {
    plainResiduals(basis, problem.response.high, coefficients.high, residuals.high);
    return { basis, coefficients, factor, residuals: residuals.high };
  }
  const input = { basis, weights: problem.weights, response: problem.response, coefficients };
  for (let pass = 0; ; pass++) {
    if (pass === MOST_PASSES) throw tooCloseTogether();
    const correction = solveSemiNormal(factor, compensatedPass(input, residuals));
    addTo(coefficients, correction);
    if (isSmall(correction, coefficients.high)) {
      follow(residuals, basis, correction);
      break;
    }
  }
  const floor = NOISE * largestOf(problem.response.high);
  basis.columns.forEach((column, k) => clearNoise(coefficients, k, floor / largestOf(column)));
  return { basis, coefficients, factor, residuals: withoutNoise(residuals.high, floor) };
}

function plainGradient(basis: OrthogonalBasis, { response, weights }: LinearProblem): Float64Array {
  const gradient = new Float64Array(basis.size);
  basis.columns.forEach((column, k) => {
    let sum = 0;
    for (let i = 0; i < column.length; i++) {
      const weight = weights === null ? 1 : (weights[i] as number);
      sum += weight * (column[i] as number) * (response.high[i] as number);
    }
    gradient[k] = sum;
  });
  return gradient;
}

function plainResiduals(basis: OrthogonalBasis, response: Float64Array, c: Float64Array, out: Float64Array): void {
  out.set(response);
  basis.columns.forEach((column, k) => {
    const factor = c[k] as number;
    for (let i = 0; i < out.length; i++) out[i] = (out[i] as number) - factor * (column[i] as number);
  });
}

function addTo(sum: LongVector, term: Float64Array): void {
  for (let k = 0; k < term.length; k++) {
    const high = sum.high[k] as number;
    const value = term[k] as number;
    const total = high + value;
    const part = total - high;
    const error = high - (total - part) + (value - part) + (sum.low[k] as number);
    sum.high[k] = total + error;
    sum.low[k] = error - ((sum.high[k] as number) - total);
  }
}

/** A correction this small leaves an error of its own size times 1e-15, that is 28 digits. */
function isSmall(correction: Float64Array, coefficients: Float64Array): boolean {
  let moved = 0;
  let size = 0;
  for (let k = 0; k < correction.length; k++) {
    moved = Math.max(moved, Math.abs(correction[k] as number));
    size = Math.max(size, Math.abs(coefficients[k] as number));
  }
  return moved <= 2 ** -40 * size;
}

/** The residuals after a small correction: doubles suffice for the change itself. */
function follow(residuals: LongVector, basis: OrthogonalBasis, correction: Float64Array): void {
  for (let i = 0; i < residuals.high.length; i++) {
    let change = residuals.low[i] as number;
    for (let k = 0; k < correction.length; k++) {
      change -= (correction[k] as number) * ((basis.columns[k] as Float64Array)[i] as number);
    }
    residuals.high[i] = (residuals.high[i] as number) + change;
  }
}

function withoutNoise(residuals: Float64Array, floor: number): Float64Array {
  for (let i = 0; i < residuals.length; i++) {
    if (Math.abs(residuals[i] as number) <= floor) residuals[i] = 0;
  }
  return residuals;
}

/** A coefficient that moves no point by more than the noise is set to zero: level points give a level line. */
function clearNoise(coefficients: LongVector, k: number, floor: number): void {
  if (Math.abs(coefficients.high[k] as number) > floor) return;
  coefficients.high[k] = 0;
  coefficients.low[k] = 0;
}

function largestOf(values: Float64Array): number {
  let largest = 0;
  for (const value of values) largest = Math.max(largest, Math.abs(value));
  return largest;
}
