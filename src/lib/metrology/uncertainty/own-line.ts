import type { ContributionSource, Distribution } from '../types.ts';
import type { Situation } from './budget-terms.ts';

/** The sensitivity of what acts on the corrected value. */
export const one = (): number => 1;
/** The sensitivity of what acts on the indication. */
export const slopeOf = (at: Situation): number => at.slope;

/** What the lines of the engine have in common. */
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
