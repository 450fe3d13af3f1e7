import type { FitOutcome } from '../fit/fit-outcome.ts';
import type { Hysteresis } from '../fit/hysteresis.ts';
import type { MeanSquare } from '../fit/scatter.ts';

/** Which mean square a line of the budget comes from: lines of one key share one standard deviation. */
export type ScatterKey = 'residuals' | 'repeats' | 'lack_of_fit' | null;

/** A standard deviation, or what stated ones are multiplied by, with its degrees of freedom. */
export type Scale = { readonly s: number; readonly degreesOfFreedom: number; readonly shared: ScatterKey };

/**
 * Where the scatter of single readings comes from.
 * `readings`: the points of the fit, in the unit of what was minimised. `own`: each point's stated u_measured, times the scale. `whole`: repeats with weights that come
 * from u_reference alone, so that only 1/√w can carry them from point to point. `unknown`: nothing tells it.
 */
export type Repeatability = (Scale & { readonly kind: 'readings' | 'own' | 'whole' }) | { readonly kind: 'unknown' };

/**
 * Whether repeats in one direction tell the scatter without the hysteresis. Where they do not, what rising and falling readings
 * differ by is part of the scatter already.
 */
export const isApart = ({ cells }: Hysteresis): boolean => cells.count < cells.of.length;

/** The u's of the points as they are given. */
const AS_STATED: Scale = { s: 1, degreesOfFreedom: Infinity, shared: null };

/**
 * The repeatability of the instrument: by ordinary least squares the pooled s of the residuals, of declared repeats alone where the
 * curve does not fit them; with weights each point's own u_measured, under the covariance "scatter" times √(χ²/ν).
 *
 * For the model `none` the residuals are the systematic errors, and with as many points as coefficients they are zero by
 * construction: only declared repeats tell anything then. Source: JCGM 100:2008 4.2, H.3.2; Draper and Smith 2.1.
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

/** What the stated u's of single points are multiplied by: 1 where they are known, else what the residuals make of them. */
export function statedScale(outcome: FitOutcome): Scale {
  return outcome.plan.method === 'ols' || outcome.plan.covariance === 'known'
    ? AS_STATED
    : (scaleOf(outcome) ?? AS_STATED);
}

/** The one s behind the readings: pooled, or that of the repeats where the curve does not fit them or nothing was fitted. */
function scaleOf({ scatter, shape }: FitOutcome): Scale | null {
  if (scatter.lackOfFit === null && shape.size > 0) return fromMeanSquare(scatter.pooled, 'residuals');
  return fromMeanSquare(scatter.repeats, 'repeats');
}

function fromMeanSquare(square: MeanSquare | null, shared: ScatterKey): Scale | null {
  return square === null ? null : { s: Math.sqrt(square.value), degreesOfFreedom: square.freedom, shared };
}
