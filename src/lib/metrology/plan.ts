import type { FitPlan, OutsideScatter } from './fit/fit-outcome.ts';
import { modelOf } from './models/table.ts';
import { kelvinAtZero } from './temperature-unit.ts';
import type { AnalysisRequest, FitRequest, PointCorrelation } from './types.ts';
import { isOutsideScatter } from './uncertainty/budget-terms.ts';
import { statedUncertainty } from './uncertainty/divisor.ts';

/**
 * The requested fit with all defaults filled in: least squares without weights, covariance from the method's usual
 * source.
 */
export function defaultsOf(fit: FitRequest, unit?: string): FitPlan {
  const method = fit.method ?? 'ols';
  return {
    model: fit.model,
    degree: modelOf(fit.model).options.includes('degree') ? (fit.degree ?? 'auto') : 1,
    method,
    covariance: fit.covariance ?? (method === 'ols' ? 'scatter' : 'known'),
    numerator: fit.numerator ?? 1,
    denominator: fit.denominator ?? 1,
    expression: fit.expression ?? '',
    start: fit.start ?? null,
    kelvinAtZero: kelvinAtZero(unit),
    correlation: correlates(fit.correlation) ? (fit.correlation ?? null) : null
  };
}

/** Whether any coefficient of correlation is set. */
export function correlates(correlation: PointCorrelation | undefined): boolean {
  const { reference_measured = 0, references = 0, readings = 0 } = correlation ?? {};
  return reference_measured !== 0 || references !== 0 || readings !== 0;
}

/**
 * The scatter of single readings stated by the user, for a curve whose residuals do not give it: the first Type A
 * contribution of the source `repeatability`, in the unit of the reference. Only an absolute value is the same
 * everywhere.
 */
export function outsideScatter(request: AnalysisRequest): (slope: number) => OutsideScatter | null {
  const stated = request.uncertainty.contributions?.find(
    (contribution) => isOutsideScatter(contribution) && (contribution.value_kind ?? 'absolute') === 'absolute'
  );
  if (stated === undefined) return () => null;
  const u = statedUncertainty(stated) * Math.abs(stated.sensitivity ?? 1);
  const degreesOfFreedom = stated.degrees_of_freedom ?? Infinity;
  return (slope) => ({ s: stated.acts_on === 'measured' ? u * Math.abs(slope) : u, degreesOfFreedom });
}
