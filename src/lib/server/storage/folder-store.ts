import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { assertKey, type ObjectStore } from './object-store.ts';
import { signPath } from './signed-path.ts';

export type FolderStoreOptions = {
  readonly folder: string;
  /** Where the app is reached; signed URLs begin with it. */
  readonly origin: string;
  readonly secretKey: Uint8Array;
  readonly now: () => Date;
};

/** Objects as files below a folder. A file appears whole or not at all, also when the machine stops while it is written. */
export function folderStore({ folder, origin, secretKey, now }: FolderStoreOptions): ObjectStore {
  const pathOf = (key: string): string => {
    assertKey(key);
    return join(folder, ...key.split('/'));
  };
  return {
    async put(key, body) {
      await writeWhole(pathOf(key), body);
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
    async check() {
      const probe = join(folder, `.check-${randomUUID()}`);
      await writeWhole(probe, new Uint8Array([1]));
      await rm(probe);
    }
  };
}

/** Written aside, brought to the disk, then renamed; the folder too is brought to the disk, or the name could be lost. */
async function writeWhole(path: string, body: Uint8Array): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  const aside = join(folder, `.${randomUUID()}.part`);
  try {
    const file = await open(aside, 'wx', 0o600);
    try {
      await file.writeFile(body);
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

function absent(error: unknown): null {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null;
  throw error;
}
