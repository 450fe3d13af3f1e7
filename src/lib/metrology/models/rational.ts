import { hasPole } from '../fit/poles.ts';
import { wholePower } from '../formula/steps.ts';
import { DEGREES } from './degrees.ts';
import { formulaModel } from './formula-model.ts';
import { solve } from './least-squares-guess.ts';
import type { SearchPlan } from './model.ts';

/** How many times the linearised rational function is reweighted; every third solution becomes a start. */
const REWEIGHTED = 7;

/**
 * A polynomial divided by another one whose constant term is 1. A function with a pole between the readings is
 * rejected.
 */
export const rational = formulaModel({
  formula: 'x = (c0 + c1·y + …) / (1 + …·y + …)',
  text: ({ numerator = 0, size }) => rationalText(numerator, size),
  coefficients: ({ numerator, denominator }) =>
    Array.from({ length: numerator + 1 + denominator }, (_, i) =>
      i <= numerator
        ? { symbol: `c${i}`, role: 'numerator', power: i }
        : { symbol: `c${i}`, role: 'denominator', power: i - numerator }
    ),
  options: ['numerator', 'denominator', 'start'],
  fields: ({ numerator }) => ({ numerator }),
  broken: polesIn,
  isComplete: ({ numerator, coefficients: { length } }) =>
    numerator !== undefined && length > numerator && length <= numerator + 1 + DEGREES.denominator.max,
  guesses: ({ size, argument, response, plan }) => linearised(plan.numerator, size, argument, response)
});

/** Powers by Horner's scheme: fewer operations and less rounding than y^3. */
function rationalText(numerator: number, size: number): string {
  const polynomial = (names: readonly string[]): string =>
    names.reduceRight((inner, name) => (inner === '' ? name : `${name} + y * (${inner})`), '');
  const names = Array.from({ length: size }, (_, j) => `c${j}`);
  const above = polynomial(names.slice(0, numerator + 1));
  const below = names.slice(numerator + 1);
  return below.length === 0 ? above : `(${above}) / (1 + y * (${polynomial(below)}))`;
}

function polesIn({ measured }: { readonly measured: Float64Array }, { numerator }: SearchPlan) {
  let low = Infinity;
  let high = -Infinity;
  for (const y of measured) {
    low = Math.min(low, y);
    high = Math.max(high, y);
  }
  return (coefficients: Float64Array): boolean => hasPole(Array.from(coefficients.subarray(numerator + 1)), low, high);
}

/**
 * p/q = x, written as p − x (q − 1) = x, which is linear in all coefficients; then again with weights 1/q of the
 * previous solution, which compensates for the multiplication of the errors by q.
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

/** Numerators for denominators that are always positive: 1, 1 + u² …, all with the coefficients of (1 + 3u)^m. */
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
