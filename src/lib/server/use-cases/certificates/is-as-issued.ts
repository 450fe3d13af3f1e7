import { createHash } from 'node:crypto';
import type { ObjectStore } from '#lib/server/storage/object-store.ts';

type Issued = { readonly object_key: string; readonly bytes: number; readonly sha256: string };

/** Whether the stored file of a certificate is there, and byte for byte the one that was issued: disks and backups fail silently. */
export async function isAsIssued(store: ObjectStore, { object_key, bytes, sha256 }: Issued): Promise<boolean> {
  const found = await store.get(object_key);
  if (found === null) return false;
  if (found.size !== bytes) {
    found.stream.destroy();
    return false;
  }
  const hash = createHash('sha256');
  for await (const chunk of found.stream as AsyncIterable<Uint8Array>) hash.update(chunk);
  return hash.digest('hex') === sha256;
}
