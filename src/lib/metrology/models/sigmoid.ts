import type { CoefficientName, GuessInput } from './model.ts';

const NAMES: readonly CoefficientName[] = [
  { symbol: 'c0', role: 'at_zero' },
  { symbol: 'c1', role: 'slope' },
  { symbol: 'c2', role: 'half_way' },
  { symbol: 'c3', role: 'at_infinity' },
  { symbol: 'c4', role: 'asymmetry' }
];

/** Of the logistic functions: c0 at y → 0, c3 at y → ∞, half-way at c2, slope c1; the fifth is the asymmetry c4. */
export const sigmoidNames = (count: number): readonly CoefficientName[] => NAMES.slice(0, count);

/** Guesses for logistic functions: ends from the data, the middle at half height, several slopes. */
export function sigmoidGuesses({ size, argument: y, response: x }: GuessInput): Float64Array[] {
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
