import { twoProduct, twoSum } from './fit/double-double.ts';
import { isWellFormed, otherCurve } from './other-curves.ts';
import { AnalysisRefusal, type CorrectionCurve, type Model } from './types.ts';

const POLYNOMIAL_MODELS: readonly Model[] = ['proportional', 'linear', 'polynomial'];

/**
 * The corrected value f(y) of an indication: what to use instead of `measured`. In the unit of the reference.
 *
 * Use it wherever a stored curve meets a reading: certificates, charts, the correction in force. Coefficients are in powers
 * of (y − center)/scale, constant term first; `offset` has `[c0]`, `proportional` `[c1]`, `none` none; the other models
 * as formula/model-formulas.ts writes them. Not finite outside the domain of a formula.
 */
export function evaluateCurve(curve: CorrectionCurve, measured: number): number {
  if (curve.model === 'none') return measured;
  if (curve.model === 'offset') return measured + (curve.coefficients[0] ?? 0);
  if (!POLYNOMIAL_MODELS.includes(curve.model)) return otherCurve(curve, measured).value;
  return horner(powersOf(curve), scaled(curve, measured));
}

/** The slope f′(y) of the correction curve, in units of the reference per unit of the indication. */
export function curveSlope(curve: CorrectionCurve, measured: number): number {
  if (curve.model === 'none' || curve.model === 'offset') return 1;
  if (!POLYNOMIAL_MODELS.includes(curve.model)) return otherCurve(curve, measured).slope;
  const u = scaled(curve, measured);
  const coefficients = powersOf(curve);
  let slope = 0;
  for (let j = coefficients.length - 1; j > 0; j--) slope = slope * u + j * (coefficients[j] ?? 0);
  return slope / (curve.scale ?? 1);
}

/** Refuses a curve that cannot be evaluated; `path` names the field it came in. */
export function checkCurve(curve: CorrectionCurve, path: readonly string[]): void {
  const refuse = (code: string, message: string): never => {
    throw new AnalysisRefusal(code, path, message);
  };
  const count = curve.coefficients.length;
  const expected = { none: count === 0, offset: count === 1, proportional: count === 1, linear: count === 2 };
  const polynomial = curve.model === 'polynomial' && count >= 1 && count <= 11;
  const fits = (expected as Partial<Record<Model, boolean>>)[curve.model] ?? (polynomial || isWellFormed(curve));
  if (!fits) refuse('bad_curve', `A curve of the model "${curve.model}" cannot have ${count} such coefficients.`);
  const numbers = [...curve.coefficients, curve.center ?? 0, curve.scale ?? 1];
  if (!numbers.every(Number.isFinite) || curve.scale === 0) {
    refuse('bad_curve', 'Coefficients, center and scale of a curve must be finite numbers, the scale not zero.');
  }
}

function scaled(curve: CorrectionCurve, measured: number): number {
  return (measured - (curve.center ?? 0)) / (curve.scale ?? 1);
}

function powersOf(curve: CorrectionCurve): readonly number[] {
  return curve.model === 'proportional' ? [0, curve.coefficients[0] ?? 0] : curve.coefficients;
}

/**
 * Horner's rule with the rounding errors carried along: as accurate as twice the working precision, rounded once.
 * Source: Graillat, Langlois, Louvet, Compensated Horner Scheme (2005).
 */
function horner(coefficients: readonly number[], u: number): number {
  let value = coefficients[coefficients.length - 1] ?? 0;
  let correction = 0;
  for (let j = coefficients.length - 2; j >= 0; j--) {
    const product = twoProduct(value, u);
    const sum = twoSum(product[0], coefficients[j] ?? 0);
    correction = correction * u + (product[1] + sum[1]);
    value = sum[0];
  }
  return value + correction;
}
