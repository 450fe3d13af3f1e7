import { callPage, type Page } from '#lib/client/api/call.ts';
import { syncStatus } from '#lib/client/state/sync-status.svelte.ts';

const PAGE = 10;

type Listed = 'listAssetAuditLogs' | 'listAssetMoves';
type Items<N extends Listed> = Page<N>['items'];

/** What the server alone knows of an asset, newest first, page by page. Call inside component initialisation. */
export function assetPages<N extends Listed>(name: N, id: () => string | undefined) {
  let entries = $state.raw<Items<N> | null>(null);
  let older = $state<string | null>(null);
  let state = $state<'loading' | 'offline' | 'failed' | 'ready'>('loading');
  // A value of its own: what syncs in the background must not make the server be asked again.
  const asset = $derived(id());

  async function read(ref: string, cursor: string | null, signal?: AbortSignal) {
    try {
      const { items, nextCursor } = await callPage<Listed>(name, {
        params: { ref },
        query: { limit: PAGE, ...(cursor !== null && { cursor }) },
        ...(signal && { signal })
      });
      // The items are those of the operation that was asked.
      entries = (cursor === null ? items : [...(entries ?? []), ...items]) as Items<N>;
      older = nextCursor;
      state = 'ready';
    } catch {
      if (!signal?.aborted) state = 'failed';
    }
  }
  $effect(() => {
    if (asset === undefined) return;
    if (!syncStatus.online) {
      if (entries === null) state = 'offline';
      return;
    }
    const abort = new AbortController();
    void read(asset, null, abort.signal);
    return () => abort.abort();
  });
  return {
    get entries(): Items<N> | null {
      return entries;
    },
    get state(): 'loading' | 'offline' | 'failed' | 'ready' {
      return state;
    },
    /** Reads the next page; null when all are there. */
    get more(): (() => void) | null {
      const [ref, cursor] = [asset, older];
      return ref === undefined || cursor === null ? null : () => void read(ref, cursor);
    }
  };
}
