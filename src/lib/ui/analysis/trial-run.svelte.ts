/** One run of Monte Carlo trials on demand: begun, followed, cancelled, and tied to the request that it answers. */
import { AnalysisRefusal } from '#lib/metrology/refusal.ts';
import type { AnalysisRequest, AnalysisResult } from '#lib/metrology/types.ts';

export type TrialProgress = { readonly done: number; readonly total: number | null };
/** Runs an analysis with its trials away from the page; rejects with the signal's reason where it was cancelled. */
export type Trial = (
  request: AnalysisRequest,
  options: { readonly onProgress: (progress: TrialProgress) => void; readonly signal: AbortSignal }
) => Promise<AnalysisResult>;

export type Trials = number | 'adaptive';
export const TRIAL_CHOICES = ['adaptive', 100_000, 1_000_000, 10_000_000] as const;

export class TrialRun {
  running = $state(false);
  progress = $state.raw<TrialProgress>({ done: 0, total: null });
  /** What was found, and the request (without trials) that it was found for. */
  found = $state.raw<{ readonly request: AnalysisRequest; readonly result: AnalysisResult } | null>(null);
  /** `cancelled`, or the code of a refusal; empty if there is nothing to report. */
  ended = $state('');
  #abort: AbortController | null = null;

  /** Draws the trials of `request` under `seed`; a run that is under way is cancelled. */
  async start(trial: Trial, request: AnalysisRequest, trials: Trials, seed: number): Promise<void> {
    this.cancel();
    const abort = new AbortController();
    this.#abort = abort;
    this.running = true;
    this.ended = '';
    this.progress = { done: 0, total: trials === 'adaptive' ? null : trials };
    try {
      const asked = { ...request, uncertainty: { ...request.uncertainty, monte_carlo: { trials, seed } } };
      const result = await trial(asked, {
        signal: abort.signal,
        onProgress: (progress) => {
          if (this.#abort === abort) this.progress = progress;
        }
      });
      if (this.#abort === abort) this.found = { request, result };
    } catch (fault) {
      if (this.#abort !== abort) return;
      this.ended = abort.signal.aborted ? 'cancelled' : fault instanceof AnalysisRefusal ? fault.code : 'failed';
    } finally {
      if (this.#abort === abort) {
        this.running = false;
        this.#abort = null;
      }
    }
  }

  /** Ends the run at once; what was found before stays. */
  cancel(): void {
    if (this.#abort === null) return;
    this.#abort.abort();
    this.#abort = null;
    this.running = false;
    this.ended = 'cancelled';
  }
}
