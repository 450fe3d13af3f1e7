import { log } from '../distributions/elementary.ts';
import { AnalysisRefusal } from '../types.ts';
import { INDUSTRIAL } from './callendar-van-dusen.ts';
import type { FitPlan } from './fit-curve.ts';
import { wholePower } from '../formula/steps.ts';
import { leastSquares } from './levenberg-marquardt.ts';

/** How often the linearised rational function is weighted anew; every third answer becomes a start. */
const REWEIGHTED = 7;

/**
 * Where the search for a nonlinear model begins: the user's values, or our own guesses from the linearised problem.
 *
 * `argument` and `response` are what the model's formula maps. Guesses are tried until two searches agree.
 * Refuses with `missing_start` a custom formula without start values, with `bad_start` those of a wrong number.
 */
export function startingValues(
  plan: FitPlan,
  size: number,
  argument: Float64Array,
  response: Float64Array
): Float64Array[] {
  if (plan.start !== null) {
    if (plan.start.length !== size) {
      const message = `This model has ${size} coefficients; there are ${plan.start.length} start values.`;
      throw new AnalysisRefusal('bad_start', ['fit', 'start'], message);
    }
    return [Float64Array.from(plan.start)];
  }
  const starts = guesses(plan, size, argument, response).filter((start) => start.every(Number.isFinite));
  if (starts.length === 0) {
    const message = 'This model needs start values for its coefficients.';
    throw new AnalysisRefusal('missing_start', ['fit', 'start'], message);
  }
  return starts;
}

function guesses(plan: FitPlan, size: number, y: Float64Array, x: Float64Array): Float64Array[] {
  const one = y.map(() => 1);
  switch (plan.model) {
    case 'logarithmic':
      return [solve([one, y.map(log)], x)];
    case 'exponential':
      return [throughLogarithm(y, x)];
    case 'power':
      return [throughLogarithm(y.map(log), x)];
    case 'steinhart_hart': {
      const l = y.map(log);
      return [
        solve(
          [one, l, l.map((value) => value * value * value)],
          x.map((t) => 1 / (t + plan.kelvinAtZero))
        )
      ];
    }
    case 'callendar_van_dusen':
      return [industrial(size, y, x)];
    case 'rational':
      return linearised(plan.numerator, size, y, x);
    case 'logistic_4':
    case 'logistic_5':
      return sigmoids(size, y, x);
    default:
      return [];
  }
}

/** ln|x| = ln|c0| + c1·y, weighted by x², as the logarithm stretches small values. */
function throughLogarithm(argument: Float64Array, x: Float64Array): Float64Array {
  const sign = x.reduce((sum, value) => sum + value, 0) < 0 ? -1 : 1;
  const largest = x.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const size = x.map((value) => Math.max(sign * value, 1e-12 * largest));
  const [constant, slope] = solve(
    [size, argument.map((value, i) => value * (size[i] as number))],
    size.map((v) => v * log(v))
  );
  return Float64Array.of(sign * expOf(constant ?? 0), slope ?? 0);
}

function expOf(value: number): number {
  // e^v by squaring e^(v/1024) would do; a guess needs no digits, only equal bits.
  let result = 1 + value / 1024;
  for (let k = 0; k < 10; k++) result *= result;
  return result;
}

/** R₀ from the point nearest the ice point, the rest as the industrial sensor has it. */
function industrial(size: number, t: Float64Array, resistance: Float64Array): Float64Array {
  let nearest = 0;
  t.forEach((value, i) => {
    if (Math.abs(value) < Math.abs(t[nearest] as number)) nearest = i;
  });
  const at = t[nearest] as number;
  const r0 = (resistance[nearest] as number) / (1 + INDUSTRIAL[0] * at + INDUSTRIAL[1] * at * at);
  return Float64Array.of(r0, ...INDUSTRIAL).slice(0, size);
}

/**
 * p/q = x, written as p − x (q − 1) = x, which is linear in all coefficients; then again with weights 1/q of the answer
 * before, which undoes what the multiplication by q did to the errors.
 * Source: Sanathanan and Koerner, IEEE Trans. Autom. Control 8 (1963) 56–58.
 */
function linearised(numerator: number, size: number, y: Float64Array, x: Float64Array): Float64Array[] {
  const scale = y.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0) || 1;
  const u = y.map((value) => value / scale);
  const exponent = (j: number): number => (j <= numerator ? j : j - numerator);
  const raised = Array.from({ length: size }, (_, j) => u.map((value) => wholePower(value, exponent(j))));
  const starts: Float64Array[] = [];
  let weights = x.map(() => 1);
  for (let round = 0; round < REWEIGHTED; round++) {
    const columns = raised.map((power, j) =>
      power.map((value, i) => (weights[i] as number) * (j <= numerator ? value : -value * (x[i] as number)))
    );
    const solution = solve(
      columns,
      x.map((value, i) => value * (weights[i] as number))
    );
    starts.push(solution.map((value, j) => value / wholePower(scale, exponent(j))));
    weights = weights.map((_, i) => {
      let below = 1;
      for (let j = numerator + 1; j < size; j++)
        below += (solution[j] as number) * ((raised[j] as Float64Array)[i] as number);
      return 1 / Math.max(Math.abs(below), 1e-6);
    });
  }
  const kept = starts.reverse().filter((_, index) => index % 3 === 0);
  return [...withoutPoles(numerator, size, scale, u, x), ...kept];
}

/** Numerators for denominators that are safely positive: 1, 1 + u² …, all with the coefficients of (1 + 3u)^m. */
function withoutPoles(
  numerator: number,
  size: number,
  scale: number,
  u: Float64Array,
  x: Float64Array
): Float64Array[] {
  const degree = size - numerator - 1;
  const binomials = [[1], [1, 1], [1, 2, 1], [1, 3, 3, 1]][degree] ?? [1];
  return [0, 1, 3, 10].map((stretch) => {
    const below = binomials.map((value, j) => value * wholePower(stretch, j));
    const q = u.map((value) => below.reduceRight((sum, c) => sum * Math.abs(value) + c, 0));
    const columns = Array.from({ length: numerator + 1 }, (_, j) =>
      u.map((value, i) => wholePower(value, j) / (q[i] as number))
    );
    const above = solve(columns, x);
    return Float64Array.from({ length: size }, (_, j) =>
      j <= numerator
        ? (above[j] as number) / wholePower(scale, j)
        : (below[j - numerator] as number) / wholePower(scale, j - numerator)
    );
  });
}

/** Ends from the data, the middle at half height, several steepnesses. */
function sigmoids(size: number, y: Float64Array, x: Float64Array): Float64Array[] {
  const order = Array.from(y.keys()).sort((a, b) => (y[a] as number) - (y[b] as number));
  const first = x[order[0] ?? 0] as number;
  const last = x[order[order.length - 1] ?? 0] as number;
  const half = 0.5 * (first + last);
  let middle = order[0] ?? 0;
  for (const i of order) {
    if (Math.abs((x[i] as number) - half) < Math.abs((x[middle] as number) - half)) middle = i;
  }
  const spare = 0.05 * (last - first);
  return [1, 2, 4].map((steep) =>
    Float64Array.of(first - spare, steep, Math.max(y[middle] as number, 1e-30), last + spare, 1).slice(0, size)
  );
}

/** Plain least squares; not finite where the columns are dependent. */
function solve(columns: readonly Float64Array[], right: Float64Array): Float64Array {
  return leastSquares({ residuals: right, columns }) ?? Float64Array.from(columns, () => Number.NaN);
}
