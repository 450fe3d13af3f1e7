import { resistanceFunction, temperatureOf } from './fit/callendar-van-dusen.ts';
import { monotoneCubic } from './fit/monotone-cubic.ts';
import { modelFormula } from './formula/model-formulas.ts';
import { AnalysisRefusal, type CorrectionCurve, type Model } from './types.ts';

/** Models whose reading must be positive: a logarithm or a broken power of it is taken, or it is a resistance. */
export const POSITIVE_READINGS: readonly Model[] = [
  'logarithmic',
  'power',
  'logistic_4',
  'logistic_5',
  'callendar_van_dusen',
  'steinhart_hart'
];

/**
 * Value and slope of a curve that is no polynomial, at a reading; not finite outside its domain.
 * Use evaluateCurve and curveSlope, which know all models.
 */
export function otherCurve(curve: CorrectionCurve, measured: number): { value: number; slope: number } {
  const { model, coefficients } = curve;
  const size = coefficients.length;
  if (model === 'interpolation') return monotoneCubic(curve.knots ?? [], coefficients, measured);
  if (model === 'callendar_van_dusen') {
    const value = temperatureOf(coefficients, size, measured);
    const out = new Float64Array(size + 1);
    resistanceFunction(size).gradient(coefficients, value, out);
    return { value, slope: 1 / (out[size] as number) };
  }
  const formula = modelFormula({ ...curve, size });
  if (formula === null) throw new AnalysisRefusal('bad_curve', ['model'], `The model "${model}" has no formula.`);
  const out = new Float64Array(size + 1);
  const value = formula.gradient(coefficients, measured, out);
  return { value, slope: out[size] as number };
}

/** Whether the number of coefficients and the extra fields are those of the model. */
export function isWellFormed(curve: CorrectionCurve): boolean {
  const count = curve.coefficients.length;
  switch (curve.model) {
    case 'logarithmic':
    case 'exponential':
    case 'power':
      return count === 2;
    case 'logistic_4':
      return count === 4;
    case 'logistic_5':
      return count === 5;
    case 'steinhart_hart':
      return count === 3;
    case 'callendar_van_dusen':
      return count === 3 || count === 4;
    case 'rational':
      return curve.numerator !== undefined && count > curve.numerator && count <= curve.numerator + 4;
    case 'interpolation':
      return count >= 2 && curve.knots?.length === count && rises(curve.knots);
    case 'custom':
      return parameterCount(curve) === count;
    default:
      return false;
  }
}

function parameterCount(curve: CorrectionCurve): number | null {
  try {
    return modelFormula({ ...curve, size: 0 })?.parameters.length ?? null;
  } catch (refusal) {
    if (refusal instanceof AnalysisRefusal) return null;
    throw refusal;
  }
}

function rises(knots: readonly number[]): boolean {
  return knots.every((knot, k) => Number.isFinite(knot) && (k === 0 || knot > (knots[k - 1] ?? Infinity)));
}
