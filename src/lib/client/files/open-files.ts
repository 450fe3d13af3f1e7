import { loadSession } from '../api/token.ts';
import { device } from '../database/device.ts';
import type { HolderId } from '../database/file-database.ts';
import type { FileStore } from '../database/file-store.ts';
import type { Estimate } from '../database/file-budget.ts';
import type { PulledRow } from '../database/replicated-database.ts';

let current: { readonly userId: string; readonly store: FileStore } | null = null;

/**
 * The files of the signed-in person on this device, loaded and opened when first needed.
 * @throws if nobody is signed in
 */
export async function fileStore(): Promise<FileStore> {
  const { userId } = await device();
  const [{ FileDatabase }, { FileStore }] = await Promise.all([
    import('../database/file-database.ts'),
    import('../database/file-store.ts')
  ]);
  // Another tab may have signed out meanwhile: nothing is created for somebody who is gone.
  if (loadSession()?.user.id !== userId) throw new Error('Nobody is signed in.');
  if (current?.userId === userId && !current.store.database.hasBeenClosed()) return current.store;
  current?.store.database.close();
  const store = new FileStore(new FileDatabase(userId), { now: () => Date.now(), estimate });
  current = { userId, store };
  return store;
}

/** The same if there are files; looking for them creates nothing. */
export async function fileStoreIfAny(): Promise<FileStore | null> {
  const { userId } = await device();
  if (current?.userId === userId) return fileStore();
  const { hasFileDatabase } = await import('../database/file-database.ts');
  return (await hasFileDatabase(userId)) ? fileStore() : null;
}

async function estimate(): Promise<Estimate | null> {
  const found = await navigator.storage?.estimate?.().catch(() => null);
  return found?.usage === undefined || found.quota === undefined ? null : { usage: found.usage, quota: found.quota };
}

const COLLECTION = { asset: 'assets', procedure: 'procedures', calibration: 'calibrations' } as const;

/** The pulled rows of those of the records that this device still has. */
export async function pulledRows(ids: readonly HolderId[]): Promise<ReadonlyMap<HolderId, PulledRow>> {
  const [replicated, { rowsById }] = await Promise.all([
    device().then((opened) => opened.replicated()),
    import('../database/pulled-rows.ts')
  ]);
  const found = new Map<HolderId, PulledRow>();
  for (const type of ['asset', 'procedure', 'calibration'] as const) {
    const wanted = ids.filter((id) => id.startsWith(`${type}:`)).map((id) => id.slice(type.length + 1));
    for (const row of await rowsById(replicated[COLLECTION[type]], wanted)) found.set(`${type}:${row.id}`, row);
  }
  return found;
}

/** Only files of records that are pulled are stored, so that they leave the device with these. */
export const isPulled = async (id: HolderId): Promise<boolean> => (await pulledRows([id])).has(id);
