import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { apiOf, eventually } from '../support/api.ts';
import { copyDataDir, STARTED } from '../support/prepared-data-dir.ts';
import { databaseUrlOf, launch, makeDataDir, startServer, stopOrphan, type Started } from '../support/server.ts';
import { execute } from '../support/database.ts';
import { runCommand } from '../support/run-command.ts';

const removals: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(removals.map((remove) => remove())));

const newDataDir = async () => removedAfterwards(await makeDataDir());
/** Of an installation that was started once: nothing of it needs to be made. */
const startedDataDir = async () => removedAfterwards(await copyDataDir(STARTED));
function removedAfterwards({ path, remove }: Awaited<ReturnType<typeof makeDataDir>>): string {
  removals.push(async () => {
    // A test that failed must not leave a Postgres behind.
    await stopOrphan(path);
    await remove();
  });
  return path;
}
const refusal = (started: Started): string => {
  if ('baseUrl' in started) throw new Error('it started');
  expect(started.exitCode).toBe(1);
  // A sentence for a person, not a stack.
  expect(started.output).not.toMatch(/^\s+at /m);
  return started.output;
};
const person = { email: 'a@b.example', password: 'a plumb line hangs true', full_name: 'A Person' };
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
const postgresPid = async (dataDir: string) =>
  Number((await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[0]);

describe('a start from nothing', () => {
  test('says where to open it, keeps its secret to itself, and SIGTERM ends it and its Postgres with code 0', async () => {
    const dataDir = await newDataDir();
    const server = await startServer({ dataDir });
    expect(server.output()).toMatch(/^Plumbline 3\.6\.1 is ready: http:\/\/localhost:\d+$/m);
    expect((await stat(join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600);
    const ready = await fetch(`${server.baseUrl}/health/ready`);
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { status: 'ready', database: 'ok', storage: 'ok', certificate_engines: ['embedded'] }
    ]);
    const postgres = await postgresPid(dataDir);
    expect(isAlive(postgres)).toBe(true);
    expect(await server.stop()).toBe(0);
    expect(isAlive(postgres)).toBe(false);
  });

  test('works for a user who is not root', async () => {
    const dataDir = await newDataDir();
    const nobody = 65_534;
    const server = await startServer({ dataDir, ...(process.getuid?.() === 0 && { runAs: nobody }) });
    expect((await fetch(`${server.baseUrl}/health/ready`)).status).toBe(200);
    expect(await server.stop()).toBe(0);
  });
});

test('after kill -9 the next start takes over the Postgres that stayed behind, with all that was answered', async () => {
  const dataDir = await startedDataDir();
  const first = await startServer({ dataDir });
  expect((await apiOf(null, first.baseUrl)('POST', '/auth/register', person)).status).toBe(201);
  const postgres = await postgresPid(dataDir);
  await first.kill();
  expect(isAlive(postgres)).toBe(true);
  const second = await startServer({ dataDir });
  expect(await postgresPid(dataDir)).toBe(postgres);
  expect((await apiOf(null, second.baseUrl)('POST', '/auth/login', person)).status).toBe(422);
  const { email, password } = person;
  expect((await apiOf(null, second.baseUrl)('POST', '/auth/login', { email, password })).status).toBe(200);
  expect(await second.stop()).toBe(0);
  expect(isAlive(postgres)).toBe(false);
});

test('a job in hand when the process was killed is given to the next, at once', async () => {
  const dataDir = await startedDataDir();
  const first = await startServer({ dataDir });
  await first.kill();
  const url = await databaseUrlOf(dataDir);
  await execute(url, `SELECT graphile_worker.add_job('remove_expired', '{}')`);
  await execute(
    url,
    `UPDATE graphile_worker._private_jobs SET locked_by = 'worker-of-the-dead', locked_at = now(), attempts = 1`
  );
  const second = await startServer({ dataDir });
  const deadline = Date.now() + 20_000;
  let left: unknown = 1;
  while (left !== 0 && Date.now() < deadline) {
    left = (await execute(url, 'SELECT count(*)::int AS n FROM graphile_worker._private_jobs')).rows[0].n;
  }
  expect(left).toBe(0);
  await second.stop();
});

test('a second start on one data folder is refused, and the first goes on', async () => {
  const dataDir = await startedDataDir();
  const first = await startServer({ dataDir });
  expect(refusal(await launch(dataDir))).toContain(`Another Plumbline (process ${first.pid}) is using ${dataDir}`);
  expect((await fetch(`${first.baseUrl}/health/ready`)).status).toBe(200);
  expect(await first.stop()).toBe(0);
});

test('two first starts at once leave one running and one refused', async () => {
  const dataDir = await newDataDir();
  const both = await Promise.all([launch(dataDir), launch(dataDir)]);
  const running = both.filter((started) => 'baseUrl' in started);
  expect(running).toHaveLength(1);
  for (const started of both) {
    if ('baseUrl' in started) expect(await started.stop()).toBe(0);
    else expect(started.output).toContain('Another Plumbline');
  }
});

test('a request in hand is answered before the process ends', async () => {
  const dataDir = await startedDataDir();
  const server = await startServer({ dataDir });
  const { email, password } = person;
  await apiOf(null, server.baseUrl)('POST', '/auth/register', person);
  // Argon2 takes its time: when one is answered, others are in hand.
  const answers = Array.from({ length: 12 }, () =>
    apiOf(null, server.baseUrl)('POST', '/auth/login', { email, password })
  );
  await Promise.race(answers);
  const ended = server.stop();
  const statuses = (await Promise.allSettled(answers)).map((one) =>
    one.status === 'fulfilled' ? one.value.status : String(one.reason?.cause?.code)
  );
  expect(await ended).toBe(0);
  expect(statuses).toContain(200);
  // What had not arrived was not accepted; nothing was cut in the middle.
  expect(statuses.every((status) => [200, 429, 'ECONNREFUSED'].includes(status))).toBe(true);
});

test('a signal while it still starts ends it at once, its Postgres too', async () => {
  const dataDir = await startedDataDir();
  // A database that another process is migrating: the start waits, and then is stopped.
  const waiting = launch(dataDir, { LOG_LEVEL: 'info' }, undefined, async (pid) => {
    await eventually(async () => postgresPid(dataDir).catch(() => null));
    process.kill(pid, 'SIGTERM');
  });
  const ended = await waiting;
  if ('baseUrl' in ended) {
    // It was faster than the signal: then this is an ordinary end.
    expect(await ended.stop()).toBe(0);
  } else {
    expect([ended.exitCode, ended.output]).toEqual([0, expect.not.stringContaining('    at ')]);
  }
  await eventually(async () => (await postgresPid(dataDir).catch(() => 0)) === 0);
});

describe('a fault is described in a sentence', () => {
  test('a port that is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const dataDir = await startedDataDir();
    expect(refusal(await launch(dataDir, { PORT: String(port) }))).toContain(
      `Port ${port} is in use by another program.`
    );
    other.close();
  });

  test('every fault of the configuration at once', async () => {
    const output = refusal(await launch(await newDataDir(), { PORT: 'many', SECRET_KEY: 'short' }));
    expect(output).toContain('The configuration cannot be used:');
    expect(output).toMatch(/^PORT: /m);
    expect(output).toMatch(/^SECRET_KEY: 64 hexadecimal digits/m);
  });

  test('a database that refuses, without its password', async () => {
    const url = new URL(inject('databaseUrl'));
    url.password = 'a-wrong-password';
    const output = refusal(await launch(await newDataDir(), { DATABASE_URL: url.href, SECRET_KEY: 'ab'.repeat(32) }));
    expect(output).toMatch(/DATABASE_URL: PostgreSQL at 127\.0\.0\.1:\d+\/plumbline cannot be used: .*password/);
    expect(output).not.toContain('a-wrong-password');
  });

  const asRoot = process.getuid?.() === 0;
  const ONLY_ROOT = asRoot ? 'as root' : 'as root (NOT RUN: run the tests as root)';
  test.runIf(asRoot)(`a data folder that the user of Postgres cannot reach ${ONLY_ROOT}`, async () => {
    const closed = await mkdtemp(join(tmpdir(), 'plumbline-closed-'));
    removals.push(() => rm(closed, { recursive: true, force: true }));
    await chmod(closed, 0o700);
    await mkdir(join(closed, 'data'));
    const output = refusal(await launch(join(closed, 'data')));
    expect(output).toContain(`${closed} is closed to that user; DATA_DIR lies below it.`);
    expect(output).toContain(`chmod o+x ${closed}`);
  });
});

