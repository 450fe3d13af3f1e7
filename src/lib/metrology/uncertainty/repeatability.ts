import type { FitOutcome } from '../fit/fit-curve.ts';
import { pureError } from '../fit/lack-of-fit.ts';
import type { Groups } from '../fit/groups.ts';
import type { Hysteresis } from '../fit/hysteresis.ts';

/**
 * Where the scatter of single readings comes from.
 * `pure_error`: repeats in groups. `residual`: the residuals of the fit, one s with the curve's own uncertainty.
 * `own`: each point's stated u_measured. `unknown`: nothing tells it.
 */
export type Repeatability =
  | {
      readonly kind: 'pure_error' | 'residual';
      readonly s: number;
      readonly degreesOfFreedom: number;
      /** In the unit of the indication, so that the slope of the curve carries it to the corrected value. */
      readonly onIndication: boolean;
    }
  | { readonly kind: 'own' }
  | { readonly kind: 'unknown' };

/**
 * Whether repeats in one direction tell the scatter without the hysteresis. Where they do not, what rising and falling readings
 * differ by is part of the pure error already.
 */
export const isApart = ({ cells }: Hysteresis): boolean => cells.count < cells.of.length;

/**
 * The repeatability of the instrument in the unit of the reference, by the first of these that exists: pure error of
 * repeated groups; with ordinary least squares the residual s; with weights each point's own u_measured.
 *
 * For the model `none` the residuals are the systematic errors, and with as many points as coefficients they are zero by
 * construction: neither tells anything about scatter. Rising and falling readings are repeats each for themselves. Source: JCGM 100:2008 4.2, H.3.2; Draper and Smith 2.1.
 */
export function repeatabilityOf(
  outcome: FitOutcome,
  groups: Groups,
  hasMeasuredUncertainty: boolean,
  hysteresis: Hysteresis | null = null
): Repeatability {
  const count = outcome.residuals.length;
  if (outcome.freedom > 0 && groups.count < count) {
    const repeats = hysteresis !== null && isApart(hysteresis) ? hysteresis.cells : groups;
    const { within, freedom } = pureError(outcome.residuals, null, repeats);
    return { kind: 'pure_error', s: Math.sqrt(within / freedom), degreesOfFreedom: freedom, onIndication: false };
  }
  if (outcome.plan.method === 'ols') {
    return outcome.s === null
      ? { kind: 'unknown' }
      : {
          kind: 'residual',
          s: outcome.s,
          degreesOfFreedom: outcome.freedom,
          onIndication: outcome.minimisesIndication
        };
  }
  return hasMeasuredUncertainty ? { kind: 'own' } : { kind: 'unknown' };
}
