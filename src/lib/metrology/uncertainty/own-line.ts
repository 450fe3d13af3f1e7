import type { ContributionSource, Distribution } from '../types.ts';
import type { Situation } from './budget-terms.ts';

/** The sensitivity of a contribution to the corrected value. */
export const one = (): number => 1;
/** The sensitivity of a contribution to the indication. */
export const slopeOf = (at: Situation): number => at.slope;

/** The common part of the engine's lines. */
export function fixed(
  name: string,
  source: ContributionSource,
  type: 'A' | 'B',
  distribution: Distribution,
  degreesOfFreedom: number
) {
  return {
    name,
    source,
    isOwn: true,
    type,
    distribution,
    valueKind: 'absolute' as const,
    degreesOfFreedom,
    divisor: 1,
    beta: 0,
    shared: null
  };
}
