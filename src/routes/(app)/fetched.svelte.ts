import { ApiError } from '#lib/client/api/api-error.ts';
import { syncStatus } from '#lib/client/state/sync-status.svelte.ts';

/**
 * What only the server knows, asked for once online, and again by `again`. Call inside component initialisation; what `load`
 * reads of the page's state makes it ask anew.
 */
export function fetched<T>(load: (signal: AbortSignal) => Promise<T>) {
  let value = $state.raw<T | null>(null);
  let fault = $state.raw<unknown>(null);
  let round = $state(0);

  $effect(() => {
    void round;
    if (!syncStatus.online) return;
    const abort = new AbortController();
    load(abort.signal).then(
      (answer) => {
        value = answer;
        fault = null;
      },
      (error: unknown) => {
        if (!abort.signal.aborted) fault = error;
      }
    );
    return () => abort.abort();
  });
  return {
    get current(): T | null {
      return value;
    },
    set current(next: T | null) {
      value = next;
    },
    /** `offline` also where the server could not be reached; `refused` where it said no. */
    get state(): 'ready' | 'loading' | 'offline' | 'refused' {
      if (value !== null) return 'ready';
      if (fault instanceof ApiError) return 'refused';
      return syncStatus.online && fault === null ? 'loading' : 'offline';
    },
    again(): void {
      round += 1;
    }
  };
}
