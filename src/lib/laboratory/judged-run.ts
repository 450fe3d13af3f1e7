import type { AnalysisResult, Judge, PointResult } from '#lib/metrology/types.ts';

type Runs = Pick<AnalysisResult, 'points' | 'as_found_points' | 'verification_points'>;

/** The points that a verdict rests on: as found those before an adjustment; otherwise those of the fit, and then those that check it. */
export const judgedRun = (runs: Runs, judge: Judge | undefined): readonly PointResult[] =>
  (judge === 'as_found' ? runs.as_found_points : undefined) ?? [...runs.points, ...(runs.verification_points ?? [])];
