import { execFile } from 'node:child_process';
import { rm, writeFile, open } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SIZE_MIB = 640;
const CHUNK = Buffer.alloc(1024 * 1024, 1);

/** A small disk of its own that can be filled. */
export type Disk = {
  readonly fill: () => Promise<void>;
  readonly free: () => Promise<void>;
  readonly remove: () => Promise<void>;
};

/** Mounts one at `path`, in memory. @returns null where this process may not. */
export async function mountDisk(path: string): Promise<Disk | null> {
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MIB}m,mode=0755`, 'plumbline-campaign', path]);
  } catch {
    return null;
  }
  const ballast = join(path, 'ballast');
  return {
    fill: async () => {
      const file = await open(ballast, 'a');
      try {
        for (;;) await file.write(CHUNK);
      } catch (thrown) {
        if ((thrown as NodeJS.ErrnoException).code !== 'ENOSPC') throw thrown;
      } finally {
        await file.close();
      }
      // What is left of the last page.
      await writeFile(`${ballast}.rest`, Buffer.alloc(4096), { flag: 'a' }).catch(() => undefined);
    },
    free: async () => {
      await rm(ballast, { force: true });
      await rm(`${ballast}.rest`, { force: true });
    },
    remove: async () => void (await run('umount', ['-l', path]))
  };
}
