import { ApiError } from '#lib/client/api/api-error.ts';
import { syncStatus } from '#lib/client/state/sync-status.svelte.ts';

const BAD_REQUEST = 400;
const SERVER_FAILURE = 500;
/** Of all refusals, only "too many requests" passes by itself. */
const TOO_MANY_REQUESTS = 429;
const isRefusal = (fault: unknown): boolean =>
  fault instanceof ApiError &&
  fault.status >= BAD_REQUEST &&
  fault.status < SERVER_FAILURE &&
  fault.status !== TOO_MANY_REQUESTS;

/** What a page needs to know of it where it has no answer to show. */
export type Unanswered = Pick<ReturnType<typeof fetched>, 'state' | 'fault' | 'again'>;

/** How often an answer that is shown is replaced by a newer one, as long as it may still change. */
type Renewed<T> = { readonly everyMs: number; readonly asLongAs?: (value: T) => boolean };

/**
 * What only the server knows, asked for once online, and again by `again`. Call inside component initialisation; what `load`
 * reads of the page's state makes it ask anew.
 *
 * @param renewed where the server's state goes on by itself; a renewal that fails, or has no network, leaves what is shown
 */
export function fetched<T>(load: (signal: AbortSignal) => Promise<T>, renewed?: Renewed<T>) {
  let value = $state.raw<T | null>(null);
  let fault = $state.raw<unknown>(null);
  let round = $state(0);
  /** An answer, or what was learned another way, takes the place of what was there, and of a failure. */
  const take = (answer: T | null) => {
    value = answer;
    fault = null;
  };

  $effect(() => {
    void round;
    if (!syncStatus.online) return;
    const abort = new AbortController();
    load(abort.signal).then(take, (error: unknown) => {
      if (!abort.signal.aborted) fault = error;
    });
    return () => abort.abort();
  });
  const mayChange = $derived(value !== null && (renewed?.asLongAs?.(value) ?? true));
  $effect(() => {
    if (renewed === undefined || !mayChange || !syncStatus.online) return;
    const abort = new AbortController();
    const timer = setInterval(() => {
      if (document.hidden) return;
      load(abort.signal).then(
        (newer) => {
          if (!abort.signal.aborted) take(newer);
        },
        () => undefined
      );
    }, renewed.everyMs);
    return () => {
      clearInterval(timer);
      abort.abort();
    };
  });
  return {
    get current(): T | null {
      return value;
    },
    set current(next: T | null) {
      take(next);
    },
    /** `refused`: the server said no, and will again; `failed`: asking `again` may help. */
    get state(): 'ready' | 'loading' | 'offline' | 'refused' | 'failed' {
      if (value !== null) return 'ready';
      if (isRefusal(fault)) return 'refused';
      if (!syncStatus.online) return 'offline';
      return fault === null ? 'loading' : 'failed';
    },
    /** Why there was no answer last. */
    get fault(): unknown {
      return fault;
    },
    again(): void {
      fault = null;
      round += 1;
    }
  };
}
