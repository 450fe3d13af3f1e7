/** Where backups are kept. A backup is there under its name only when it is whole. */
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ObjectStore } from './object-store.ts';

export type BackupPlace = {
  /** As it was configured. */
  readonly where: string;
  /** How many are kept. */
  readonly keep: number;
  /**
   * Keeps what `write` writes to a path; one of that name is replaced.
   * @param folder for what has to be written to this machine first
   * @returns its size in bytes
   */
  readonly take: (name: string, folder: string, write: (path: string) => Promise<unknown>) => Promise<number>;
  readonly names: () => Promise<readonly string[]>;
  readonly remove: (name: string) => Promise<void>;
};

export function backupFolder(folder: string, keep: number): BackupPlace {
  return {
    where: folder,
    keep,
    // On the same disk, or it could not be renamed.
    take: async (name, _elsewhere, write) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, name);
      const aside = `${path}.part`;
      const removeRemains = async () => {
        for (const remains of [aside, `${aside}.directory`]) await rm(remains, { force: true });
      };
      // Of a process that was killed.
      await removeRemains();
      try {
        await write(aside);
        await flush(aside);
        await rename(aside, path);
        await flush(folder);
      } finally {
        await removeRemains();
      }
      return (await stat(path)).size;
    },
    names: () => readdir(folder),
    remove: (name) => rm(join(folder, name), { force: true })
  };
}

/** A bucket has an object when all of it has arrived, and not before. @param prefix without a slash at its end; may be empty */
export function backupBucket(
  store: Pick<ObjectStore, 'putFile' | 'head' | 'list' | 'delete'>,
  { where, prefix, keep }: Pick<BackupPlace, 'where' | 'keep'> & { readonly prefix: string }
): BackupPlace {
  const below = prefix === '' ? '' : `${prefix}/`;
  return {
    where,
    keep,
    take: async (name, folder, write) => {
      const path = join(folder, name);
      await write(path);
      const { size } = await stat(path);
      await store.putFile(below + name, path, { contentType: 'application/zip' });
      const stored = await store.head(below + name);
      if (stored?.size !== size)
        throw new Error(`${where} has ${stored?.size ?? 'none'} of the ${size} bytes of ${name}`);
      return size;
    },
    names: async () => {
      const names: string[] = [];
      for await (const key of store.list(below, new Date(8.64e15))) names.push(key.slice(below.length));
      return names;
    },
    remove: (name) => store.delete(below + name)
  };
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
