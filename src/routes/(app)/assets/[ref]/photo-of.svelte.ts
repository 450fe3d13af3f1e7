import { call } from '#lib/client/api/call.ts';
import type { Asset } from '#lib/contracts/assets.ts';
import { fetched } from '../../fetched.svelte.ts';

/**
 * Where the photo of an asset is to be had; null where there is none, and while nobody knows. Such an address ends after two days, so
 * that devices hold none. Call inside component initialisation.
 */
export function photoOf(asset: () => Pick<Asset, 'id' | 'photo_file_id'> | null) {
  const of = $derived(asset());
  const [ref, file] = [() => of?.id, () => of?.photo_file_id];
  const known = fetched(async (signal) => {
    const [id, fileId] = [ref(), file()];
    if (id === undefined || !fileId) return { fileId: null, address: null };
    const { photo_file_id, photo_url } = await call('getAsset', { params: { ref: id }, signal });
    return { fileId: photo_file_id, address: photo_url };
  });
  return {
    get address(): string | null {
      return known.current !== null && known.current.fileId === file() ? known.current.address : null;
    }
  };
}
