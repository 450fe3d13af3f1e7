import { modelFormula } from '../formula/model-formulas.ts';
import type { WrittenFormula } from '../formula/write-formula.ts';
import { AnalysisRefusal, type CorrectionCurve } from '../types.ts';
import { resistanceFunction } from './callendar-van-dusen.ts';
import type { CurveFunction } from './curve-function.ts';
import { longValue } from './long-formula.ts';
import { hasPole } from './poles.ts';
import type { FitPlan } from './fit-curve.ts';
import type { FitData } from './fit-data.ts';
import { writeFunction, writeResistance } from './write-curve.ts';

/** A nonlinear model made ready for the points. */
export type NonlinearShape = {
  readonly size: number;
  readonly family: CurveFunction;
  /** Whether the family maps the reference to the indication instead of the other way round. */
  readonly swapped: boolean;
  readonly curve: Omit<CorrectionCurve, 'coefficients'>;
  /** Whether such a curve would be broken between the points; null where it cannot be. */
  readonly broken: ((coefficients: Float64Array) => boolean) | null;
  readonly write: (coefficients: readonly number[]) => WrittenFormula;
};

/** The family of curves that the plan names. C of Callendar and Van Dusen counts only with points below 0 °C. */
export function nonlinearShape(data: FitData, plan: FitPlan): NonlinearShape {
  if (plan.model === 'callendar_van_dusen') {
    const size = data.reference.some((t) => t < 0) ? 4 : 3;
    const curve = { model: plan.model, center: 0, scale: 1 };
    return { size, family: resistanceFunction(size), swapped: true, curve, broken: null, write: writeResistance };
  }
  const curve = {
    model: plan.model,
    center: plan.model === 'steinhart_hart' ? plan.kelvinAtZero : 0,
    scale: 1,
    ...(plan.model === 'rational' ? { numerator: plan.numerator } : {}),
    ...(plan.model === 'custom' ? { expression: plan.expression } : {})
  };
  const formula = modelFormula({ ...curve, size: plan.numerator + 1 + plan.denominator });
  if (formula === null) {
    throw new AnalysisRefusal('model_unavailable', ['fit', 'model'], `The model "${plan.model}" has no formula.`);
  }
  const size = formula.parameters.length;
  const long: CurveFunction['long'] = (c, y) => longValue(formula.expression, c, y);
  const family: CurveFunction = { size, value: formula.value, gradient: formula.gradient, long };
  const write = (coefficients: readonly number[]): WrittenFormula => writeFunction(formula, coefficients);
  const broken = plan.model === 'rational' ? polesIn(data, plan.numerator) : null;
  return { size, family, swapped: false, curve, broken, write };
}

function polesIn({ measured }: FitData, numerator: number): (coefficients: Float64Array) => boolean {
  let low = Infinity;
  let high = -Infinity;
  for (const y of measured) {
    low = Math.min(low, y);
    high = Math.max(high, y);
  }
  return (coefficients) => hasPole(Array.from(coefficients.subarray(numerator + 1)), low, high);
}
