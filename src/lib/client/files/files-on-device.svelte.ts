/** What of a record, and of all records, is on this device: follows every change, whichever tab made it. */
import type { HolderId, HolderRow } from '../database/file-database.ts';
import type { Usage } from '../database/file-store.ts';
import { fileStore } from './open-files.ts';

export type { HolderId, KnownFile } from '../database/file-database.ts';
export type { Usage } from '../database/file-store.ts';

export type FilesOnDevice = {
  readonly row: HolderRow;
  /** Those of its contents that are here, and their sizes. */
  readonly present: ReadonlyMap<string, number>;
};

/** One record. Call inside component initialisation. Null until it is known, and where nothing is known of the record. */
export function filesOnDeviceOf(holder: () => HolderId): {
  readonly ready: boolean;
  readonly current: FilesOnDevice | null;
} {
  const found = followed((id) => async (store) => heldAmong(store, [id]), holder);
  return {
    get ready() {
      return found.current !== null;
    },
    get current() {
      return found.current?.[0] ?? null;
    }
  };
}

/** The records that are kept as parts of one. Call inside component initialisation; null until they are known. */
export const keptAs = (root: () => HolderId): { readonly current: readonly FilesOnDevice[] | null } =>
  followed(
    (id) => async (store) => {
      const parts = store.database.holders.where('kept_for').equals(id);
      return heldAmong(store, await parts.primaryKeys());
    },
    root
  );

function followed(query: (id: HolderId) => (store: Store) => Promise<FilesOnDevice[]>, of: () => HolderId) {
  let current = $state.raw<readonly FilesOnDevice[] | null>(null);
  $effect(() => {
    const id = of();
    current = null;
    return follow(query(id), (found) => (current = found));
  });
  return {
    get current(): readonly FilesOnDevice[] | null {
      return current;
    }
  };
}

/** Everything that is kept or was opened, and the space that it takes. Call inside component initialisation. */
export function allFilesOnDevice() {
  let all = $state.raw<readonly FilesOnDevice[] | null>(null);
  let usage = $state.raw<Usage | null>(null);
  $effect(() =>
    follow(
      async (store) => heldAmong(store, await store.database.holders.toCollection().primaryKeys()),
      (found) => {
        all = found;
        void fileStore()
          .then((store) => store.usage())
          .then(
            (now) => (usage = now),
            () => {}
          );
      }
    )
  );
  return {
    /** Null until they are known. */
    get all(): readonly FilesOnDevice[] | null {
      return all;
    },
    get usage(): Usage | null {
      return usage;
    }
  };
}

type Store = Awaited<ReturnType<typeof fileStore>>;

async function heldAmong({ database }: Store, ids: readonly HolderId[]): Promise<FilesOnDevice[]> {
  const rows = (await database.holders.bulkGet([...ids])).filter((row) => row !== undefined);
  const contents = await database.contents.bulkGet([...new Set(rows.flatMap(({ keys }) => keys))]);
  const bytesOf = new Map(contents.flatMap((content) => (content ? [[content.key, content.bytes] as const] : [])));
  return rows.map((row) => ({
    row,
    present: new Map(
      row.keys.flatMap((key) => {
        const bytes = bytesOf.get(key);
        return bytes === undefined ? [] : [[key, bytes]];
      })
    )
  }));
}

/** Where the device's files cannot be read, nothing is there: the screen works without them. */
function follow<T>(query: (store: Store) => Promise<T>, next: (value: T) => void): () => void {
  let end: (() => void) | null = null;
  let over = false;
  Promise.all([fileStore(), import('../database/watch.ts')]).then(
    ([store, { watch }]) => {
      if (!over) end = watch(() => query(store), next);
    },
    () => {}
  );
  return () => {
    over = true;
    end?.();
  };
}
