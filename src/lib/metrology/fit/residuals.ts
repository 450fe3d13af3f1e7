import { evaluateCurve } from '../curve.ts';
import type { CorrectionCurve } from '../types.ts';
import type { FitData } from './fit-data.ts';

/** x − f(y) at each point. */
export function residualsOf(data: FitData, curve: CorrectionCurve): Float64Array {
  return data.reference.map((x, i) => x - evaluateCurve(curve, data.measured[i] as number));
}

/** Σ w r², without weights Σ r²; in the square of the residuals' unit times that of the weights. */
export function weightedSquares(residuals: Float64Array, weights: Float64Array | null): number {
  let sum = 0;
  for (let i = 0; i < residuals.length; i++) {
    const r = residuals[i] as number;
    sum += (weights === null ? 1 : (weights[i] as number)) * r * r;
  }
  return sum;
}
