/** A form while it is edited: its history, what is built from it, and the analysis that follows. */
import type { AnalyzeElsewhere } from '#lib/worksheet/form/analysis-outcome.ts';
import { buildAnalysis, type BuiltAnalysis } from '#lib/worksheet/form/build-analysis.ts';
import type { CalibrateForm } from '#lib/worksheet/form/calibrate-form.ts';
import { fieldOfRefusal } from '#lib/worksheet/form/field-of-refusal.ts';
import type { FieldProblem } from '#lib/worksheet/typed/field-problem.ts';
import type { Edit } from '#lib/worksheet/edits/form-edits.ts';
import { edit, endStep, redo, startHistory, undo, type History } from '#lib/worksheet/edits/form-history.ts';
import { LiveAnalysis } from './live-analysis.svelte.ts';

export class FormSession {
  #history: History<CalibrateForm> = $state.raw(startHistory({} as CalibrateForm));
  readonly live: LiveAnalysis;
  readonly form: CalibrateForm = $derived(this.#history.present);
  readonly built: BuiltAnalysis = $derived(buildAnalysis(this.form));
  readonly canUndo: boolean = $derived(this.#history.past.length > 0);
  readonly canRedo: boolean = $derived(this.#history.future.length > 0);
  /** The refusal of the engine at the field that it belongs to. */
  readonly refusal: FieldProblem | null = $derived.by(() => {
    const { refusal, answered } = this.live;
    if (refusal === null || answered === null) return null;
    return {
      code: refusal.code,
      message: refusal.message,
      field: fieldOfRefusal(refusal.path, answered.rowIds, this.form)
    };
  });

  /** The analysis itself failed: not for what was typed. */
  readonly fault: readonly FieldProblem[] = $derived.by(() =>
    this.live.failed ? [{ field: 'analysis', code: 'analysis_failed' }] : []
  );

  /** @param analyze in a worker */
  constructor(form: CalibrateForm, analyze: AnalyzeElsewhere) {
    this.#history = startHistory(form);
    this.live = new LiveAnalysis(analyze);
    this.live.ask(buildAnalysis(form));
  }

  /** Applies an edit; edits of one `place` in a row are one undo step. */
  readonly apply = (change: Edit, place: string | null = null): void => {
    this.#set(edit(this.#history, change(this.form), place));
  };
  readonly endStep = (): void => {
    this.#history = endStep(this.#history);
  };
  readonly undo = (): void => this.#set(undo(this.#history));
  readonly redo = (): void => this.#set(redo(this.#history));

  #set(history: History<CalibrateForm>): void {
    if (history === this.#history) return;
    this.#history = history;
    this.live.ask(this.built);
  }
}
