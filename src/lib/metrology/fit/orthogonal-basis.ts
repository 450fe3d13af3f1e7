import { AnalysisRefusal } from '../refusal.ts';
import { scalingOf, type Scaling } from './scaling.ts';

/** The first function of a basis: the constant, or the argument itself (models through the origin). */
export type BasisStart = 'one' | 'argument';

/**
 * Polynomials P₀ … P_d with P_{k+1} = (u − α_k) P_k − β_k P_{k−1}, orthogonal over the points up to rounding.
 * Rounded α and β still define exact polynomials; orthogonality only keeps the equations well-conditioned.
 */
export type OrthogonalBasis = {
  readonly start: BasisStart;
  readonly size: number;
  readonly scaling: Scaling;
  readonly alpha: Float64Array;
  readonly beta: Float64Array;
  /** Scaled arguments as unevaluated sums of two doubles, exact. */
  readonly high: Float64Array;
  readonly low: Float64Array;
  /** Values of each polynomial at each point, in double precision. */
  readonly columns: readonly Float64Array[];
};

/** A polynomial must exceed the noise of its own values by this factor: four digits. */
const LEAST_DIGITS = 1e4;

/**
 * The basis of `count` polynomials for arguments y and optional weights.
 * Throws `ill_conditioned` if the distances between the arguments are too close to their rounding.
 * Source: G. E. Forsythe, J. SIAM 5 (1957) 74–88.
 */
export function orthogonalBasis(
  argument: Float64Array,
  weights: Float64Array | null,
  count: number,
  start: BasisStart
): OrthogonalBasis {
  const scaling = scalingOf(argument, start === 'one');
  const { high, low, rounding, reach } = scaledArguments(argument, scaling);
  const alpha = new Float64Array(count);
  const beta = new Float64Array(count);
  const columns: Float64Array[] = [start === 'one' ? new Float64Array(argument.length).fill(1) : high.slice()];
  let before: Float64Array | null = null;
  let normBefore = 0;
  let sizeBefore = 0;
  let total = 1;
  // How far the rounding of the arguments, carried through the recurrence, can have moved the values of a column.
  let noise = 0;
  for (let k = 0; k < count; k++) {
    const column = columns[k] as Float64Array;
    const { norm, moment } = moments(column, high, weights);
    if (before === null) total = norm;
    const size = Math.sqrt(norm / total);
    if (before !== null) {
      noise = (reach + Math.abs(alpha[k - 1] as number)) * noise + rounding * sizeBefore;
      if (!(size > LEAST_DIGITS * noise)) throw tooCloseTogether();
    }
    alpha[k] = moment / norm;
    beta[k] = before === null ? 0 : norm / normBefore;
    if (k + 1 < count) columns.push(nextColumn(column, before, high, alpha[k] as number, beta[k] as number));
    before = column;
    normBefore = norm;
    sizeBefore = size;
  }
  return { start, size: count, scaling, alpha, beta, high, low, columns };
}

/** The refusal of arguments whose distances are lost in their rounding. */
export function tooCloseTogether(): AnalysisRefusal {
  return new AnalysisRefusal(
    'ill_conditioned',
    ['points'],
    'The measured values are so close together that fewer than four digits of the coefficients would be left.'
  );
}

/** Exact u = (y − center)/scale in two doubles, and the rounding of the inputs on that scale. */
function scaledArguments(argument: Float64Array, { center, scale }: Scaling) {
  const n = argument.length;
  const high = new Float64Array(n);
  const low = new Float64Array(n);
  const inverse = 1 / scale;
  let largest = 0;
  let reach = 0;
  for (let i = 0; i < n; i++) {
    const value = argument[i] as number;
    const difference = value - center;
    const part = difference - value;
    high[i] = difference * inverse;
    low[i] = (value - (difference - part) - (center + part)) * inverse;
    largest = Math.max(largest, Math.abs(value));
    reach = Math.max(reach, Math.abs(difference * inverse));
  }
  return { high, low, rounding: 2 ** -53 * (1 + largest * inverse), reach };
}

function moments(column: Float64Array, argument: Float64Array, weights: Float64Array | null) {
  let norm = 0;
  let moment = 0;
  for (let i = 0; i < column.length; i++) {
    const value = column[i] as number;
    const square = weights === null ? value * value : (weights[i] as number) * value * value;
    norm += square;
    moment += square * (argument[i] as number);
  }
  return { norm, moment };
}

function nextColumn(
  column: Float64Array,
  before: Float64Array | null,
  argument: Float64Array,
  alpha: number,
  beta: number
): Float64Array {
  const next = new Float64Array(column.length);
  for (let i = 0; i < next.length; i++) {
    const older = before === null ? 0 : beta * (before[i] as number);
    next[i] = ((argument[i] as number) - alpha) * (column[i] as number) - older;
  }
  return next;
}
