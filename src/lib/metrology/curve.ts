import { modelOf } from './models/table.ts';
import { AnalysisRefusal } from './refusal.ts';
import type { CorrectionCurve } from './types.ts';

/**
 * The corrected value f(y) of an indication: what to use instead of `measured`. In the unit of the reference.
 *
 * Use it wherever a stored curve is applied to a reading: certificates, charts, the correction in force. The model's
 * file in models/ defines the coefficients: of powers of (y − center)/scale, constant term first, or the parameters of
 * its formula. Not finite outside the domain of a formula.
 */
export function evaluateCurve(curve: CorrectionCurve, measured: number): number {
  return modelOf(curve.model).value(curve, measured);
}

/** The slope f′(y) of the correction curve, in units of the reference per unit of the indication. */
export function curveSlope(curve: CorrectionCurve, measured: number): number {
  return modelOf(curve.model).slope(curve, measured);
}

/**
 * ∂f/∂c_j of a stored curve at a reading, one number per coefficient, to propagate the covariance of the coefficients.
 * For interpolation: the weights of the two neighbours, as in its uncertainty.
 */
export function curveGradient(curve: CorrectionCurve, measured: number): number[] {
  return modelOf(curve.model).gradient(curve, measured);
}

/** Refuses a curve that cannot be evaluated; `path` is its field in the request. */
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
