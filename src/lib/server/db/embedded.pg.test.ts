import { chmod, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../../../tests/support/api.ts';
import { execute } from '../../../../tests/support/database.ts';
import { startEmbeddedServer, type EmbeddedServer } from './embedded.ts';

const LOCK = 736_003;
const [ABANDONED, UNDER_WAY] = ['unfinished-0123456789ab', 'unfinished-ba9876543210'];
let folder: string;
let server: EmbeddedServer;
let url: string;
const failures: string[] = [];
const start = () =>
  startEmbeddedServer(folder, ['-c', 'fsync=off'], { say: () => undefined, fail: (why) => void failures.push(why) });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-kept-'));
  await chmod(folder, 0o755);
  // Left by first starts that were killed, and by one in progress.
  const hours = (n: number) => new Date(Date.now() - n * 3_600_000);
  for (const [name, age] of [
    [ABANDONED, 2],
    [UNDER_WAY, 0]
  ] as const) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, `${name}.password`), 'x');
    for (const path of [name, `${name}.password`]) await utimes(join(folder, path), hours(age), hours(age));
  }
  server = await start();
  url = server.url('postgres');
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const postmaster = async () => Number((await readFile(join(folder, 'cluster/postmaster.pid'), 'utf8')).split('\n')[0]);
const ended = (pid: number) =>
  eventually(async () => {
    try {
      return !process.kill(pid, 0);
    } catch {
      return true;
    }
  });
const holders = () =>
  execute(url, `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = ${LOCK} AND granted`)
    .then(({ rowCount }) => rowCount)
    .catch(() => null);
const isKept = () => eventually(async () => (await holders()) === 1 && !server.isRecovering());

test('the leftovers of a killed first start are removed, those of one that may be in progress stay', async () => {
  const left = (await readdir(folder)).filter((name) => name.startsWith('unfinished-'));
  expect(left.sort()).toEqual([UNDER_WAY, `${UNDER_WAY}.password`]);
});

test.each([['SIGKILL'], ['SIGQUIT'], ['SIGINT']] as const)(
  'a postmaster that %s has ended is started again on the same port, and locked again',
  async (signal) => {
    const first = await postmaster();
    // A backend that is busy when it happens.
    const busy = execute(url, 'SELECT pg_sleep(600)').catch(() => undefined);
    process.kill(first, signal);
    await ended(first);
    await isKept();
    await busy;
    expect(await postmaster()).not.toBe(first);
    expect(failures).toEqual([]);
  }
);

test('a backend that is still busy after its postmaster was killed does not block the restart', async () => {
  const busy = execute(url, `SELECT count(*) FROM generate_series(1, 1e12)`).catch(() => undefined);
  await eventually(async () => (await execute(url, `SELECT FROM pg_stat_activity WHERE query LIKE '%1e12%' AND state = 'active' AND pid <> pg_backend_pid()`)).rowCount === 1); // prettier-ignore
  const first = await postmaster();
  process.kill(first, 'SIGKILL');
  await ended(first);
  await isKept();
  await busy;
});

test('a lock that was lost with its connection is taken again', async () => {
  await execute(url, `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = ${LOCK}`);
  await isKept();
  expect(failures).toEqual([]);
});

test('its log continues in the same place', async () => {
  const log = await readFile(join(folder, 'cluster.log'), 'utf8');
  expect(log.match(/starting PostgreSQL/g)?.length).toBeGreaterThan(4);
});

test('if another process gets the lock first, this process learns that it has lost the cluster', async () => {
  const { default: pg } = await import('pg');
  const other = new pg.Client({ connectionString: url, application_name: 'plumbline 4711' });
  other.on('error', () => undefined);
  await other.connect();
  const waiting = other.query(`SELECT pg_advisory_lock(${LOCK})`);
  // Whoever has waited longest gets it.
  const isWaiting = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = ${LOCK} AND NOT granted`;
  await eventually(async () => (await execute(url, isWaiting)).rowCount === 1);
  await execute(url, `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = ${LOCK} AND granted`); // prettier-ignore
  await waiting;
  await eventually(async () => failures.length > 0);
  expect(failures).toEqual([expect.stringContaining('process 4711')]);
  await other.end();
});
