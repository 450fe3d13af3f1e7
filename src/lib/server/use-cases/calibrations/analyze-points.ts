import type { AnalysisRequest, AnalysisResult } from '#lib/metrology/types.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/**
 * The analysis of the points sent; nothing is stored, not even in the log.
 * @param signal aborted when nobody waits for the answer any more: the analysis then ends.
 * @throws AnalysisRefusal naming field and cause
 */
export const analyzePoints = (
  { analyses }: Services,
  request: AnalysisRequest,
  signal?: AbortSignal
): Promise<AnalysisResult> => analyses.analyze(request, signal);
