/** What the diagnostics of a fit draw: the quantile plot of its residuals, and how much each point pulls at the curve. */
import { normalQuantile } from '#lib/metrology/distributions/normal.ts';
import type { FitResult } from '#lib/metrology/types.ts';

export type QuantilePoint = { readonly index: number; readonly expected: number; readonly found: number };

/**
 * The studentized residuals in order, each against the quantile that a normal distribution would put at its rank. Points on the
 * diagonal are normal; those that have none (a point the curve must pass through) are left out.
 * Source: Blom's plotting positions, (i − 3/8)/(n + 1/4).
 */
export function quantilePoints({ diagnostics }: FitResult): readonly QuantilePoint[] {
  const known = diagnostics.studentized_residuals
    .flatMap((found, index) => (found === null ? [] : [{ index, found }]))
    .sort((a, b) => a.found - b.found);
  return known.map(({ index, found }, i) => ({
    index,
    found,
    expected: normalQuantile((i + 1 - 0.375) / (known.length + 0.25))
  }));
}

export type Influence = {
  readonly index: number;
  readonly leverage: number;
  readonly studentized: number | null;
  /** Cook's distance; null where it does not exist. */
  readonly cook: number | null;
  readonly outlier: boolean;
};

/**
 * Leverage, studentized residual and Cook's distance of each point. With t the externally studentized residual, the internal one
 * is t√(ν/(ν − 1 + t²)), and D = r²·h/((1 − h)·p). Source: Cook and Weisberg, Residuals and Influence in Regression, 2.2, 3.5.
 */
export function influences(fit: FitResult): readonly Influence[] {
  const { leverage, studentized_residuals: studentized, outliers } = fit.diagnostics;
  const count = fit.coefficients.length;
  const freedom = fit.degrees_of_freedom ?? 0;
  const far = new Set(outliers);
  return leverage.map((h, index) => {
    const t = studentized[index] ?? null;
    const known = t !== null && h < 1 && freedom > 1 && count > 0;
    const square = known ? (t * t * freedom) / (freedom - 1 + t * t) : 0;
    return {
      index,
      leverage: h,
      studentized: t,
      cook: known ? (square * h) / ((1 - h) * count) : null,
      outlier: far.has(index)
    };
  });
}

/** From this leverage on a point decides much of the curve alone: twice the mean, p/n. */
export function highLeverage(fit: FitResult): number {
  const n = fit.diagnostics.leverage.length;
  return n === 0 ? 1 : Math.min(1, (2 * fit.coefficients.length) / n);
}

/** The point of the largest Cook's distance; null where none has one. */
export function mostInfluential(points: readonly Influence[]): Influence | null {
  return points.reduce<Influence | null>(
    (most, point) => (point.cook !== null && point.cook > (most?.cook ?? 0) ? point : most),
    null
  );
}
