import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiOf, eventually } from '../support/api.ts';
import { execute } from '../support/database.ts';
import { copyDataDir, STARTED } from '../support/prepared-data-dir.ts';
import { databaseUrlOf, startServer, stopOrphan, type RunningServer } from '../support/server.ts';

const PERSON = { email: 'ada@laboratory.example', password: 'a plumb line hangs true' };

let dataDir: Awaited<ReturnType<typeof copyDataDir>>;
let server: RunningServer;
beforeAll(async () => {
  dataDir = await copyDataDir(STARTED);
  server = await startServer({ dataDir: dataDir.path });
  await apiOf(null, server.baseUrl)('POST', '/auth/register', { ...PERSON, full_name: 'Ada Founder' });
}, 240_000);
afterAll(async () => {
  await server.stop();
  await stopOrphan(dataDir.path);
  await dataDir.remove();
});

const pidFile = async () =>
  (await readFile(join(dataDir.path, 'postgres/cluster/postmaster.pid'), 'utf8').catch(() => '')).split('\n');
const postmaster = async () => Number((await pidFile())[0]);
const isServed = async () =>
  (await apiOf(null, server.baseUrl)('POST', '/auth/login', PERSON).catch(() => null))?.status === 200;
const look = async <T>(ask: (url: string) => Promise<T>) => ask(await databaseUrlOf(dataDir.path)).catch(() => null);
const jobIsDone = async () => {
  await eventually(() => look((url) => execute(url, `SELECT graphile_worker.add_job('remove_expired', '{}')`)));
  await eventually(async () => (await look((url) => execute(url, 'SELECT FROM graphile_worker._private_jobs')))?.rowCount === 0); // prettier-ignore
};
const lockIsHeld = () =>
  eventually(async () => {
    const held = await look((url) =>
      execute(url, `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 736003 AND granted`)
    );
    return held?.rowCount === 1;
  });

test.each([
  ['its postmaster is killed', async () => void process.kill(await postmaster(), 'SIGKILL')],
  ['its postmaster stops at once', async () => void process.kill(await postmaster(), 'SIGQUIT')],
  [
    'one of its backends is killed, which restarts it',
    async () => {
      const { rows } = await execute(await databaseUrlOf(dataDir.path), `SELECT pid FROM pg_stat_activity WHERE datname = 'plumbline' AND pid <> pg_backend_pid() LIMIT 1`); // prettier-ignore
      process.kill((rows[0] as { pid: number }).pid, 'SIGKILL');
    }
  ],
  [
    'every connection to it is ended',
    async () => {
      await execute(await databaseUrlOf(dataDir.path), `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`); // prettier-ignore
    }
  ]
])('where %s, the same process serves, works and holds its lock again', async (_name, harm) => {
  await harm();
  await eventually(isServed);
  await jobIsDone();
  await lockIsHeld();
  expect((await fetch(`${server.baseUrl}/health/ready`)).status).toBe(200);
  expect(server.output()).toContain('is ready');
});

test('what PostgreSQL said before it was started again is still in its log', async () => {
  const log = await readFile(join(dataDir.path, 'postgres/cluster.log'), 'utf8');
  expect(log.match(/starting PostgreSQL/g)?.length).toBeGreaterThan(1);
});

test('where another start has taken the lock meanwhile, the process ends with 1 and says so', async () => {
  const other = new pg.Client({
    connectionString: (await databaseUrlOf(dataDir.path)).replace(/plumbline$/, 'postgres')
  });
  other.on('error', () => undefined);
  await other.connect();
  const waiting = other.query('SELECT pg_advisory_lock(736003)');
  await execute(await databaseUrlOf(dataDir.path), `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = 736003 AND granted`); // prettier-ignore
  await waiting;
  await eventually(async () => server.output().includes('has taken'));
  await other.end();
  expect(await server.stop()).toBe(1);
  server = await startServer({ dataDir: dataDir.path });
});
