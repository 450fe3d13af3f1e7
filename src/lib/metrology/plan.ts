import type { FitPlan, OutsideScatter } from './fit/fit-curve.ts';
import type { AnalysisRequest, FitRequest } from './types.ts';
import { isOutsideScatter } from './uncertainty/budget-terms.ts';
import { divisorOf } from './uncertainty/divisor.ts';

/** The ways in which the unit of a temperature says that it is counted from the ice point. */
const CELSIUS = ['°C', '℃', 'degC', 'deg C', 'Cel'];

/** The fit as asked, with every default filled in: least squares without weights, covariance from where the method has it. */
export function defaultsOf(fit: FitRequest, unit?: string): FitPlan {
  const method = fit.method ?? 'ols';
  return {
    model: fit.model,
    degree: fit.model === 'polynomial' ? (fit.degree ?? 'auto') : 1,
    method,
    covariance: fit.covariance ?? (method === 'ols' ? 'scatter' : 'known'),
    numerator: fit.numerator ?? 1,
    denominator: fit.denominator ?? 1,
    expression: fit.expression ?? '',
    start: fit.start ?? null,
    kelvinAtZero: kelvinAtZero(unit)
  };
}

/**
 * The scatter of single readings as the user states it, for a curve whose residuals cannot tell it: the first Type A
 * contribution of the source `repeatability`, in the unit of the reference. Only an absolute value is one number everywhere.
 */
export function outsideScatter(request: AnalysisRequest): (slope: number) => OutsideScatter | null {
  const stated = request.uncertainty.contributions?.find(
    (contribution) => isOutsideScatter(contribution) && (contribution.value_kind ?? 'absolute') === 'absolute'
  );
  if (stated === undefined) return () => null;
  const u = (stated.value / divisorOf(stated)) * Math.abs(stated.sensitivity ?? 1);
  const degreesOfFreedom = stated.degrees_of_freedom ?? Infinity;
  return (slope) => ({ s: stated.acts_on === 'measured' ? u * Math.abs(slope) : u, degreesOfFreedom });
}

/** What is taken from kelvin for a temperature in this unit: 273.15 for degrees Celsius. */
export function kelvinAtZero(unit: string | undefined): number {
  return unit !== undefined && CELSIUS.includes(unit) ? 273.15 : 0;
}
