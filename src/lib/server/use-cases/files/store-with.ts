import { Refusal } from '#lib/laboratory/refusal.ts';
import type { ObjectStore } from '#lib/server/storage/object-store.ts';
import { keyOfFile } from './read-file.ts';

/**
 * Stores the bytes of a new file, then its row: bytes without a row do no harm, a row without its bytes would. If the
 * row is refused the bytes are removed; after any other failure the row may exist.
 */
export async function storeWith<T>(
  store: ObjectStore,
  file: { readonly id: string; readonly bytes: Uint8Array; readonly contentType: string },
  writeRow: () => Promise<T>
): Promise<T> {
  const key = keyOfFile(file.id);
  await store.put(key, file.bytes, { contentType: file.contentType });
  try {
    return await writeRow();
  } catch (thrown) {
    if (thrown instanceof Refusal) await store.delete(key);
    throw thrown;
  }
}
