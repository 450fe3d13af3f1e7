import { untrack } from 'svelte';
import { OfflineError } from '#lib/client/api/api-error.ts';
import { openPhoto } from '#lib/client/files/record-files.ts';
import { edits } from '#lib/client/state/edits.svelte.ts';
import { syncStatus } from '#lib/client/state/sync-status.svelte.ts';
import type { Asset } from '#lib/contracts/assets.ts';

/**
 * The photo of an asset: from this device if it is here, else from the server. One that was taken here is shown from here until the
 * server's is. Call inside component initialisation.
 */
export function photoOf(asset: () => Pick<Asset, 'id' | 'photo_file_id' | 'updated_at'> | null) {
  const of = $derived(asset());
  const assetId = $derived(of?.id);
  const fileId = $derived(of?.photo_file_id);
  /** What was found for a photo; without contents if it could not be. */
  let found = $state.raw<{ readonly fileId: string; readonly blob: Blob | null; readonly fault: unknown } | null>(null);
  $effect(() => {
    const [id, file, online] = [assetId, fileId, syncStatus.online];
    if (id === undefined || !file) return;
    const before = untrack(() => found);
    if (before?.fileId === file && before.blob !== null) return;
    const abort = new AbortController();
    openPhoto(id, file, { online, signal: abort.signal }).then(
      (blob) => (found = { fileId: file, blob, fault: null }),
      (fault: unknown) => {
        if (!abort.signal.aborted) found = { fileId: file, blob: null, fault };
      }
    );
    return () => abort.abort();
  });
  const stored = $derived(found !== null && found.fileId === fileId ? found : null);
  const taken = $derived(
    edits.all
      .filter(({ kind, asset_id, state }) => kind === 'asset_photo' && asset_id === of?.id && state !== 'refused')
      .reduce<(typeof edits.all)[number] | null>(
        (latest, edit) => (latest !== null && latest.id > edit.id ? latest : edit),
        null
      )
  );
  /** One that has arrived is the asset's until somebody sets another; before the asset is pulled it is not named there yet. */
  const isShown = $derived.by(() => {
    if (!taken || !of) return false;
    const { result, state } = taken;
    return (
      state !== 'applied' || !result || result.photo_file_id === of.photo_file_id || of.updated_at < result.updated_at
    );
  });
  const shown = $derived((isShown ? taken?.file : null) ?? stored?.blob ?? null);
  let address = $state<string | null>(null);
  $effect(() => {
    const made = shown === null ? null : URL.createObjectURL(shown);
    address = made;
    return () => {
      if (made !== null) URL.revokeObjectURL(made);
    };
  });
  return {
    get address(): string | null {
      return address;
    },
    get state(): 'shown' | 'loading' | 'elsewhere' | 'failed' {
      if (shown !== null) return 'shown';
      if (!stored || stored.fault === null) return 'loading';
      return stored.fault instanceof OfflineError ? 'elsewhere' : 'failed';
    }
  };
}
