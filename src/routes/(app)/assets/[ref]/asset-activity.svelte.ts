import { callPage } from '#lib/client/api/call.ts';
import { syncStatus } from '#lib/client/state/sync-status.svelte.ts';
import type { AuditEntry } from '#lib/contracts/audit.ts';

const PAGE = 10;

/** Who changed what of an asset, newest first, page by page from the server. Call inside component initialisation. */
export function assetActivity(id: () => string | undefined) {
  let entries = $state.raw<readonly AuditEntry[] | null>(null);
  let older = $state<string | null>(null);
  let state = $state<'loading' | 'offline' | 'failed' | 'ready'>('loading');
  // A value of its own: what syncs in the background must not make the server be asked again.
  const asset = $derived(id());

  async function read(ref: string, cursor: string | null, signal?: AbortSignal) {
    try {
      const { items, nextCursor } = await callPage('listAssetAuditLogs', {
        params: { ref },
        query: { limit: PAGE, ...(cursor !== null && { cursor }) },
        ...(signal && { signal })
      });
      entries = cursor === null ? items : [...(entries ?? []), ...items];
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
    get entries(): readonly AuditEntry[] | null {
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
