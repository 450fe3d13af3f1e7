import { _ } from 'svelte-i18n';
import { get } from 'svelte/store';
import { explainError, NO_PROBLEM } from '#lib/ui/form/explain-error.ts';

/** One thing sent at a time: whether it is under way, and why it failed. */
export class Sending {
  busy = $state(false);
  problem = $state.raw(NO_PROBLEM);

  /** @returns whether it succeeded. @param onerror may take an error for itself, by answering true */
  async run(work: () => Promise<unknown>, onerror: (error: unknown) => boolean = () => false): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.problem = NO_PROBLEM;
    try {
      await work();
      return true;
    } catch (error) {
      if (!onerror(error)) this.problem = explainError(error, get(_));
      return false;
    } finally {
      this.busy = false;
    }
  }
}
