import { allFilesOnDevice, type HolderId } from '#lib/client/files/files-on-device.svelte.ts';
import { keepOfAsset, keepOfProcedure, type Keep } from '#lib/client/files/keeping.svelte.ts';
import { isWhole, keptState, type KeptState } from '#lib/client/files/kept-state.ts';
import { liveAssets, liveProcedures } from '#lib/client/state/collections.svelte.ts';

export type KeptRecord = KeptState & {
  readonly id: HolderId;
  readonly href: string;
  readonly title: string;
  readonly name: string;
  readonly keep: Keep;
};

/** What was chosen to be kept on this device, by identifier. Call inside component initialisation. */
export function keptRecords() {
  const onDevice = allFilesOnDevice();
  const assets = liveAssets();
  const procedures = liveProcedures();
  const roots = $derived(new Set((onDevice.all ?? []).flatMap(({ row }) => row.kept_for)));

  /** What may no longer be read is not listed, even before the next contact removes it. */
  const all = $derived.by((): readonly KeptRecord[] => {
    if (roots.size === 0) return [];
    const found: KeptRecord[] = [];
    const add = (keep: Keep, photo: string | null, shown: Pick<KeptRecord, 'href' | 'title' | 'name'>) => {
      const parts = (onDevice.all ?? []).filter(({ row }) => row.kept_for.includes(keep.root));
      const state = keptState(parts, keep, photo);
      if (state !== null) found.push({ ...state, ...shown, id: keep.root, keep });
    };
    for (const asset of assets.all) {
      if (!roots.has(`asset:${asset.id}`)) continue;
      const { asset_id: title, name } = asset;
      add(keepOfAsset(asset), asset.photo_file_id, { href: `/assets/${asset.id}`, title, name });
    }
    for (const { id, code: title, name } of procedures.all) {
      if (roots.has(`procedure:${id}`)) add(keepOfProcedure(id), null, { href: `/procedures/${id}`, title, name });
    }
    return found;
  });
  return {
    /** Whether the device's files have been read. */
    get ready(): boolean {
      return onDevice.all !== null && onDevice.usage !== null;
    },
    get all(): readonly KeptRecord[] {
      return all;
    },
    /** Those of which something is missing. */
    get missing(): readonly KeptRecord[] {
      return all.filter((one) => !isWhole(one));
    },
    get usage() {
      return onDevice.usage;
    }
  };
}
