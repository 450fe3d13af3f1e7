/** The forms of all probes while they are edited together: one step of the author is one step back, in however many forms. */
import type { Edit } from '#lib/worksheet/edits/form-edits.ts';
import type { FormSession } from '../worksheet/form-session.svelte.ts';
import type { SharedEdit } from '#lib/worksheet/edits/shared-edits.ts';

type Step = readonly FormSession[];

export class ProbesSession {
  readonly #of: () => readonly FormSession[];
  #past = $state.raw<readonly Step[]>([]);
  #future = $state.raw<readonly Step[]>([]);
  #place: string | null = null;
  readonly forms = $derived.by(() => this.#of().map(({ form }) => form));
  readonly canUndo = $derived.by(() => this.#past.length > 0);
  readonly canRedo = $derived.by(() => this.#future.length > 0);

  /** @param of those that are still edited, in their order */
  constructor(of: () => readonly FormSession[]) {
    this.#of = of;
  }

  /** Applies an edit of all forms; edits of one `place` in a row are one step. */
  readonly apply = (edit: SharedEdit, place: string | null = null): void => {
    const sessions = this.#of();
    const before = sessions.map(({ form }) => form);
    const after = edit(before);
    const changed = sessions.filter((_, i) => after[i] !== before[i]);
    if (changed.length === 0) return;
    const joins = place !== null && place === this.#place;
    if (!joins) for (const session of sessions) session.endStep();
    sessions.forEach((session, i) => {
      const next = after[i];
      if (next !== undefined && next !== before[i]) session.apply(() => next, place);
    });
    const last = joins ? (this.#past.at(-1) ?? []) : [];
    const step = [...last, ...changed.filter((session) => !last.includes(session))];
    this.#past = [...(joins ? this.#past.slice(0, -1) : this.#past), step];
    this.#future = [];
    this.#place = place;
  };

  /** Applies an edit of one form, of which the others take nothing over. */
  applyTo(of: FormSession, edit: Edit): void {
    const at = this.#of().indexOf(of);
    this.apply((forms) => forms.map((form, i) => (i === at ? edit(form) : form)));
  }

  readonly endStep = (): void => {
    this.#place = null;
    for (const session of this.#of()) session.endStep();
  };

  readonly undo = (): void => {
    const step = this.#past.at(-1);
    if (step === undefined) return;
    this.#place = null;
    this.#past = this.#past.slice(0, -1);
    this.#future = [step, ...this.#future];
    for (const session of step) session.undo();
  };

  readonly redo = (): void => {
    const [step, ...rest] = this.#future;
    if (step === undefined) return;
    this.#place = null;
    this.#future = rest;
    this.#past = [...this.#past, step];
    for (const session of step) session.redo();
  };

  /** What is saved cannot be taken back: nothing before it either, because steps are of all. */
  forget(): void {
    this.#past = [];
    this.#future = [];
    this.#place = null;
  }
}
