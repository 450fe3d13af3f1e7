import { AnalysisRefusal } from '../refusal.ts';

type Matrix = readonly (readonly number[])[];

/** Points of a line whose uncertainties are correlated with one another; x is the indication, y the reference. */
export type CorrelatedPoints = {
  readonly x: readonly number[];
  readonly y: readonly number[];
  /** Covariance matrices (n × n) of x, of y, and of x with y (null: none). */
  readonly covarianceX: Matrix;
  readonly covarianceY: Matrix;
  readonly covarianceXY: Matrix | null;
};

export type CorrelatedLine = {
  readonly coefficients: readonly [number, number];
  /** (GᵀΣ⁻¹G)⁻¹ at the adjusted points. */
  readonly covariance: readonly [readonly [number, number], readonly [number, number]];
  readonly chiSquared: number;
  readonly freedom: number;
  /**
   * Weights of the distances y − a − b x at the solution; and the leverage of each point, the diagonal of the hat
   * matrix.
   */
  readonly variances: readonly number[];
  readonly leverage: readonly number[];
};

const MOST_ITERATIONS = 200;
/**
 * With many points fewer steps are made, to bound the time: this number of products of a factorization takes about a
 * second.
 */
const MOST_PRODUCTS = 1e9;
const LEAST_ITERATIONS = 40;
/** A step below this fraction of the standard uncertainty, or of the values' rounding, counts as zero. */
const SETTLED = 1e-13;
const ROUNDING = 2 ** -49;

/**
 * The line y = a + b x through n ≥ 2 points with any covariances among them (generalised Gauss-Markov regression).
 *
 * A request states the matrices by common coefficients (fit-correlated.ts); here they are arbitrary. Refuses with
 * `covariance_impossible` matrices that no quantities can have, with `weights_unstable` if no line is found.
 * Source: ISO/TS 28037:2010 clauses 8 and 10.
 */
export function correlatedLine(points: CorrelatedPoints): CorrelatedLine {
  let [a, b] = firstGuess(points);
  const [furthest, largest] = [largestOf(points.x), largestOf(points.y)];
  const count = points.x.length;
  const most = Math.min(MOST_ITERATIONS, Math.max(LEAST_ITERATIONS, MOST_PRODUCTS / (count * count * count)));
  for (let iteration = 0; iteration < most; iteration++) {
    const distances = distanceCovariance(points, b);
    const factor = cholesky(distances);
    const residuals = points.y.map((y, i) => y - a - b * at(points.x, i));
    const solved = backward(factor, forward(factor, residuals));
    const adjusted = points.x.map((x, i) => x - shiftOf(points, b, solved, i));
    const ones = forward(
      factor,
      adjusted.map(() => 1)
    );
    const slopes = forward(factor, adjusted);
    const right = forward(factor, residuals);
    const [n11, n12, n22] = [dot(ones, ones), dot(ones, slopes), dot(slopes, slopes)];
    const determinant = n11 * n22 - n12 * n12;
    if (!(determinant > 1e-13 * n11 * n22)) break;
    const [g1, g2] = [dot(ones, right), dot(slopes, right)];
    const stepA = (n22 * g1 - n12 * g2) / determinant;
    const stepB = (n11 * g2 - n12 * g1) / determinant;
    a += stepA;
    b += stepB;
    const [uA, uB] = [Math.sqrt(n22 / determinant), Math.sqrt(n11 / determinant)];
    const blur = ROUNDING * largest;
    if (Math.abs(stepA) > SETTLED * uA + blur || Math.abs(stepB) > SETTLED * uB + blur / furthest) continue;
    const mixed = -n12 / determinant;
    const [pulls, turns] = [backward(factor, ones), backward(factor, slopes)];
    return {
      variances: distances.map((row, i) => at(row, i)),
      leverage: adjusted.map((x, i) => {
        const [pull, turn] = [at(pulls, i), at(turns, i)];
        return (n22 * pull - n12 * turn + x * (n11 * turn - n12 * pull)) / determinant;
      }),
      coefficients: [a, b],
      covariance: [
        [n22 / determinant, mixed],
        [mixed, n11 / determinant]
      ],
      chiSquared: dot(right, right),
      freedom: points.x.length - 2
    };
  }
  throw new AnalysisRefusal(
    'weights_unstable',
    ['points'],
    'No line was found for these points and their covariances.'
  );
}

function firstGuess({ x, y }: CorrelatedPoints): [number, number] {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [middle, level] = [mean(x), mean(y)];
  let [product, square] = [0, 0];
  x.forEach((value, i) => {
    product += (value - middle) * (at(y, i) - level);
    square += (value - middle) * (value - middle);
  });
  const b = square > 0 ? product / square : 0;
  return [level - b * middle, b];
}

/** Covariance of the distances y − a − b x. */
function distanceCovariance({ covarianceX: xx, covarianceY: yy, covarianceXY: xy }: CorrelatedPoints, b: number) {
  return yy.map((row, i) =>
    row.map((value, j) => value + b * b * entry(xx, i, j) - b * (entry(xy, i, j) + entry(xy, j, i)))
  );
}

/** By how much x_i is moved onto the line. */
function shiftOf(
  { covarianceX: xx, covarianceXY: xy }: CorrelatedPoints,
  b: number,
  solved: number[],
  i: number
): number {
  return solved.reduce((sum, value, j) => sum + (entry(xy, i, j) - b * entry(xx, i, j)) * value, 0);
}

function cholesky(matrix: Matrix): number[][] {
  const factor = matrix.map((row) => row.map(() => 0));
  matrix.forEach((values, i) => {
    const row = factor[i] ?? [];
    for (let j = 0; j <= i; j++) {
      let rest = values[j] ?? 0;
      for (let k = 0; k < j; k++) rest -= at(row, k) * entry(factor, j, k);
      if (i === j && !(rest > 0)) {
        const message = 'No quantities can have these covariances: the matrix is not positive definite.';
        throw new AnalysisRefusal('covariance_impossible', ['points'], message);
      }
      row[j] = i === j ? Math.sqrt(rest) : rest / entry(factor, j, j);
    }
  });
  return factor;
}

function forward(factor: Matrix, right: readonly number[]): number[] {
  const x: number[] = [];
  right.forEach((value, i) => {
    let rest = value;
    for (let j = 0; j < i; j++) rest -= entry(factor, i, j) * at(x, j);
    x.push(rest / entry(factor, i, i));
  });
  return x;
}

function backward(factor: Matrix, right: readonly number[]): number[] {
  const x = [...right];
  for (let i = x.length - 1; i >= 0; i--) {
    let rest = at(x, i);
    for (let j = i + 1; j < x.length; j++) rest -= entry(factor, j, i) * at(x, j);
    x[i] = rest / entry(factor, i, i);
  }
  return x;
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + value * at(b, i), 0);
}

function largestOf(values: readonly number[]): number {
  return values.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
}

function at(values: readonly number[], i: number): number {
  return values[i] ?? 0;
}

function entry(matrix: Matrix | null, i: number, j: number): number {
  return matrix?.[i]?.[j] ?? 0;
}
