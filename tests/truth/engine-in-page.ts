/** The engine as a page has it, for the tests that run it in a browser. */
import { analyzeWithTrials } from '#lib/client/analysis/analyze-with-trials.ts';
import { analyze } from '#lib/metrology/analyze.ts';
import type { AnalysisRequest } from '#lib/metrology/types.ts';
import { valuesOf } from './function-values.ts';

/** How an analysis in workers went: its result as it travels, and what its caller was told meanwhile. */
export type Observed = {
  readonly result: string | null;
  readonly fault: string | null;
  readonly progress: readonly { readonly done: number; readonly total: number | null }[];
  readonly workers: number;
  /** The longest time that the page could not answer, in milliseconds. */
  readonly longestPause: number;
  readonly took: number;
};

export type EngineInPage = {
  /** Result as JSON text. */
  readonly analyzed: (request: AnalysisRequest) => string;
  /** Values of a function over the same arguments everywhere, as JSON text. */
  readonly values: (name: string) => string;
  /** `stopAfter`: trials after which it is cancelled. */
  readonly shared: (request: AnalysisRequest, stopAfter?: number) => Promise<Observed>;
};

let workers = 0;
globalThis.Worker = class extends Worker {
  constructor(url: string | URL, options?: WorkerOptions) {
    super(url, options);
    workers++;
  }
};

async function shared(request: AnalysisRequest, stopAfter = Infinity): Promise<Observed> {
  const progress: { done: number; total: number | null }[] = [];
  const stop = new AbortController();
  const begun = performance.now();
  let last = begun;
  let longestPause = 0;
  const beat = setInterval(() => {
    longestPause = Math.max(longestPause, performance.now() - last);
    last = performance.now();
  }, 4);
  const ended = await analyzeWithTrials(request, {
    signal: stop.signal,
    onProgress: (step) => {
      progress.push(step);
      if (step.done >= stopAfter) stop.abort();
    }
  }).then(
    (result) => ({ result: JSON.stringify(result), fault: null }),
    (thrown: unknown) => ({ result: null, fault: thrown instanceof Error ? thrown.name : String(thrown) })
  );
  clearInterval(beat);
  return { ...ended, progress, workers, longestPause, took: performance.now() - begun };
}

const engine: EngineInPage = { analyzed: (request) => JSON.stringify(analyze(request)), values: valuesOf, shared };
Object.assign(globalThis, { engine });
