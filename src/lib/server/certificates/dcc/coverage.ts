import type { AnalysisRequest } from '#lib/metrology/types.ts';
import { isCapability } from '#lib/metrology/uncertainty/capability.ts';
import { coverageOf as coverageAsked, DEFAULT_COVERAGE_PROBABILITY } from '#lib/metrology/uncertainty/coverage.ts';
import type { Coverage, Expanded } from './quantities.ts';

/**
 * The coverage probability of each U, and one distribution for all: Student’s t where any has few degrees of freedom.
 *
 * The probabilities differ where a capability is reported, which has a factor of its own, and where a given factor
 * meets other degrees of freedom.
 */
export function coverageOf({ uncertainty }: AnalysisRequest, expanded: readonly Expanded[]): Coverage {
  const asked = coverageAsked(uncertainty);
  const probabilityOf = ({ k, nu }: NonNullable<Expanded>): number =>
    uncertainty.cmc !== undefined && isCapability(k, nu)
      ? DEFAULT_COVERAGE_PROBABILITY
      : asked.probability(k, nu ?? Infinity);
  return {
    probabilities: expanded.map((one) => one && probabilityOf(one)),
    distribution: expanded.some((one) => one !== null && one.nu !== null) ? 't' : 'normal'
  };
}
