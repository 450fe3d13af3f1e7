/** The analysis that follows the typing: at most once a frame, in a worker where the run is long. */
import type { AnalysisRequest, AnalysisResult } from '#lib/metrology/types.ts';
import { outcomeOf, previewOf, type AnalysisOutcome, type EngineRefusal } from './analysis-outcome.ts';
import type { AnalysisQuestion } from './analysis-worker.ts';

/** Runs longer than this leave the main thread, so that no key waits. */
const POINTS_ON_MAIN_THREAD = 2000;

export class LiveAnalysis {
  /** The result of {@link request}; null while there is none. */
  result = $state.raw<AnalysisResult | null>(null);
  /** Errors as found alone, while there are too few points for the curve that was asked for. */
  preview = $state.raw<AnalysisResult | null>(null);
  refusal = $state.raw<EngineRefusal | null>(null);
  /** The request that the result answers: both are saved together. */
  request = $state.raw<AnalysisRequest | null>(null);
  /** True while a newer request waits for its answer. */
  behind = $state(false);

  #wanted: AnalysisRequest | null = null;
  #foundOnly: AnalysisRequest | null = null;
  #frame = 0;
  #worker: Worker | null = null;
  #asked = 0;

  /** Asks for the analysis of the newest request; older ones that still wait are dropped. */
  ask(request: AnalysisRequest | null, foundOnly: AnalysisRequest | null = null): void {
    this.#wanted = request;
    this.#foundOnly = foundOnly;
    this.behind = true;
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#run();
    });
  }

  /** Answers what waits at once, for a save that must not use an older result. */
  flush(): void {
    if (this.#frame === 0) return;
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#run();
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
    this.#worker?.terminate();
    this.#worker = null;
  }

  #run(): void {
    const request = this.#wanted;
    const number = ++this.#asked;
    if (request === null) {
      const preview = this.#foundOnly === null ? null : previewOf(this.#foundOnly);
      this.#take(null, { result: null, preview, refusal: null });
    } else if (request.points.length <= POINTS_ON_MAIN_THREAD) this.#take(request, outcomeOf(request));
    else this.#askWorker({ number, request });
  }

  #askWorker(question: AnalysisQuestion): void {
    this.#worker ??= new Worker(new URL('./analysis-worker.ts', import.meta.url), { type: 'module' });
    this.#worker.onmessage = ({ data }: MessageEvent<{ number: number; outcome: AnalysisOutcome }>) => {
      if (data.number === this.#asked) this.#take(this.#wanted, data.outcome);
    };
    this.#worker.postMessage(question);
  }

  #take(request: AnalysisRequest | null, outcome: AnalysisOutcome): void {
    this.request = request;
    this.result = outcome.result;
    this.preview = outcome.preview;
    this.refusal = outcome.refusal;
    this.behind = false;
  }
}
