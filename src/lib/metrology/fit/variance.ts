import type { FitPlan, OutsideScatter } from './fit-outcome.ts';
import type { Scatter } from './scatter.ts';

/** What (XᵀWX)⁻¹ is multiplied by, with its degrees of freedom: from the residuals, the stated uncertainties, or elsewhere. */
export function varianceOf(plan: FitPlan, { lackOfFit, pooled }: Scatter, outside: OutsideScatter | null) {
  if (plan.covariance === 'known') {
    return { varianceFactor: 1, covarianceFreedom: Infinity, usesResiduals: false };
  }
  // Where the curve does not fit, it is as uncertain as the means of the groups scatter about it.
  const behind = lackOfFit ?? pooled;
  if (behind !== null) {
    return { varianceFactor: behind.value, covarianceFreedom: behind.freedom, usesResiduals: true };
  }
  // Weighted sums are in units of the weights, which an outside scatter is not.
  if (outside === null || plan.method !== 'ols') {
    return { varianceFactor: null, covarianceFreedom: Infinity, usesResiduals: false };
  }
  return { varianceFactor: outside.s * outside.s, covarianceFreedom: outside.degreesOfFreedom, usesResiduals: false };
}
