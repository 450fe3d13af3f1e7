/**
 * Data folders that are made once for all test files, since making them takes as long as many tests: of a server that has only been
 * started, and of one that `npm run demo` has filled. Each test works on its own copy.
 */
import { execFile } from 'node:child_process';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { makeDataDir, startServer, stateOfSources, type RunningServer } from './server.ts';

const PREPARED = resolve('tests/.output/prepared');
const PATIENCE_MS = 240_000;
const STALE_MS = 2 * 3_600_000;

/** What is done to a new installation before its data folder is copied. Its name is that of the folder. */
export type Preparation = { readonly name: string; readonly fill: (server: RunningServer) => Promise<void> };

/** Has only been started: its cluster is initialized and migrated, its secrets are made, and nobody has registered. */
export const STARTED: Preparation = { name: 'started', fill: () => Promise.resolve() };

/** A copy of the prepared data folder. */
export async function copyDataDir(preparation: Preparation): Promise<Awaited<ReturnType<typeof makeDataDir>>> {
  const prepared = await ensurePrepared(preparation);
  const copy = await makeDataDir();
  // Postgres refuses a cluster whose owner or rights have changed on the way.
  await promisify(execFile)('cp', ['-a', `${prepared}/.`, copy.path]);
  return copy;
}

/** Whoever comes first prepares the folder; others wait. Dates in it count from today: it is good for one day. */
export async function ensurePrepared(preparation: Preparation): Promise<string> {
  const today = new Date().toISOString().slice(0, 10);
  const done = join(PREPARED, `${preparation.name}-${stateOfSources()}-${today}`);
  const lock = `${done}.filling`;
  await removeStale();
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    if (await exists(done)) return done;
    const mine = await mkdir(lock).then(
      () => true,
      () => false
    );
    if (mine) {
      try {
        if (!(await exists(done))) await prepare(preparation, done);
      } finally {
        await rm(lock, { recursive: true, force: true });
      }
    } else if (Date.now() > deadline) throw new Error(`${lock} is older than ${PATIENCE_MS} ms: remove it`);
    else await new Promise((later) => setTimeout(later, 250));
  }
}

async function prepare({ fill }: Preparation, done: string): Promise<void> {
  const dataDir = await makeDataDir();
  const server = await startServer({ dataDir: dataDir.path });
  await fill(server);
  await server.stop();
  // Moved when it is whole; from another file system a rename would fail.
  await promisify(execFile)('cp', ['-a', dataDir.path, `${done}.filling/data`]);
  await rename(`${done}.filling/data`, done);
  await dataDir.remove();
}

/** Folders of earlier runs, and locks of runs that were killed. */
async function removeStale(): Promise<void> {
  await mkdir(PREPARED, { recursive: true });
  for (const name of await readdir(PREPARED)) {
    const path = join(PREPARED, name);
    const found = await stat(path).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > STALE_MS) await rm(path, { recursive: true, force: true });
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false
  );
