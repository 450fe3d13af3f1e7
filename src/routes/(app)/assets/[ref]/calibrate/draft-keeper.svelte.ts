/** Keeps the form on the device while it is typed: shortly after every change, and at once when the page is left. */
import { DraftElsewhere, drafts } from '#lib/client/state/drafts.svelte.ts';
import type { CalibrateForm } from '#lib/worksheet/form/calibrate-form.ts';
import type { AnalysisResult } from '#lib/metrology/types.ts';
import { isJudgedOnce } from '#lib/ui/result/judged-moments.ts';
import { isBlank } from '#lib/worksheet/rows/form-rows.ts';

const PAUSE_MS = 250;
/** Who types without a pause is not kept waiting longer: a device may go dark at any moment. */
const LONGEST_WAIT_MS = 1000;

export class DraftKeeper {
  savedAt = $state.raw<Date | null>(null);
  /** The device could not store the last change. */
  failed = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pending: (() => Promise<void>) | null = null;
  #waitingSince = 0;
  #closed = false;

  /** @param onelsewhere another tab has taken the draft over: nothing more can be stored here */
  constructor(
    readonly id: string,
    readonly label: string,
    readonly onelsewhere: () => void
  ) {}

  /** Stores this state soon; a newer one takes its place. */
  keep(form: CalibrateForm, result: AnalysisResult | null): void {
    this.#soon(() => this.#store(form, result));
  }

  /** All of it was undone, and there was no draft before: soon there is none again. */
  undo(): void {
    this.#soon(() => this.#remove());
  }

  #soon(work: () => Promise<void>): void {
    if (this.#closed) return;
    const now = performance.now();
    if (this.#pending === null) this.#waitingSince = now;
    this.#pending = work;
    clearTimeout(this.#timer);
    const left = LONGEST_WAIT_MS - (now - this.#waitingSince);
    this.#timer = setTimeout(() => void this.flush(), Math.max(0, Math.min(PAUSE_MS, left)));
  }

  /** Stores at once what still waits. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    const store = this.#pending;
    this.#pending = null;
    await store?.();
  }

  /** The calibration is saved, or begun anew: the draft has done its work, and nothing is stored any more. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#pending = null;
    await drafts.remove(this.id);
  }

  async #remove(): Promise<void> {
    await drafts.remove(this.id).then(
      () => (this.savedAt = null),
      () => (this.failed = true)
    );
  }

  async #store(form: CalibrateForm, result: AnalysisResult | null): Promise<void> {
    const now = new Date();
    try {
      await drafts.save({
        id: this.id,
        asset_id: form.asset_id,
        channel_id: form.channel_id,
        asset_label: this.label,
        saved_at: now.toISOString(),
        form,
        summary: {
          points: form.rows.filter((row) => !isBlank(row.left) || !isBlank(row.found)).length,
          as_found: result?.conformity?.as_found ?? null,
          as_left: isJudgedOnce(result, form.adjusted) ? null : (result?.conformity?.as_left ?? null)
        }
      });
      this.savedAt = now;
      this.failed = false;
    } catch (error) {
      if (error instanceof DraftElsewhere) return this.onelsewhere();
      // Whatever kept it from the disk: the form still holds everything, and leaving will ask.
      this.failed = true;
    }
  }
}
