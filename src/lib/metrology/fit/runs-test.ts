import { normalUpperTail } from '../distributions/normal.ts';
import type { FitDiagnostics } from '../types.ts';
import type { FitData } from './fit-data.ts';

/**
 * Wald and Wolfowitz's test: do the signs of the residuals change at random along the measured value?
 * Null if all residuals have the same sign. z is negative for fewer runs than expected by chance (a curve of the wrong
 * shape).
 * Source: A. Wald, J. Wolfowitz, Ann. Math. Stat. 11 (1940) 147–162; normal approximation, two-sided.
 */
export function runsTest(data: FitData, residuals: Float64Array): FitDiagnostics['runs_test'] {
  const order = orderOf(data);
  let positive = 0;
  let negative = 0;
  let runs = 0;
  let last = 0;
  for (const i of order) {
    const sign = Math.sign(residuals[i] as number);
    if (sign === 0) continue;
    if (sign > 0) positive++;
    else negative++;
    if (sign !== last) runs++;
    last = sign;
  }
  const n = positive + negative;
  const product = 2 * positive * negative;
  const variance = (product * (product - n)) / (n * n * (n - 1));
  if (!(variance > 0)) return null;
  const z = (runs - (product / n + 1)) / Math.sqrt(variance);
  return { runs, z, p: 2 * normalUpperTail(Math.abs(z)) };
}

/** Points by measured value; equal ones by reference, so that the order in which they were typed does not matter. */
function orderOf({ count, measured, reference }: FitData): Uint32Array {
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i++) order[i] = i;
  const compare = (a: number, b: number): number =>
    (measured[a] as number) - (measured[b] as number) || (reference[a] as number) - (reference[b] as number);
  // Points usually come in order.
  return order.every((i) => i === 0 || compare(i - 1, i) <= 0) ? order : order.sort(compare);
}
