/**
 * The last known state of the data, stored outside the database: with the files, or in the bucket. A restored older
 * database does not change it.
 */
import type { ObjectStore } from '#lib/server/storage/object-store.ts';
import { highest, type Highest } from '#lib/server/db/installation.ts';

const KEY = 'installation/last-seen.json';

export type LastSeen = Highest & { readonly generation: string };

/** Null if nothing was stored yet, or it can no longer be read. */
export async function readLastSeen(store: ObjectStore): Promise<LastSeen | null> {
  const found = await store.get(KEY);
  if (found === null) return null;
  const chunks: Buffer[] = [];
  for await (const chunk of found.stream) chunks.push(chunk as Buffer);
  try {
    const kept = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { generation?: unknown };
    const parsed = highest.safeParse(kept);
    return parsed.success && typeof kept.generation === 'string'
      ? { ...parsed.data, generation: kept.generation }
      : null;
  } catch {
    return null;
  }
}

export const keepLastSeen = (store: ObjectStore, seen: LastSeen): Promise<void> =>
  store.put(KEY, Buffer.from(JSON.stringify(seen)), { contentType: 'application/json' });
