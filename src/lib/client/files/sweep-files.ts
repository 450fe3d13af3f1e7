/** What leaves the device besides what its reader removes. */
import { documentOf } from '../database/pulled-rows.ts';
import { fileStoreIfAny, pulledRows } from './open-files.ts';

/**
 * After a pull: removes files of records that are no longer here (deleted, moved, or no longer to be read), photos that were
 * replaced or removed, and what exceeds the space for files.
 */
export async function sweepFiles(): Promise<void> {
  const store = await fileStoreIfAny();
  if (store === null) return;
  const holders = await store.database.holders.toArray();
  const present = await pulledRows(holders.map(({ id }) => id));
  await store.forget(holders.map(({ id }) => id).filter((id) => !present.has(id)));
  for (const { id, photo } of holders) {
    const row = present.get(id);
    if (photo === null || row === undefined) continue;
    const { photo_file_id: now } = documentOf('assets', row);
    // Ids grow with time: one that is later than the pulled one was fetched before the asset was.
    if (now === null || photo < now) await store.note(id, { photo: null });
  }
  await store.trim();
}
