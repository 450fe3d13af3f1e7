/** What nobody catches in a running server: the world's failures end nothing, a mistake of ours ends it in order. */
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/api.ts';
import { copyDataDir, STARTED } from '../support/prepared-data-dir.ts';
import { startServer, stopOrphan, type RunningServer } from '../support/server.ts';

let dataDir: Awaited<ReturnType<typeof copyDataDir>>;
let server: RunningServer;
let failsAs: string;
beforeAll(async () => {
  dataDir = await copyDataDir(STARTED);
  failsAs = join(dataDir.path, 'fails-as');
  const env = { FAILS_AS: failsAs, NODE_OPTIONS: `--import ${resolve('tests/support/throw-on-signal.mjs')}` };
  server = await startServer({ dataDir: dataDir.path, env });
}, 240_000);
afterAll(async () => {
  await server.stop();
  await stopOrphan(dataDir.path);
  await dataDir.remove();
});

async function fail(kind: 'rejection' | 'connection' | 'disk' | 'mistake'): Promise<void> {
  await writeFile(failsAs, kind);
  process.kill(server.pid, 'SIGUSR2');
}
const logged = (words: string) =>
  eventually(async () =>
    server
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { msg: string; level: number; err?: { message: string } })
      .find(({ err }) => err?.message === words)
  );

test.each([
  ['rejection', 'a promise that nobody awaited', 'nobody caught a failure'],
  ['connection', 'a connection that broke', 'nobody caught an error'],
  ['disk', 'a disk that is full', 'nobody caught an error']
] as const)('a %s that nobody catches is logged, and the process goes on', async (kind, words, msg) => {
  await fail(kind);
  expect(await logged(words)).toMatchObject({ msg });
  expect((await fetch(`${server.baseUrl}/health/ready`)).status).toBe(200);
});

test('after a mistake of ours nobody knows its state: it says so, and ends in order with 1', async () => {
  await fail('mistake');
  expect(await logged('a mistake of ours')).toMatchObject({ msg: 'nobody caught an error', level: 60 });
  await eventually(async () => server.output().includes('An error that nobody caught; the log has it.'));
  await eventually(async () => (await fetch(`${server.baseUrl}/health/live`).catch(() => null)) === null);
  expect(await server.stop()).toBe(1);
  // Its PostgreSQL has ended with it.
  expect(await readFile(join(dataDir.path, 'postgres/cluster/postmaster.pid'), 'utf8').catch(() => null)).toBeNull();
});
