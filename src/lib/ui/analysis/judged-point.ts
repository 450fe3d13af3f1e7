import { judgedRun } from '#lib/laboratory/judged-run.ts';
import type { AnalysisResult, PointResult } from '#lib/metrology/types.ts';

/** The point at a place of the run that decides. */
export const judgedPoint = (result: AnalysisResult, place: number): PointResult | undefined =>
  judgedRun(result, result.conformity?.judge)[place];
