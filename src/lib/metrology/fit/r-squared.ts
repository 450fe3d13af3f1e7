import type { FitData } from './fit-data.ts';
import { termsOf } from '../models/table.ts';
import type { FitOutcome } from './fit-outcome.ts';

/**
 * Coefficient of determination, 1 − Σ w r² / Σ w (x − x̄)²; about zero for models through the origin.
 * Null for `none`, for correlated points and for a constant response: undefined there. Source: Draper and Smith, 1.3
 * and 1.6.
 */
export function rSquared(data: FitData, outcome: FitOutcome): number | null {
  if (outcome.shape.size === 0 || outcome.isCorrelated === true) return null;
  const weight = (i: number): number => (outcome.weights === null ? 1 : (outcome.weights[i] as number));
  const centred = termsOf(outcome.shape.model) !== 'slope';
  let total = 0;
  let sum = 0;
  if (centred) {
    data.reference.forEach((x, i) => {
      total += weight(i);
      sum += weight(i) * x;
    });
  }
  const first = data.reference[0] ?? 0;
  if (centred && data.reference.every((x) => x === first)) return null;
  const mean = centred ? sum / total : 0;
  let square = 0;
  data.reference.forEach((x, i) => (square += weight(i) * (x - mean) * (x - mean)));
  return square > 0 ? 1 - outcome.sumOfSquares / square : null;
}
