import { leastSquares, type Evaluated, type NonlinearProblem } from './levenberg-marquardt.ts';

/**
 * The same problem with some coefficients eliminated, because least squares gives them for any values of the others.
 */
export type ProjectedProblem = {
  readonly problem: NonlinearProblem;
  /** The remaining ones of a full set of coefficients. */
  readonly narrow: (coefficients: Float64Array) => Float64Array;
  /** The full set, with the best values of the eliminated ones; null if these do not exist. */
  readonly widen: (others: Float64Array) => Float64Array | null;
};

const STRETCHES = [1.5, -0.25];
const SAME = 1e-9;

/**
 * Eliminates the coefficients that enter linearly, as b₁ in b₁ exp(b₂ y): the remaining search has fewer dimensions and
 * no long curved valley in which b₁ follows b₂ through fifty powers of ten. Null if no coefficient, or every one,
 * enters linearly. Derivatives by Kaufman's approximation. Source: G. Golub and V. Pereyra, Inverse Problems 19 (2003)
 * R1–R26, 2 and 4.
 */
export function projectLinear(problem: NonlinearProblem, start: Float64Array): ProjectedProblem | null {
  const linear = linearCoefficients(problem, start);
  if (linear.length === 0 || linear.length === problem.size) return null;
  const others = Array.from({ length: problem.size }, (_, j) => j).filter((j) => !linear.includes(j));
  const narrow = (c: Float64Array) => Float64Array.from(others, (j) => c[j] as number);
  const place = (from: Float64Array) => {
    // From zero: beside the start's values the best ones may be too small to be seen.
    const c = new Float64Array(problem.size);
    others.forEach((j, i) => (c[j] = from[i] as number));
    return c;
  };
  const widen = (from: Float64Array): Float64Array | null => {
    const c = place(from);
    const at = problem.evaluate(c);
    const change = at === null ? null : leastSquares({ residuals: at.residuals, columns: pick(at, linear) });
    if (change === null) return null;
    linear.forEach((j, i) => (c[j] = change[i] as number));
    return c;
  };
  const evaluate = (from: Float64Array): Evaluated | null => {
    const c = widen(from);
    const at = c === null ? null : problem.evaluate(c);
    if (at === null) return null;
    const base = pick(at, linear);
    const columns = pick(at, others).map((column) => beside(column, base));
    return columns.some((column) => column === null)
      ? null
      : { residuals: at.residuals, columns: columns as Float64Array[] };
  };
  return { problem: { size: others.length, evaluate }, narrow, widen };
}

const pick = ({ columns }: Evaluated, places: readonly number[]) => places.map((j) => columns[j] as Float64Array);

/** The part of a column orthogonal to the base: the column minus its projection. */
function beside(column: Float64Array, base: readonly Float64Array[]): Float64Array | null {
  const shares = leastSquares({ residuals: column, columns: base });
  return (
    shares &&
    column.map((value, i) => base.reduce((rest, one, j) => rest - (shares[j] as number) * (one[i] as number), value))
  );
}

/** Those whose derivatives do not depend on any of them, found by trying; in a product the first one. */
function linearCoefficients(problem: NonlinearProblem, start: Float64Array): number[] {
  const before = problem.evaluate(start);
  if (before === null) return [];
  const found: number[] = [];
  for (let j = 0; j < problem.size; j++) {
    const together = [...found, j];
    const constant = STRETCHES.every((stretch) => {
      const moved = start.slice();
      for (const one of together) moved[one] = stretch * ((start[one] as number) || 1);
      const after = problem.evaluate(moved);
      return (
        after !== null &&
        together.every((one) => same(before.columns[one] as Float64Array, after.columns[one] as Float64Array))
      );
    });
    if (constant) found.push(j);
  }
  return found;
}

function same(a: Float64Array, b: Float64Array): boolean {
  return a.every((value, i) => Math.abs(value - (b[i] as number)) <= SAME * Math.abs(value));
}
