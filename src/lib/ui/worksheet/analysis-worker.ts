/** Computes long analyses away from the main thread. */
import type { AnalysisRequest } from '#lib/metrology/types.ts';
import { outcomeOf } from '#lib/worksheet/form/analysis-outcome.ts';

export type AnalysisQuestion = { readonly number: number; readonly request: AnalysisRequest };

addEventListener('message', ({ data }: MessageEvent<AnalysisQuestion>) => {
  postMessage({ number: data.number, outcome: outcomeOf(data.request) });
});
