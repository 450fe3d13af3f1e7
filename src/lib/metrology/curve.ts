import { modelOf } from './models/table.ts';
import { AnalysisRefusal } from './refusal.ts';
import type { CorrectionCurve } from './types.ts';

/**
 * The corrected value f(y) of an indication: what to use instead of `measured`. In the unit of the reference.
 *
 * Use it wherever a stored curve meets a reading: certificates, charts, the correction in force. Coefficients are those that the
 * curve's model has in its file in models/: in powers of (y − center)/scale, constant term first, or as its formula names them. Not
 * finite outside the domain of a formula.
 */
export function evaluateCurve(curve: CorrectionCurve, measured: number): number {
  return modelOf(curve.model).value(curve, measured);
}

/** The slope f′(y) of the correction curve, in units of the reference per unit of the indication. */
export function curveSlope(curve: CorrectionCurve, measured: number): number {
  return modelOf(curve.model).slope(curve, measured);
}

/**
 * ∂f/∂c_j of a stored curve at a reading, one number a coefficient: what the covariance of the coefficients is folded with.
 * For interpolation the weights of the two neighbours, as its uncertainty uses them.
 */
export function curveGradient(curve: CorrectionCurve, measured: number): number[] {
  return modelOf(curve.model).gradient(curve, measured);
}

/** Refuses a curve that cannot be evaluated; `path` names the field it came in. */
export function checkCurve(curve: CorrectionCurve, path: readonly string[]): void {
  const refuse = (code: string, message: string): never => {
    throw new AnalysisRefusal(code, path, message);
  };
  if (!modelOf(curve.model).isComplete(curve)) {
    refuse(
      'bad_curve',
      `A curve of the model "${curve.model}" cannot have ${curve.coefficients.length} such coefficients.`
    );
  }
  const numbers = [...curve.coefficients, curve.center ?? 0, curve.scale ?? 1];
  if (!numbers.every(Number.isFinite) || curve.scale === 0) {
    refuse('bad_curve', 'Coefficients, center and scale of a curve must be finite numbers, the scale not zero.');
  }
}
