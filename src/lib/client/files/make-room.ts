import { isFull, writeOnceFreed } from '../database/is-full.ts';
import { fileStoreIfAny } from './open-files.ts';

/** More than any one write needs, so that the next ones fit as well. */
const ENOUGH = 50_000_000;

/**
 * Runs a write again for which there was no space: files make room, first those that were only opened, then those that somebody
 * chose to keep. All of them are on the server too; what is written here is not.
 *
 * @param full what the write threw; thrown again if there are no files, or not enough of them
 */
export async function writeWithRoom<T>(write: () => Promise<T>, full: unknown): Promise<T> {
  const store = await fileStoreIfAny().catch(() => null);
  if (store === null) throw full;
  let last = full;
  for (const alsoKept of [false, true]) {
    if ((await store.free(ENOUGH, { alsoKept }).catch(() => 0)) === 0) continue;
    try {
      return await writeOnceFreed(write);
    } catch (error) {
      if (!isFull(error)) throw error;
      last = error;
    }
  }
  throw last;
}
