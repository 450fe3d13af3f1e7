import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { outsideThread } from '#lib/server/turns/outside-thread.ts';
import { TEX_LIMITS } from './limits.ts';

const PREFIX = 'plumbline-tex-';

/** Where a document is set. */
export type TexFolder = {
  /** What the server gives; TeX cannot write here. */
  readonly given: string;
  /** Where TeX starts, writes, and reads what it wrote; elsewhere it writes nothing. */
  readonly made: string;
  /** For temporary files and caches of TeX's programs. */
  readonly scratch: string;
};

/** What LaTeX and its packages write in one pass for the next: TeX's own code, and nothing that another program reads. */
const FOR_NEXT_PASS = /^\w[\w-]*\.(?:aux|brf|loa|lof|lol|lot|nav|out|snm|thm|toc)$/u;

/**
 * A fresh folder that only this user can read; it is removed when the work ends, however it ends.
 * @param work is given a signal that is aborted when nobody waits for it any more
 */
export const inTexFolder = <Made>(
  given: ReadonlyMap<string, string | Uint8Array>,
  work: (folder: TexFolder, signal: AbortSignal) => Promise<Made>
): Promise<Made> => outsideThread((signal) => inFolder(given, (folder) => work(folder, signal)));

async function inFolder<Made>(
  given: ReadonlyMap<string, string | Uint8Array>,
  work: (folder: TexFolder) => Promise<Made>
): Promise<Made> {
  // Of a thread that was ended, too.
  await removeLeftTexFolders();
  const whole = await mkdtemp(join(tmpdir(), PREFIX));
  try {
    const folder = { given: join(whole, 'given'), made: join(whole, 'made'), scratch: join(whole, 'scratch') };
    for (const path of Object.values(folder)) await mkdir(path, { mode: 0o700 });
    for (const [name, content] of given) await writeFile(join(folder.given, name), content, { mode: 0o400 });
    await chmod(folder.given, 0o500);
    return await work(folder);
  } finally {
    await removeWhole(whole);
  }
}

/** Makes `made` anew: of what the last pass wrote, only what LaTeX needs is left. */
export async function startNextPass({ made }: TexFolder): Promise<void> {
  const last = `${made}-last`;
  await rename(made, last);
  await mkdir(made, { mode: 0o700 });
  for (const entry of await readdir(last, { withFileTypes: true })) {
    if (entry.isFile() && FOR_NEXT_PASS.test(entry.name)) await rename(join(last, entry.name), join(made, entry.name));
  }
  await rm(last, { recursive: true, force: true });
}

async function removeWhole(whole: string): Promise<void> {
  // Names in a folder that cannot be written cannot be removed either.
  await chmod(join(whole, 'given'), 0o700).catch(() => undefined);
  await rm(whole, { recursive: true, force: true, maxRetries: 3 });
}

/** Removes what processes and threads left that were ended: no run takes so long. */
export async function removeLeftTexFolders(): Promise<number> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX));
  const removed = await Promise.all(
    names.map(async (name) => {
      const folder = join(tmpdir(), name);
      const found = await stat(folder).catch(() => null);
      if (!found || Date.now() - found.mtimeMs < 4000 * TEX_LIMITS.seconds) return 0;
      await removeWhole(folder).catch(() => undefined);
      return 1;
    })
  );
  return removed.reduce<number>((sum, one) => sum + one, 0);
}
