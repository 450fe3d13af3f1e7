import type { FilesOnDevice } from './files-on-device.svelte.ts';
import type { Keep } from './keeping.svelte.ts';

export type KeptState = {
  /** Files and photos that are here. */
  readonly present: number;
  /** All that there are, as far as they have been listed; null while some have not. */
  readonly total: number | null;
  readonly bytes: number;
};

/**
 * How much of what somebody chose to keep is here; null if they did not.
 *
 * @param parts the records that are kept as parts of it
 * @param photo of the asset, as it is now; it may have changed since it was fetched
 */
export function keptState(parts: readonly FilesOnDevice[], keep: Keep, photo: string | null): KeptState | null {
  if (parts.length === 0) return null;
  const wanted = parts.filter(({ row }) => keep.parts.includes(row.id));
  const isListed =
    wanted.length === keep.parts.length &&
    wanted.every(({ row }) => row.files !== null && (row.id !== keep.root || row.photo === photo));
  // A content that two records share is counted once.
  const keys = new Set(wanted.flatMap(({ row }) => row.keys));
  const present = new Map(wanted.flatMap((files) => [...files.present]));
  return {
    present: present.size,
    total: isListed ? keys.size : null,
    bytes: [...present.values()].reduce((sum, bytes) => sum + bytes, 0)
  };
}

export const isWhole = ({ present, total }: KeptState): boolean => present === total;
