import type { EarlierEngine } from '#lib/metrology/engines/earlier-engines.ts';
import type { AnalysisRequest, AnalysisResult } from '#lib/metrology/types.ts';

export type EarlierQuestion = { readonly engine: EarlierEngine; readonly request: AnalysisRequest };
export type EarlierAnswer = { readonly result: AnalysisResult } | { readonly problem: string };

/**
 * The result of a request from an earlier engine, computed in a worker of its own; it needs no network.
 *
 * @param request plain data, as stored; Monte Carlo trials are run as in that engine
 * @throws Error if that engine refuses the request, or the worker could not be started
 */
export function analyzeWithEarlier(engine: EarlierEngine, request: AnalysisRequest): Promise<AnalysisResult> {
  const worker = new Worker(new URL('./earlier-engine-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<AnalysisResult>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<EarlierAnswer>) =>
      'result' in data ? resolve(data.result) : reject(new Error(data.problem))
    );
    worker.addEventListener('error', ({ message }) => reject(new Error(message || 'A worker could not be started.')));
    worker.postMessage({ engine, request } satisfies EarlierQuestion);
  }).finally(() => worker.terminate());
}
