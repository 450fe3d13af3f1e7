import { evaluateCurve } from './curve.ts';
import { resistanceFunction } from './fit/callendar-van-dusen.ts';
import { intervalOf } from './fit/monotone-cubic.ts';
import { modelFormula } from './formula/model-formulas.ts';
import type { CorrectionCurve } from './types.ts';

/**
 * ∂f/∂c_j of a stored curve at a reading, one number a coefficient: what the covariance of the coefficients is folded with.
 * For interpolation the weights of the two neighbours, as its uncertainty uses them.
 */
export function curveGradient(curve: CorrectionCurve, measured: number): number[] {
  const { model, coefficients } = curve;
  const size = coefficients.length;
  if (model === 'interpolation') return neighbours(curve.knots ?? [], size, measured);
  const out = new Float64Array(size + 1);
  if (model === 'callendar_van_dusen') {
    resistanceFunction(size).gradient(coefficients, evaluateCurve(curve, measured), out);
    return coefficients.map((_, j) => -(out[j] as number) / (out[size] as number));
  }
  const formula = modelFormula({ ...curve, size });
  if (formula !== null) {
    formula.gradient(coefficients, measured, out);
    return coefficients.map((_, j) => out[j] as number);
  }
  const u = (measured - (curve.center ?? 0)) / (curve.scale ?? 1);
  let power = model === 'proportional' ? u : 1;
  return coefficients.map(() => {
    const value = power;
    power *= u;
    return value;
  });
}

function neighbours(knots: readonly number[], size: number, at: number): number[] {
  const gradient = Array.from({ length: size }, () => 0);
  const last = size - 1;
  const k = intervalOf(knots, Math.min(Math.max(at, knots[0] ?? at), knots[last] ?? at));
  const t = Math.min(1, Math.max(0, (at - (knots[k] ?? 0)) / ((knots[k + 1] ?? 1) - (knots[k] ?? 0))));
  gradient[k] = 1 - t;
  gradient[k + 1] = t;
  return gradient;
}
