import { modelOf } from '../models/table.ts';
import { curveGradient } from '../curve.ts';
import { evaluateCurve } from '../curve.ts';
import type { AnalysisResult, PointResult } from '../types.ts';

/** One point of a chart: the corrected value and the half-width of its band. */
export type CurveSample = {
  readonly measured: number;
  readonly corrected: number;
  readonly expanded_uncertainty: number;
};

/**
 * The correction curve with its band of expanded uncertainty, at `count` ≥ 2 evenly spaced indications. For charts.
 *
 * The fit's uncertainty is exact everywhere; the rest of the budget is exact at the points, interpolated between them
 * and constant outside. Needs only the result, so a stored calibration can be drawn.
 */
export function sampleCurve(result: AnalysisResult, from: number, to: number, count: number): CurveSample[] {
  const curve = { model: result.fit.model, ...result.fit.scaled };
  const rest = restBetweenPoints(result.points);
  return Array.from({ length: count }, (_, i) => {
    const measured = i === count - 1 ? to : from + ((to - from) * i) / (count - 1);
    const { variance, factor } = rest(measured);
    const expanded = factor * Math.sqrt(fitVariance(result, measured) + variance);
    return { measured, corrected: evaluateCurve(curve, measured), expanded_uncertainty: expanded };
  });
}

/** gᵀVg with the gradient of the curve in the coefficients of its scaled form. */
function fitVariance({ fit }: AnalysisResult, measured: number): number {
  const gradient = curveGradient({ model: fit.model, ...fit.scaled }, measured);
  let sum = 0;
  if (modelOf(fit.model).kind === 'through_points') {
    // Its coefficients are independent, and with very many the covariance is omitted.
    fit.standard_errors?.forEach((u, i) => (sum += (gradient[i] ?? 0) * u * (gradient[i] ?? 0) * u));
    return sum;
  }
  const covariance = fit.scaled.covariance ?? [];
  covariance.forEach((row, i) => row.forEach((value, j) => (sum += (gradient[i] ?? 0) * value * (gradient[j] ?? 0))));
  return Math.max(0, sum);
}

type Rest = { readonly measured: number; readonly variance: number; readonly factor: number };

/** The variance without the fit's, and U/u_c, as functions of the indication. */
function restBetweenPoints(points: readonly PointResult[]): (measured: number) => Rest {
  const known = points
    .map((point): Rest => {
      const uFit = point.u_fit ?? 0;
      const variance = Math.max(0, point.u_combined * point.u_combined - uFit * uFit);
      const factor = point.u_combined > 0 ? point.expanded_uncertainty / point.u_combined : 0;
      return { measured: point.measured, variance, factor };
    })
    .sort((a, b) => a.measured - b.measured);
  return (measured) => {
    let low = 0;
    let high = known.length - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((known[middle] as Rest).measured <= measured) low = middle;
      else high = middle;
    }
    const a = known[low] as Rest;
    const b = known[high] as Rest;
    const width = b.measured - a.measured;
    const t = width > 0 ? Math.min(1, Math.max(0, (measured - a.measured) / width)) : 0;
    return {
      measured,
      variance: a.variance + t * (b.variance - a.variance),
      factor: a.factor + t * (b.factor - a.factor)
    };
  };
}