test('a worker on the same database runs jobs and answers nothing but its health', async () => {
  const dataDir = await startedDataDir();
  const SECRET_KEY = (await readFile(join(inject('dataDir'), 'secret.key'), 'utf8')).trim();
  const env = { DATABASE_URL: inject('databaseUrl'), SECRET_KEY, PROCESS: 'worker' };
  const worker = await startServer({ dataDir, env });
  const statusOf = async (path: string) => (await fetch(worker.baseUrl + path)).status;
  expect(await statusOf('/health/live')).toBe(200);
  expect(await statusOf('/health/ready')).toBe(200);
  expect(await statusOf('/api/v1/users/me')).toBe(404);
  expect(await statusOf('/')).toBe(404);
  expect(await worker.stop()).toBe(0);
});

test('behind a proxy, who comes past it is answered too, by the address of the connection', async () => {
  const server = await startServer({ dataDir: await startedDataDir(), env: { TRUSTED_PROXIES: '1' } });
  const api = apiOf(null, server.baseUrl);
  const { email, password } = person;
  expect((await api('POST', '/auth/register', person)).status).toBe(201);
  expect((await api('POST', '/auth/login', { email, password })).status).toBe(200);
  const metrics = (headers: Record<string, string> = {}) => fetch(`${server.baseUrl}/metrics`, { headers });
  expect((await metrics()).status).toBe(200);
  expect((await metrics({ 'X-Forwarded-For': '203.0.113.7' })).status).toBe(404);
  expect(await server.stop()).toBe(0);
});

