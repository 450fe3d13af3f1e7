import type { FitPlan, OutsideScatter } from './fit-outcome.ts';
import type { Scatter } from './scatter.ts';

/**
 * The factor of (XᵀWX)⁻¹ with its degrees of freedom: from the residuals, the stated uncertainties, or another source.
 */
export function varianceOf(plan: FitPlan, { lackOfFit, pooled }: Scatter, outside: OutsideScatter | null) {
  if (plan.covariance === 'known') {
    return { varianceFactor: 1, covarianceFreedom: Infinity, usesResiduals: false };
  }
  // If the curve does not fit, its uncertainty is the scatter of the group means about it.
  const behind = lackOfFit ?? pooled;
  if (behind !== null) {
    return { varianceFactor: behind.value, covarianceFreedom: behind.freedom, usesResiduals: true };
  }
  // Weighted sums are in units of the weights; a scatter from another source is not.
  if (outside === null || plan.method !== 'ols') {
    return { varianceFactor: null, covarianceFreedom: Infinity, usesResiduals: false };
  }
  return { varianceFactor: outside.s * outside.s, covarianceFreedom: outside.degreesOfFreedom, usesResiduals: false };
}

/** Whether the covariance comes from another source: neither from the residuals nor from the uncertainties of the points. */
export const isFromOutside = (
  { covariance }: Pick<FitPlan, 'covariance'>,
  { varianceFactor, usesResiduals }: Pick<ReturnType<typeof varianceOf>, 'varianceFactor' | 'usesResiduals'>
): boolean => covariance === 'scatter' && varianceFactor !== null && !usesResiduals;
