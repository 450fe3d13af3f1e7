import type { AnalysisRequest } from '#lib/metrology/types.ts';
import { isCapability } from '#lib/metrology/uncertainty/capability.ts';
import { coverageOf as coverageAsked, DEFAULT_COVERAGE_PROBABILITY } from '#lib/metrology/uncertainty/coverage.ts';
import { coverageKind } from '../parts/coverage-kind.ts';
import type { Coverage, Expanded } from './quantities.ts';

/** As D-SI names them. */
const NAMES = { rectangular: 'uniform', trapezoidal: 'trapezoidal', normal: 'normal', t: 't' } as const;

/**
 * The coverage probability of each U, and one distribution for all: Student’s t where any has few degrees of freedom; of
 * each, where some are dominated by rectangles.
 *
 * The probabilities differ where a capability is reported, which has a factor of its own, and where a given factor
 * meets other degrees of freedom.
 */
export function coverageOf(request: AnalysisRequest, expanded: readonly Expanded[]): Coverage {
  const { uncertainty } = request;
  const asked = coverageAsked(uncertainty);
  const probabilityOf = ({ k, nu }: NonNullable<Expanded>): number =>
    uncertainty.cmc !== undefined && isCapability(k, nu)
      ? DEFAULT_COVERAGE_PROBABILITY
      : asked.probability(k, nu ?? Infinity);
  return {
    probabilities: expanded.map((one) => one && probabilityOf(one)),
    distribution: distributionOf(request, expanded)
  };
}

function distributionOf(request: AnalysisRequest, expanded: readonly Expanded[]): string {
  if (request.uncertainty.coverage_method !== 'ea_dominant')
    return expanded.some((one) => one !== null && one.nu !== null) ? 't' : 'normal';
  const kinds = expanded.map((one) => (one ? NAMES[coverageKind(request, one)] : null));
  const known = [...new Set(kinds.filter((kind) => kind !== null))];
  return known.length < 2 ? (known[0] ?? 'normal') : kinds.map((kind) => kind ?? 'normal').join(' ');
}
