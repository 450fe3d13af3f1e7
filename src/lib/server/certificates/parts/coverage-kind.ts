import { PRACTICALLY_INFINITE } from '#lib/laboratory/practically-infinite.ts';
import type { AnalysisRequest } from '#lib/metrology/types.ts';
import { isCapability } from '#lib/metrology/uncertainty/capability.ts';
import { coverageOf } from '#lib/metrology/uncertainty/coverage.ts';

export type CoverageKind = 'rectangular' | 'trapezoidal' | 'normal' | 't';

/** The distribution that k comes from: one or two dominant rectangles, where k is theirs; else Student’s t, normal for infinite ν. */
export function coverageKind(
  { uncertainty }: AnalysisRequest,
  { k, nu }: { readonly k: number; readonly nu: number | null }
): CoverageKind {
  const { coverage_method: method, coverage_factor: fixed, cmc } = uncertainty;
  const asked = coverageOf(uncertainty);
  const isOf = (factor: number) => Math.abs(k - factor) <= 1e-9 * k;
  const isOfCapability = cmc !== undefined && isCapability(k, nu);
  if (method === 'ea_dominant' && fixed === undefined && !isOfCapability && !isOf(asked.factor(nu ?? Infinity)))
    return isOf(asked.dominantFactor(1)) ? 'rectangular' : 'trapezoidal';
  return nu === null || nu >= PRACTICALLY_INFINITE ? 'normal' : 't';
}
