import { curveSlope } from '../curve.ts';
import { AnalysisRefusal } from '../refusal.ts';
import type { CorrectionCurve } from '../types.ts';
import type { FitData } from './fit-data.ts';
import { curveOf, fitModel, type LinearModel } from './linear-model.ts';

const MOST_ITERATIONS = 200;
const SETTLED = 1e-14;

/**
 * Weights 1/(u_reference² + (f′(y)·u_measured)²) that agree with the curve fitted with them.
 *
 * f′ comes from the curve, so the weights are found by iteration from the unweighted fit; it ends when no weight changes by
 * more than a few units of rounding. Throws `weights_unstable` if it does not end, `zero_weight` if a point's
 * uncertainty vanishes because the curve is level there.
 * Source: the effective-variance method, J. Orear, Am. J. Phys. 50 (1982) 912.
 */
export function effectiveWeights(data: FitData, shape: LinearModel): Float64Array {
  if (data.uMeasured === null || shape.size === 0 || shape.terms === 'constant') {
    return weightsFrom(data, { model: 'none', coefficients: [] });
  }
  let weights = weightsFrom(data, curveOf(shape, fitModel(data, shape, null, true)), true);
  for (let iteration = 0; iteration < MOST_ITERATIONS; iteration++) {
    const next = weightsFrom(data, curveOf(shape, fitModel(data, shape, weights, true)));
    const change = largestChange(weights, next);
    weights = next;
    if (change < SETTLED * 16) return weights;
  }
  throw new AnalysisRefusal(
    'weights_unstable',
    ['points'],
    'The weights that follow from u_measured and the slope of the curve do not settle; choose another model or degree.'
  );
}

/** A first guess may be level by accident: then a small slope is assumed instead of refusing. */
function weightsFrom(data: FitData, curve: CorrectionCurve, guess = false): Float64Array {
  return Float64Array.from(data.measured, (y, i) => {
    const uReference = data.uReference?.[i] ?? 0;
    const uMeasured = data.uMeasured?.[i] ?? 0;
    const slope = uMeasured > 0 ? curveSlope(curve, y) : 0;
    const variance = uReference * uReference + slope * slope * uMeasured * uMeasured;
    const weight = 1 / variance;
    if (weight > 0 && weight < Infinity) return weight;
    if (guess && uMeasured > 0) return 1 / (uMeasured * uMeasured);
    throw new AnalysisRefusal(
      'zero_weight',
      ['points', i, 'u_measured'],
      'The uncertainty of this point vanishes where the curve is level: give u_reference too.'
    );
  });
}

function largestChange(before: Float64Array, after: Float64Array): number {
  let largest = 0;
  for (let i = 0; i < before.length; i++) {
    largest = Math.max(largest, Math.abs((after[i] as number) / (before[i] as number) - 1));
  }
  return largest;
}
