import { _ } from 'svelte-i18n';
import { get } from 'svelte/store';
import type { Translate } from '#lib/i18n/translate.ts';
import type { Problem } from '#lib/ui/form/problem.ts';
import { explainError, NO_PROBLEM } from '#lib/ui/form/explain-error.ts';

type Explain = (error: unknown, translate: Translate) => Problem;

/** One thing sent at a time: whether it is under way, and why it failed. */
export class Sending {
  readonly #explain: Explain;
  busy = $state(false);
  problem = $state.raw(NO_PROBLEM);

  /** @param explain in words of the screen's own */
  constructor(explain: Explain = explainError) {
    this.#explain = explain;
  }

  /** @returns whether it succeeded. @param onerror may take an error for itself, by answering true */
  async run(work: () => Promise<unknown>, onerror: (error: unknown) => boolean = () => false): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.problem = NO_PROBLEM;
    try {
      await work();
      return true;
    } catch (error) {
      if (!onerror(error)) this.problem = this.#explain(error, get(_));
      return false;
    } finally {
      this.busy = false;
    }
  }
}
