import { call } from '#lib/client/api/call.ts';
import { edits } from '#lib/client/state/edits.svelte.ts';
import type { Asset } from '#lib/contracts/assets.ts';
import { fetched } from '../../fetched.svelte.ts';

/**
 * Where the photo of an asset is to be had; null where there is none, and while nobody knows. The server's address ends after two days,
 * so that devices hold none. One that was taken here is shown from here until the server's is. Call inside component initialisation.
 */
export function photoOf(asset: () => Pick<Asset, 'id' | 'photo_file_id' | 'updated_at'> | null) {
  const of = $derived(asset());
  const [ref, file] = [() => of?.id, () => of?.photo_file_id];
  const known = fetched(async (signal) => {
    const [id, fileId] = [ref(), file()];
    if (id === undefined || !fileId) return { fileId: null, address: null };
    const { photo_file_id, photo_url } = await call('getAsset', { params: { ref: id }, signal });
    return { fileId: photo_file_id, address: photo_url };
  });
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
  let own = $state<string | null>(null);
  $effect(() => {
    const blob = isShown ? (taken?.file ?? null) : null;
    const address = blob === null ? null : URL.createObjectURL(blob);
    own = address;
    return () => {
      if (address !== null) URL.revokeObjectURL(address);
    };
  });
  return {
    get address(): string | null {
      if (own !== null) return own;
      return known.current !== null && known.current.fileId === file() ? known.current.address : null;
    }
  };
}
