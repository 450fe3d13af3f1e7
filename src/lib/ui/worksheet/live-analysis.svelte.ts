/** The analysis that follows the typing: after the key is painted, in a worker where the run is long. */
import type { AnalysisRequest, AnalysisResult } from '#lib/metrology/types.ts';
import {
  outcomeElsewhere,
  outcomeOf,
  previewOf,
  type AnalysisOutcome,
  type AnalyzeElsewhere,
  type EngineRefusal
} from '#lib/worksheet/form/analysis-outcome.ts';
import type { BuiltAnalysis } from '#lib/worksheet/form/build-analysis.ts';

/** Runs longer than this leave the main thread, so that no key waits. */
const POINTS_ON_MAIN_THREAD = 2000;
/** A result that takes longer than this to compute and to show waits for a pause in the typing. */
const UNNOTICED_MS = 40;
const LONGEST_PAUSE_MS = 500;
/** A worker that has died without a word is not waited for; ten thousand points take a slow tablet a fraction of this. */
const LOST_AFTER_MS = 60_000;
/** A worker may be ended for want of memory and a new one succeed. */
const TRIES = 2;

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
  /** The newest request could not be computed: {@link retry}, or {@link computeHere}. */
  failed = $state(false);

  #wanted: BuiltAnalysis | null = null;
  #frame = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #scheduled = false;
  /** What the last result cost, computed and shown. */
  #cost = 0;
  #elsewhere: AbortController | null = null;
  #here = false;
  #asked = 0;
  #waiting: (() => void)[] = [];
  readonly #analyze: AnalyzeElsewhere;

  /** @param analyze in a worker, for what would hold up the typing */
  constructor(analyze: AnalyzeElsewhere) {
    this.#analyze = analyze;
  }

  /** Asks for the analysis of the newest form; older ones that still wait are dropped. */
  ask(built: BuiltAnalysis): void {
    this.#wanted = built;
    this.behind = true;
    this.failed = false;
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
    this.#asked += 1;
    this.#elsewhere?.abort();
  }

  /** Asks once more, of a new worker. */
  retry(): void {
    if (this.#wanted !== null) this.ask(this.#wanted);
  }

  /** Computes on the page's own thread from now on: typing may wait, and there is a result. */
  computeHere(): void {
    this.#here = true;
    this.retry();
  }

  #unschedule(): void {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
    this.#scheduled = false;
  }

  #run(): void {
    const built = this.#wanted;
    const number = ++this.#asked;
    // Nobody waits for an older one any more.
    this.#elsewhere?.abort();
    const begun = performance.now();
    requestAnimationFrame(() => setTimeout(() => (this.#cost = performance.now() - begun)));
    if (built === null) return;
    const { request, foundOnly } = built;
    if (request === null) {
      const preview = foundOnly === null ? null : previewOf(foundOnly);
      this.#take(built, { result: null, preview, refusal: null });
    } else if (this.#here || request.points.length <= POINTS_ON_MAIN_THREAD) this.#compute(request, built);
    else void this.#computeElsewhere(request, built, number);
  }

  #compute(request: AnalysisRequest, built: BuiltAnalysis): void {
    let outcome: AnalysisOutcome;
    try {
      outcome = outcomeOf(request);
    } catch (fault) {
      reportError(fault);
      this.#fail();
      return;
    }
    this.#take(built, outcome);
  }

  /** In a worker; one that has died may be followed by another. */
  async #computeElsewhere(request: AnalysisRequest, built: BuiltAnalysis, number: number): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      const asked = (this.#elsewhere = new AbortController());
      const lost = setTimeout(() => asked.abort(new Error('The worker did not answer.')), LOST_AFTER_MS);
      try {
        const { signal } = asked;
        const outcome = await outcomeElsewhere(request, (one) => this.#analyze(one, { signal }));
        if (number === this.#asked) this.#take(built, outcome);
        return;
      } catch (fault) {
        if (number !== this.#asked) return;
        if (tries < TRIES) continue;
        reportError(fault);
        return this.#fail();
      } finally {
        clearTimeout(lost);
      }
    }
  }

  /** Nothing older counts for the newest form: neither shown nor saved. */
  #fail(): void {
    this.answered = null;
    this.result = null;
    this.preview = null;
    this.refusal = null;
    this.failed = true;
    this.#settle();
  }

  #take(built: BuiltAnalysis, outcome: AnalysisOutcome): void {
    this.answered = built;
    this.result = outcome.result;
    this.preview = outcome.preview;
    this.refusal = outcome.refusal;
    this.#settle();
  }

  #settle(): void {
    this.behind = false;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
