import { createHash } from 'node:crypto';
import type { ObjectStore } from './object-store.ts';

/** A file of a certificate, as it is recorded. */
export type RecordedFile = { readonly object_key: string; readonly bytes: number; readonly sha256: string };

/** Whether the stored file of a certificate is there, and byte for byte the one that was issued: disks and backups fail silently. */
export async function isAsIssued(store: ObjectStore, { object_key, bytes, sha256 }: RecordedFile): Promise<boolean> {
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

/** The first of some files that is; `null` if none is. */
export async function firstIntact<File extends RecordedFile>(
  store: ObjectStore,
  files: readonly File[]
): Promise<File | null> {
  for (const file of files) if (await isAsIssued(store, file)) return file;
  return null;
}
