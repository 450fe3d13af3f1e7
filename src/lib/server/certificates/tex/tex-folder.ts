import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TEX_LIMITS } from './limits.ts';

const PREFIX = 'plumbline-tex-';

/** A fresh folder that only this user can read; it is removed when the work ends, however it ends. */
export async function inTexFolder<Made>(work: (folder: string) => Promise<Made>): Promise<Made> {
  const folder = await mkdtemp(join(tmpdir(), PREFIX));
  try {
    await mkdir(join(folder, 'texmf'), { mode: 0o700 });
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Removes what processes left that were killed: no run takes so long. */
export async function removeLeftTexFolders(now = Date.now()): Promise<number> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX));
  const removed = await Promise.all(
    names.map(async (name) => {
      const folder = join(tmpdir(), name);
      const found = await stat(folder).catch(() => null);
      if (!found || now - found.mtimeMs < 4000 * TEX_LIMITS.seconds) return 0;
      await rm(folder, { recursive: true, force: true }).catch(() => undefined);
      return 1;
    })
  );
  return removed.reduce<number>((sum, one) => sum + one, 0);
}
