/** The store of files on a device for a page of a browser: its tests call what stands on `globalThis` here. */
import { FileDatabase, removeFileDatabase, type HolderId } from '../../src/lib/client/database/file-database.ts';
import { RESERVED_FOR_WORK } from '../../src/lib/client/database/file-budget.ts';
import { FileStore } from '../../src/lib/client/database/file-store.ts';

let clock = 0;

/** @param budget bytes for files; null: what the browser says */
function openStore(person: string, budget: number | null) {
  const estimate = () =>
    budget === null ? Promise.resolve(null) : Promise.resolve({ usage: 0, quota: RESERVED_FOR_WORK + budget });
  return new FileStore(new FileDatabase(person), { now: () => (clock += 1), estimate });
}

const tools = {
  openStore,
  removeFileDatabase,
  /** Notes files of these contents for a record. */
  note: (store: FileStore, id: HolderId, keys: readonly string[]) =>
    store.note(id, { files: keys.map((sha256) => ({ sha256 }) as never) }),
  content: (bytes: number) => {
    const made = new Uint8Array(bytes);
    for (let at = 0; at < bytes; at += 65_536) crypto.getRandomValues(made.subarray(at, Math.min(bytes, at + 65_536)));
    return new Blob([made]);
  },
  /** The contents that are stored whole. */
  stored: async ({ database }: FileStore): Promise<string[]> => {
    const [contents, bytes] = await Promise.all(
      [database.contents, database.bytes].map((table) => table.toCollection().primaryKeys())
    );
    if (String(contents) !== String(bytes)) throw new Error(`Half of something is stored: ${contents} and ${bytes}`);
    return contents ?? [];
  }
};
export type FileTools = typeof tools;
Object.assign(globalThis, { files: tools });
