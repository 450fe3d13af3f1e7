import type { AnalysisResult, PointResult } from '#lib/metrology/types.ts';

/** The point at a place of the run that decides: as found the points before the adjustment, else those of the fit and then the check. */
export function judgedPoint(result: AnalysisResult, place: number): PointResult | undefined {
  const { points, as_found_points: before, verification_points: after = [], conformity } = result;
  return conformity?.judge === 'as_found' && before ? before[place] : [...points, ...after][place];
}
