import { upperFactor, type UpperFactor } from './householder-qr.ts';

/** Residuals and the columns of derivatives ∂f/∂c_j, both already multiplied by √w. */
export type Evaluated = { readonly residuals: Float64Array; readonly columns: readonly Float64Array[] };

export type NonlinearProblem = {
  readonly size: number;
  /** z − f and the derivatives of f at c; null outside the domain. */
  readonly evaluate: (coefficients: Float64Array) => Evaluated | null;
};

export type NonlinearSolution = {
  readonly coefficients: Float64Array;
  readonly square: number;
  /** Length of the last step over that of the coefficients, both scaled by the columns: roughly the remaining error. */
  readonly lastStep: number;
};

const MOST_STEPS = 1000;
const MOST_POLISHING = 200;
/** A refined solution must have converged to this; else it is not a minimum. */
export const SETTLED = 1e-7;

/**
 * Least squares by Levenberg's and Marquardt's method, then Gauss-Newton steps without damping down to the rounding.
 *
 * The sum of squares alone would stop too early (it is flat to half the digits); the last steps follow the gradient
 * instead. Steps use Householder's QR, never normal equations. Null if the start is outside the domain.
 * Source: J. J. Moré, LNM 630 (1978) 105–116 (scaling); H. B. Nielsen, IMM-REP-1999-05 (damping).
 */
export function levenbergMarquardt(
  problem: NonlinearProblem,
  start: Float64Array,
  damping: number
): NonlinearSolution | null {
  let at = problem.evaluate(start);
  if (at === null) return null;
  let c: Float64Array = start.slice();
  let square = squareOf(at.residuals);
  const scale = new Float64Array(problem.size);
  let lambda = damping;
  let growth = 2;
  let idle = 0;
  for (let step = 0; step < MOST_STEPS && idle < 12; step++) {
    widen(scale, at.columns);
    const change = dampedStep(at, scale, lambda);
    const next = change === null ? null : problem.evaluate(sum(c, change));
    const nextSquare = next === null ? Infinity : squareOf(next.residuals);
    if (change === null || next === null || !(nextSquare < square)) {
      if (lambda > 1e60) break;
      lambda *= growth;
      growth *= 2;
      if (nextSquare <= square * (1 + 1e-13)) idle++;
      continue;
    }
    const gain = (square - nextSquare) / predicted(at, change, scale, lambda);
    idle = square - nextSquare <= 1e-14 * square ? idle + 1 : 0;
    c = sum(c, change);
    at = next;
    square = nextSquare;
    const odd = 2 * gain - 1;
    lambda = Math.max(lambda * Math.max(1 / 3, 1 - odd * odd * odd), 1e-40);
    growth = 2;
  }
  return polish(problem, c, at);
}

/** Undamped steps from a start close to the minimum; null if it is outside the domain. */
export function gaussNewton(problem: NonlinearProblem, start: Float64Array): NonlinearSolution | null {
  const at = problem.evaluate(start);
  return at && polish(problem, start, at);
}

/** Undamped steps, as long as they get shorter and do not leave the minimum. */
function polish(problem: NonlinearProblem, start: Float64Array, evaluated: Evaluated): NonlinearSolution {
  let c: Float64Array = start;
  let at = evaluated;
  let square = squareOf(at.residuals);
  let shortest = Infinity;
  let waiting = 0;
  for (let step = 0; step < MOST_POLISHING && waiting < 3; step++) {
    const change = dampedStep(at, null, 0);
    if (change === null) break;
    const length = relativeLength(change, c, at.columns);
    if (length < shortest) {
      waiting = 0;
      shortest = length;
    } else waiting++;
    const next = problem.evaluate(sum(c, change));
    if (next === null) break;
    const nextSquare = squareOf(next.residuals);
    if (!(nextSquare <= square * (1 + 1e-9))) break;
    c = sum(c, change);
    at = next;
    square = nextSquare;
    if (length < 1e-16) break;
  }
  return { coefficients: c, square, lastStep: shortest };
}

/** The δ that minimises ‖r − Jδ‖²; null if the columns are dependent. */
export function leastSquares(problem: Evaluated): Float64Array | null {
  return dampedStep(problem, null, 0);
}

/** The step δ that minimises ‖r − Jδ‖² + λ‖Dδ‖²; null if the columns are dependent. */
function dampedStep({ residuals, columns }: Evaluated, scale: Float64Array | null, lambda: number) {
  const size = columns.length;
  const rows = residuals.length;
  const extra = scale === null ? 0 : size;
  const longer = [...columns, residuals].map((column, j) => {
    const work = new Float64Array(rows + extra + 1);
    work.set(column);
    if (scale !== null && j < size) work[rows + j] = Math.sqrt(lambda) * (scale[j] as number);
    return work;
  });
  const factor = upperFactor(longer, null);
  return backSubstitute(factor, size);
}

/** Solves R x = q, where q is the last column of the factor. */
function backSubstitute({ size: width, values }: UpperFactor, size: number): Float64Array | null {
  const x = new Float64Array(size);
  for (let i = size - 1; i >= 0; i--) {
    let rest = values[i * width + size] as number;
    for (let j = i + 1; j < size; j++) rest -= (values[i * width + j] as number) * (x[j] as number);
    x[i] = rest / (values[i * width + i] as number);
    if (!Number.isFinite(x[i])) return null;
  }
  return x;
}

function predicted({ residuals, columns }: Evaluated, change: Float64Array, scale: Float64Array, lambda: number) {
  let total = 0;
  columns.forEach((column, j) => {
    let gradient = 0;
    for (let i = 0; i < column.length; i++) gradient += (column[i] as number) * (residuals[i] as number);
    const scaled = (scale[j] as number) * (change[j] as number);
    total += (change[j] as number) * gradient + lambda * scaled * scaled;
  });
  return Math.max(total, 1e-300);
}

function widen(scale: Float64Array, columns: readonly Float64Array[]): void {
  columns.forEach((column, j) => {
    const length = Math.sqrt(squareOf(column));
    scale[j] = Math.max(scale[j] as number, length > 0 ? length : 1e-150);
  });
}

/** The largest component of a step divided by the largest coefficient, both scaled by the lengths of their columns. */
export function relativeLength(change: Float64Array, c: Float64Array, columns: readonly Float64Array[]): number {
  let moved = 0;
  let size = 0;
  columns.forEach((column, j) => {
    const weight = Math.sqrt(squareOf(column));
    moved = Math.max(moved, weight * Math.abs(change[j] as number));
    size = Math.max(size, weight * Math.abs(c[j] as number));
  });
  return size > 0 ? moved / size : moved > 0 ? Infinity : 0;
}

/** The sum of the squares of the values. */
export function squareOf(values: Float64Array): number {
  let total = 0;
  for (const value of values) total += value * value;
  return total;
}

function sum(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((value, i) => value + (b[i] as number));
}
