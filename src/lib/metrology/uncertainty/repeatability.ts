import type { FitOutcome } from '../fit/fit-outcome.ts';
import type { Hysteresis } from '../fit/hysteresis.ts';
import type { MeanSquare } from '../fit/scatter.ts';

/** The mean square of a line of the budget: lines with one key share one standard deviation. */
export type ScatterKey = 'residuals' | 'repeats' | 'lack_of_fit' | null;

/** A standard deviation, or the factor of stated ones, with its degrees of freedom. */
export type Scale = { readonly s: number; readonly degreesOfFreedom: number; readonly shared: ScatterKey };

/**
 * Where the scatter of single readings comes from.
 * `readings`: the points of the fit, in the unit of what was minimised. `own`: each point's stated u_measured, times the scale. `whole`: repeats with weights that come
 * from u_reference alone, so that only 1/√w can transfer them from point to point. `unknown`: there is no source.
 */
export type Repeatability = (Scale & { readonly kind: 'readings' | 'own' | 'whole' }) | { readonly kind: 'unknown' };

/**
 * Whether the hysteresis is not yet part of the repeatability: repeats in one direction gave that, or it did not come
 * from the points (stated or unknown). Otherwise the difference between rising and falling readings is in it.
 */
export function isApart({ isOutsideScatter }: Hysteresis, repeatability: Repeatability): boolean {
  return isOutsideScatter || repeatability.kind === 'unknown' || repeatability.shared === null;
}

/** The points' u's as stated. */
const AS_STATED: Scale = { s: 1, degreesOfFreedom: Infinity, shared: null };

/**
 * The repeatability of the instrument: by ordinary least squares the pooled s of the residuals, of declared repeats
 * alone if the curve does not fit them; with weights each point's own u_measured, under the covariance "scatter" times
 * √(χ²/ν).
 *
 * For the model `none` the residuals are the systematic errors, and with as many points as coefficients they are zero
 * by construction: then only declared repeats give information. Source: JCGM 100:2008 4.2, H.3.2; Draper and Smith 2.1.
 */
export function repeatabilityOf(outcome: FitOutcome, hasMeasuredUncertainty: boolean): Repeatability {
  const { plan, scatter } = outcome;
  if (plan.method === 'ols') {
    const scale = scaleOf(outcome);
    return scale === null ? { kind: 'unknown' } : { kind: 'readings', ...scale };
  }
  if (hasMeasuredUncertainty) return { kind: 'own', ...statedScale(outcome) };
  const repeats = plan.covariance === 'known' ? fromMeanSquare(scatter.repeats, 'repeats') : scaleOf(outcome);
  return repeats === null || scatter.repeats === null ? { kind: 'unknown' } : { kind: 'whole', ...repeats };
}

/** The factor of the points' stated u's: 1 if they are known, else from the residuals. */
export function statedScale(outcome: FitOutcome): Scale {
  return outcome.plan.method === 'ols' || outcome.plan.covariance === 'known'
    ? AS_STATED
    : (scaleOf(outcome) ?? AS_STATED);
}

/** The s of the readings: pooled, or that of the repeats if the curve does not fit them or nothing was fitted. */
function scaleOf({ scatter, shape }: FitOutcome): Scale | null {
  if (scatter.lackOfFit === null && shape.size > 0) return fromMeanSquare(scatter.pooled, 'residuals');
  return fromMeanSquare(scatter.repeats, 'repeats');
}

function fromMeanSquare(square: MeanSquare | null, shared: ScatterKey): Scale | null {
  return square === null ? null : { s: Math.sqrt(square.value), degreesOfFreedom: square.freedom, shared };
}
