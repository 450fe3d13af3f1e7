import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { assertKey, type ObjectStore } from './object-store.ts';
import { signPath } from './signed-path.ts';

export type FolderStoreOptions = {
  readonly folder: string;
  /** Where the app is reached; signed URLs begin with it. */
  readonly origin: string;
  readonly secretKey: Uint8Array;
  readonly now: () => Date;
};

/** Temporary files; a killed process leaves them behind. */
const UNFINISHED = /^\.(check-[0-9a-f-]{36}|[0-9a-f-]{36}\.part)$/;

/**
 * Objects as files below a folder. A file appears completely or not at all, even if the machine stops while it is
 * written.
 */
export function folderStore({ folder, origin, secretKey, now }: FolderStoreOptions): ObjectStore {
  const pathOf = (key: string): string => {
    assertKey(key);
    return join(folder, ...key.split('/'));
  };
  return {
    kind: 'folder',
    async put(key, body) {
      await writeWhole(pathOf(key), [body]);
    },
    async putFile(key, path) {
      const source = await open(path, 'r');
      await writeWhole(pathOf(key), source.createReadStream() as AsyncIterable<Buffer>);
    },
    async get(key) {
      const file = await open(pathOf(key), 'r').catch(absent);
      if (file === null) return null;
      const { size } = await file.stat();
      return { size, stream: file.createReadStream() };
    },
    async head(key) {
      const found = await stat(pathOf(key)).catch(absent);
      return found?.isFile() ? { size: found.size } : null;
    },
    async presign(key, options) {
      const expiresAt = new Date((Math.floor(now().getTime() / 1000) + options.expiresIn) * 1000);
      return { url: origin + signPath(key, options, expiresAt, { secretKey }), expiresAt };
    },
    async delete(key) {
      await rm(pathOf(key), { force: true });
    },
    async *list(prefix, before) {
      for await (const key of filesBelow(folder, before)) {
        if (key.startsWith(prefix) && !basename(key).startsWith('.')) yield key;
      }
    },
    async removeUnfinished(before) {
      let removed = 0;
      for await (const path of filesBelow(folder, before)) {
        if (!UNFINISHED.test(basename(path))) continue;
        await rm(join(folder, path), { force: true });
        removed++;
      }
      return removed;
    },
    async check() {
      const probe = join(folder, `.check-${randomUUID()}`);
      await writeWhole(probe, [new Uint8Array([1])]);
      await rm(probe);
    }
  };
}

/**
 * Written to a temporary file, flushed to the disk, then renamed; the folder is flushed too, or the name could be lost.
 */
async function writeWhole(path: string, parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  const aside = join(folder, `.${randomUUID()}.part`);
  try {
    const file = await open(aside, 'wx', 0o600);
    try {
      for await (const part of parts) await file.writeFile(part);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(aside, path);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
  const entry = await open(folder, 'r');
  try {
    await entry.sync();
  } finally {
    await entry.close();
  }
}

/** Paths, with `/`, of all files written before an instant; files deleted meanwhile are left out. */
async function* filesBelow(folder: string, before: Date, way = ''): AsyncGenerator<string> {
  const entries = (await readdir(join(folder, way), { withFileTypes: true }).catch(absent)) ?? [];
  for (const entry of entries) {
    const path = way === '' ? entry.name : `${way}/${entry.name}`;
    if (entry.isDirectory()) yield* filesBelow(folder, before, path);
    else if (entry.isFile()) {
      const found = await stat(join(folder, path)).catch(absent);
      if (found !== null && found.mtime < before) yield path;
    }
  }
}

function absent(error: unknown): null {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null;
  throw error;
}
