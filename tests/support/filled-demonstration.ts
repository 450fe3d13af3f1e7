/**
 * The data folder of an installation that `npm run demo` has filled, made once for all test files: filling takes as long as
 * many tests. Each file works on its own copy.
 */
import { execFile } from 'node:child_process';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { fillLaboratory } from '../../src/commands/demo/fill.ts';
import { MANAGER, PASSWORD } from '../../src/commands/demo/staff.ts';
import { hashSources } from '../../src/commands/start/build.ts';
import { apiOf, type Api } from './api.ts';
import { makeDataDir, startServer } from './server.ts';

const FILLED = resolve('tests/.output/demonstrations');
const PATIENCE_MS = 240_000;
const STALE_MS = 2 * 3_600_000;

/** A copy of the filled data folder. Whoever comes first fills it; others wait. */
export async function copyFilledDataDir(): Promise<Awaited<ReturnType<typeof makeDataDir>>> {
  const filled = await ensureFilled();
  const copy = await makeDataDir();
  // Postgres refuses a cluster whose owner or rights have changed on the way.
  await promisify(execFile)('cp', ['-a', `${filled}/.`, copy.path]);
  return copy;
}

/** Dates in the demonstration count from today: a filled folder is good for one day. */
export async function ensureFilled(): Promise<string> {
  const name = `${(await hashSources()).slice(0, 12)}-${new Date().toISOString().slice(0, 10)}`;
  const done = join(FILLED, name);
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
        if (!(await exists(done))) await fill(done);
      } finally {
        await rm(lock, { recursive: true, force: true });
      }
    } else if (Date.now() > deadline) throw new Error(`${lock} is older than ${PATIENCE_MS} ms: remove it`);
    else await new Promise((later) => setTimeout(later, 250));
  }
}

async function fill(done: string): Promise<void> {
  const dataDir = await makeDataDir();
  const server = await startServer({ dataDir: dataDir.path });
  await fillLaboratory(server.baseUrl, () => undefined);
  await certificatesAreIssued(server.baseUrl);
  await server.stop();
  // Moved when it is whole; from another file system a rename would fail.
  await promisify(execFile)('cp', ['-a', dataDir.path, `${done}.filling/data`]);
  await rename(`${done}.filling/data`, done);
  await dataDir.remove();
}

/** Otherwise each copy would issue the same certificates again. */
async function certificatesAreIssued(baseUrl: string): Promise<void> {
  const api = apiOf(await tokenOf(baseUrl, MANAGER), baseUrl);
  const deadline = Date.now() + PATIENCE_MS;
  while ((await pendingCertificates(api)) > 0) {
    if (Date.now() > deadline) throw new Error('The certificates of the demonstration are still pending');
    await new Promise((later) => setTimeout(later, 250));
  }
}

async function pendingCertificates(api: Api): Promise<number> {
  const { body } = await api<unknown[]>('GET', '/calibrations?certificate_state=pending&limit=1');
  return body.length;
}

/** Signs in. @returns the bearer token. */
export async function tokenOf(baseUrl: string, email: string): Promise<string> {
  const { body } = await apiOf(null, baseUrl)<{ access_token: string }>('POST', '/auth/login', {
    email,
    password: PASSWORD
  });
  return body.access_token;
}

/** Folders of earlier runs, and locks of runs that were killed. */
async function removeStale(): Promise<void> {
  await mkdir(FILLED, { recursive: true });
  for (const name of await readdir(FILLED)) {
    const path = join(FILLED, name);
    const found = await stat(path).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > STALE_MS) await rm(path, { recursive: true, force: true });
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false
  );