describe('the key that the database is sealed with', () => {
  test('where it is lost, no other one is made: the start says what to do, and goes well when the key is back', async () => {
    const dataDir = await startedDataDir();
    const file = join(dataDir, 'secret.key');
    const key = (await readFile(file, 'utf8')).trim();
    await rename(file, `${file}.away`);
    expect(refusal(await launch(dataDir))).toContain(`${file}: is missing`);
    expect(await readFile(file, 'utf8').catch(() => null)).toBeNull();
    const server = await startServer({ dataDir, env: { SECRET_KEY: key } });
    expect(await server.stop()).toBe(0);
  });

  test('where it is another one, the start is refused; with the right one as SECRET_KEY_BEFORE it goes well', async () => {
    const dataDir = await startedDataDir();
    const key = (await readFile(join(dataDir, 'secret.key'), 'utf8')).trim();
    const SECRET_KEY = 'cd'.repeat(32);
    expect(refusal(await launch(dataDir, { SECRET_KEY }))).toContain('SECRET_KEY is not the key');
    const server = await startServer({ dataDir, env: { SECRET_KEY, SECRET_KEY_BEFORE: key } });
    expect(await server.stop()).toBe(0);
  });

  test('where it is lost for good, forget-secrets makes another one beside its own database, and the start goes well', async () => {
    const dataDir = await startedDataDir();
    const file = join(dataDir, 'secret.key');
    const command = (...args: string[]) => runCommand(null, 'forget-secrets', args, '', { DATA_DIR: dataDir });
    expect(await command('--yes')).toMatchObject({ code: 1, output: expect.stringContaining('Nothing was deleted') });
    const key = await readFile(file, 'utf8');
    await rm(file);
    expect(refusal(await launch(dataDir))).toContain('npm run forget-secrets');
    expect(await command()).toMatchObject({ code: 1, output: expect.stringContaining('-- --yes') });
    expect(await readFile(file, 'utf8').catch(() => null)).toBeNull();
    expect(await command('--yes')).toMatchObject({ code: 0, output: expect.stringContaining('Deleted: ') });
    expect(await readFile(file, 'utf8')).not.toBe(key);
    const server = await startServer({ dataDir });
    expect(await server.stop()).toBe(0);
  });
});
