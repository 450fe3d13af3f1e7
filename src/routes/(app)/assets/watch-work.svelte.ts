import { ApiError } from '#lib/client/api/api-error.ts';
import { call } from '#lib/client/api/call.ts';
import { syncStatus } from '#lib/client/state/sync-status.svelte.ts';
import type { LongOperation } from '#lib/contracts/long-work.ts';

const PACE_MS = 1000;

/**
 * Asks each second how far long work is, while the page is visible and there is a network. Call inside component initialisation.
 * @param unfinished what is under way
 * @param onnews is given each answer; null where it no longer exists
 */
export function watchWork(
  unfinished: () => readonly string[],
  onnews: (id: string, operation: LongOperation | null) => void
): void {
  // As text, so that news of one does not begin the second anew.
  const ids = $derived(unfinished().join(' '));
  let round = $state(0);
  $effect(() => {
    void round;
    if (ids === '' || !syncStatus.online) return;
    const asked = ids.split(' ');
    const abort = new AbortController();
    const ask = async (id: string) => {
      const news = await readWork(id, abort.signal).catch(() => undefined);
      if (news !== undefined && !abort.signal.aborted) onnews(id, news);
    };
    const timer = setTimeout(() => {
      const asking = document.hidden ? [] : asked.map(ask);
      void Promise.all(asking).then(() => {
        if (!abort.signal.aborted) round += 1;
      });
    }, PACE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  });
}

/** How far it is; null where it no longer exists. */
async function readWork(id: string, signal?: AbortSignal): Promise<LongOperation | null> {
  try {
    return await call('getOperation', { params: { id }, ...(signal && { signal }) });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** Stops it. @returns how it ended, which may be that it had finished before; null where it no longer exists */
export async function stopWork(id: string): Promise<LongOperation | null> {
  try {
    await call('cancelOperation', { params: { id }, query: { cancel: 'true' } });
  } catch (error) {
    if (!(error instanceof ApiError && (error.status === 404 || error.status === 409))) throw error;
  }
  return readWork(id);
}
