import type { PersonActor } from '#lib/laboratory/actor.ts';
import type { AnalysisRequest, AnalysisResult } from '#lib/metrology/types.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/**
 * The analysis of the points sent; nothing is stored, not even in the log. A request as text is answered with text.
 * @param signal aborted when nobody waits for the answer: the analysis then ends.
 * @throws AnalysisRefusal naming field and cause; InvalidInput; Refusal `analysis_too_long`, `too_many_requests`
 */
export function analyzePoints(
  { analyses }: Services,
  actor: PersonActor,
  request: AnalysisRequest | Uint8Array<ArrayBuffer>,
  signal?: AbortSignal
): Promise<AnalysisResult | Uint8Array<ArrayBuffer>> {
  const asked = { person: actor.userId, signal };
  return request instanceof Uint8Array ? analyses.analyzeText(request, asked) : analyses.analyze(request, asked);
}
