/** The analysis that follows the typing: after the key is painted, in a worker where the run is long. */
import type { AnalysisResult } from '#lib/metrology/types.ts';
import { outcomeOf, previewOf, type AnalysisOutcome, type EngineRefusal } from './analysis-outcome.ts';
import type { AnalysisQuestion } from './analysis-worker.ts';
import type { BuiltAnalysis } from './build-analysis.ts';

/** Runs longer than this leave the main thread, so that no key waits. */
const POINTS_ON_MAIN_THREAD = 2000;
/** A result that takes longer than this to compute and to show waits for a pause in the typing. */
const UNNOTICED_MS = 40;
const LONGEST_PAUSE_MS = 500;

export class LiveAnalysis {
  /** What the result answers: its request is saved with it, its rows carry it. */
  answered = $state.raw<BuiltAnalysis | null>(null);
  /** The result of {@link answered}; null while there is none. */
  result = $state.raw<AnalysisResult | null>(null);
  /** Errors as found alone, while there are too few points for the curve that was asked for. */
  preview = $state.raw<AnalysisResult | null>(null);
  refusal = $state.raw<EngineRefusal | null>(null);
  /** True while a newer request waits for its answer. */
  behind = $state(false);

  #wanted: BuiltAnalysis | null = null;
  #frame = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #scheduled = false;
  /** What the last result cost, computed and shown. */
  #cost = 0;
  #worker: Worker | null = null;
  #asked = 0;
  #waiting: (() => void)[] = [];

  /** Asks for the analysis of the newest form; older ones that still wait are dropped. */
  ask(built: BuiltAnalysis): void {
    this.#wanted = built;
    this.behind = true;
    const pause = this.#cost > UNNOTICED_MS ? Math.min(LONGEST_PAUSE_MS, 3 * this.#cost) : 0;
    if (this.#scheduled && pause === 0) return;
    this.#unschedule();
    this.#scheduled = true;
    const begin = () => {
      this.#scheduled = false;
      this.#run();
    };
    // The typed digit is painted first: the frame's callback comes before the paint, the timer it sets after it.
    if (pause > 0) this.#timer = setTimeout(begin, pause);
    else this.#frame = requestAnimationFrame(() => (this.#timer = setTimeout(begin)));
  }

  /** Resolves when the newest request is answered, without waiting for a pause: a save never uses an older result. */
  async settled(): Promise<void> {
    if (this.#scheduled) {
      this.#unschedule();
      this.#run();
    }
    if (this.behind) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  stop(): void {
    this.#unschedule();
    this.#worker?.terminate();
    this.#worker = null;
  }

  #unschedule(): void {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
    this.#scheduled = false;
  }

  #run(): void {
    const built = this.#wanted;
    const number = ++this.#asked;
    const begun = performance.now();
    requestAnimationFrame(() => setTimeout(() => (this.#cost = performance.now() - begun)));
    if (built === null) return;
    const { request, foundOnly } = built;
    if (request === null) {
      const preview = foundOnly === null ? null : previewOf(foundOnly);
      this.#take(built, { result: null, preview, refusal: null });
    } else if (request.points.length <= POINTS_ON_MAIN_THREAD) this.#take(built, outcomeOf(request));
    else this.#askWorker({ number, request }, built);
  }

  #askWorker(question: AnalysisQuestion, built: BuiltAnalysis): void {
    this.#worker ??= new Worker(new URL('./analysis-worker.ts', import.meta.url), { type: 'module' });
    this.#worker.onmessage = ({ data }: MessageEvent<{ number: number; outcome: AnalysisOutcome }>) => {
      if (data.number === this.#asked) this.#take(built, data.outcome);
    };
    this.#worker.postMessage(question);
  }

  #take(built: BuiltAnalysis, outcome: AnalysisOutcome): void {
    this.answered = built;
    this.result = outcome.result;
    this.preview = outcome.preview;
    this.refusal = outcome.refusal;
    this.behind = false;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
