/*
 * The fit does not use ml-regression or ml-matrix: their least squares work in plain doubles on powers of the argument
 * and give 7 digits of NIST's Filip data set, where 13 are required. A test compares with ml-regression instead.
 */

/** An upper triangular p × p matrix, row by row. */
export type UpperFactor = { readonly size: number; readonly values: Float64Array };

/**
 * The factor R of A = QR for the weighted columns of A (n × p), by Householder's reflections. Q is not kept: the corrected
 * semi-normal equations need R alone. Source: Golub and Van Loan, Matrix Computations, 5.2; Björck, LAA 88/89 (1987) 31–48.
 */
export function upperFactor(columns: readonly Float64Array[], weights: Float64Array | null): UpperFactor {
  const size = columns.length;
  const work = columns.map((column) => weighted(column, weights));
  const values = new Float64Array(size * size);
  for (let k = 0; k < size; k++) {
    const pivot = work[k] as Float64Array;
    const first = pivot[k] as number;
    const norm = Math.sqrt(dot(pivot, pivot, k));
    const diagonal = first > 0 ? -norm : norm;
    const lead = first - diagonal;
    // The reflector is (lead, pivot below), and lead·diagonal its negative half square norm.
    pivot[k] = lead;
    for (let j = k + 1; j < size; j++) {
      const column = work[j] as Float64Array;
      if (norm > 0) reflect(pivot, column, k, dot(pivot, column, k) / (lead * diagonal));
      values[k * size + j] = column[k] as number;
    }
    values[k * size + k] = diagonal;
  }
  return { size, values };
}

/** Solves RᵀR x = b. */
export function solveSemiNormal({ size, values }: UpperFactor, right: Float64Array): Float64Array {
  const x = forward({ size, values }, right);
  for (let i = size - 1; i >= 0; i--) {
    let sum = x[i] as number;
    for (let j = i + 1; j < size; j++) sum -= (values[i * size + j] as number) * (x[j] as number);
    x[i] = sum / (values[i * size + i] as number);
  }
  return x;
}

/** Solves Rᵀ x = b; the squared length of x is bᵀ(RᵀR)⁻¹b. */
export function forward(factor: UpperFactor, right: Float64Array): Float64Array {
  const x = right.slice();
  squaredForward(factor, x);
  return x;
}

/** The same in place, for repeated calls: `x` becomes the solution; returns its squared length. */
export function squaredForward({ size, values }: UpperFactor, x: Float64Array): number {
  let square = 0;
  for (let i = 0; i < size; i++) {
    let sum = x[i] as number;
    for (let j = 0; j < i; j++) sum -= (values[j * size + i] as number) * (x[j] as number);
    const value = sum / (values[i * size + i] as number);
    x[i] = value;
    square += value * value;
  }
  return square;
}

function weighted(column: Float64Array, weights: Float64Array | null): Float64Array {
  if (weights === null) return column.slice();
  return column.map((value, i) => value * Math.sqrt(weights[i] as number));
}

function dot(a: Float64Array, b: Float64Array, from: number): number {
  let sum = 0;
  for (let i = from; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}

function reflect(reflector: Float64Array, column: Float64Array, from: number, factor: number): void {
  for (let i = from; i < column.length; i++) {
    column[i] = (column[i] as number) + factor * (reflector[i] as number);
  }
}
