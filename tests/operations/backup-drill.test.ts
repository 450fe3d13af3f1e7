/**
 * The backup drill under the real `npm start`: stop, copy DATA_DIR with `cp -r`, start elsewhere; and an older copy put back under
 * devices that know more than it does. What devices and database make of it step by step: tests/sync/put-back.pg.test.ts.
 */
import { execFile } from 'node:child_process';
import { chmod, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, expect, test } from 'vitest';
import { startApp } from '../campaign/app.ts';
import { chance } from '../campaign/chance.ts';
import { startDevice, type Device } from '../campaign/device.ts';
import { foundLaboratory } from '../campaign/laboratory.ts';
import { postgresIn } from '../campaign/postgres.ts';
import { apiOf, eventually } from '../support/api.ts';
import { copyDataDir, STARTED } from '../support/prepared-data-dir.ts';
import { launch, makeDataDir, startServer, stopOrphan } from '../support/server.ts';

const run = promisify(execFile);
const asRoot = process.getuid?.() === 0;
const ONLY_ROOT = asRoot ? 'as root' : 'as root (NOT RUN: run the tests as root)';
const NOBODY = 65_534;
const PERSON = { email: 'ada@laboratory.example', password: 'a plumb line hangs true' };

const folders: string[] = [];
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
afterAll(async () => {
  for (const folder of folders) {
    await stopOrphan(folder);
    await rm(folder, { recursive: true, force: true });
  }
});

async function emptyFolder(): Promise<string> {
  const { path } = await makeDataDir();
  folders.push(path);
  return path;
}

/** As an operator copies: owned by who copies, and open to all. */
async function copyOf(dataDir: string): Promise<string> {
  const copy = await emptyFolder();
  await run('cp', ['-r', `${dataDir}/.`, copy]);
  await run('chmod', ['-R', 'u=rwX,go=rX', copy]);
  return copy;
}
const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

async function registered(): Promise<string> {
  const { path: dataDir } = await copyDataDir(STARTED);
  folders.push(dataDir);
  const server = await startServer({ dataDir });
  expect((await apiOf(null, server.baseUrl)('POST', '/auth/register', { ...PERSON, full_name: 'Ada' })).status).toBe(
    201
  );
  expect(await server.stop()).toBe(0);
  return dataDir;
}

test('a copy made with cp -r starts elsewhere: what is secret in it is closed again, and everything is there', async () => {
  const copy = await copyOf(await registered());
  const server = await startServer({ dataDir: copy });
  expect((await apiOf(null, server.baseUrl)('POST', '/auth/login', PERSON)).status).toBe(200);
  expect(server.output()).toContain('as after a copy. It is now private.');
  expect(await modeOf(join(copy, 'secret.key'))).toBe(0o600);
  expect(await modeOf(join(copy, 'postgres/password'))).toBe(0o600);
  expect(await modeOf(join(copy, 'postgres/cluster'))).toBe(0o700);
  expect(await server.stop()).toBe(0);
});

test.runIf(asRoot)(
  `a copy that root made for another user is refused with the command, and starts after it ${ONLY_ROOT}`,
  async () => {
    const copy = await copyOf(await registered());
    for (const closed of ['.', 'postgres/cluster']) {
      await chmod(join(copy, closed), 0o700);
      const refused = await launch(copy, {}, NOBODY);
      if ('baseUrl' in refused) throw new Error('it started');
      expect(refused.output).not.toMatch(/^\s+at /m);
      const [, command = ''] = /(?:sudo )(chown -R \d+:\d+ \S+)/.exec(refused.output) ?? [];
      expect(command).toBe(`chown -R ${NOBODY}:${NOBODY} ${copy}`);
      const [program = '', ...args] = command.split(' ');
      // All but the cluster, at first: it has a sentence of its own.
      await run(program, args);
      if (closed === '.') await run('chown', ['-R', '0:0', join(copy, 'postgres/cluster')]);
    }
    const server = await startServer({ dataDir: copy, runAs: NOBODY });
    expect((await apiOf(null, server.baseUrl)('POST', '/auth/login', PERSON)).status).toBe(200);
    expect(await server.stop()).toBe(0);
  }
);

test('after an older copy is restored, devices send back what was applied, then what is waiting', async () => {
  const dataDir = await emptyFolder();
  const app = await startApp(dataDir, {});
  ends.push(() => app.stop());
  const laboratory = await foundLaboratory(app.origin, 2);
  const devices = laboratory.assets.map((asset, i) =>
    startDevice(app.origin, laboratory, asset, chance(16 + i), chance(32 + i))
  );
  ends.push(() => Promise.all(devices.map((device) => device.stop())));
  const [first, second] = devices as [Device, Device];
  const settled = () =>
    eventually(async () => {
      devices.forEach((device) => device.wake());
      return devices.every((device) => device.unsettled().length === 0);
    });
  const records = async () => {
    const rows = await postgresIn(join(dataDir, 'postgres')).ask<{ id: string; version: number; number: string }>(
      `SELECT id, version::int AS version, certificate_number AS number FROM calibrations WHERE kind = 'internal'`
    );
    return Object.fromEntries(rows.map(({ id, version, number }) => [id, `${version} ${number}`]));
  };
  const warningsOf = async (id: string) => {
    const ask = 'SELECT w ->> $2 AS code FROM calibrations, jsonb_array_elements(warnings) w WHERE id = $1';
    const rows = await postgresIn(join(dataDir, 'postgres')).ask<{ code: string }>(ask, [id, 'code']);
    return rows.map(({ code }) => code);
  };
  const saved = () => devices.flatMap((device) => device.saved());
  const putBack = async (copy: string, meanwhile: () => void = () => undefined) => {
    await app.stop();
    await rm(dataDir, { recursive: true });
    await run('cp', ['-r', copy, dataDir]);
    meanwhile();
    await app.start();
  };

  first.save();
  second.save();
  await settled();
  await app.stop();
  const copy = await copyOf(dataDir);
  await app.start();
  devices.forEach((device) => device.save());
  first.save();
  await settled();
  const told = await records();
  expect(Object.keys(told)).toHaveLength(5);

  // Nothing waits: both offer again what the copy does not have.
  await putBack(copy);
  await eventually(async () => {
    devices.forEach((device) => device.wake());
    return Object.keys(await records()).length === 5;
  });
  expect(await records()).toEqual(told);

  // Saved while it was put back once more: what was told comes first, with the versions that were told.
  await putBack(copy, () => devices.forEach((device) => device.save()));
  await eventually(async () => {
    devices.forEach((device) => device.wake());
    return Object.keys(await records()).length === 7;
  });
  await settled();
  const now = await records();
  // A device that comes first may be given a number that the copy does not know of; then the other record says which it had.
  for (const [id, had] of Object.entries(told)) {
    if (now[id] !== had) expect([id, await warningsOf(id)]).toEqual([id, expect.arrayContaining(['renumbered'])]);
    expect(now[id]?.split(' ')[0]).toBe(had.split(' ')[0]);
  }
  expect(Object.keys(now).sort()).toEqual([...saved()].sort());
  expect(new Set(Object.values(now).map((text) => text.split(' ')[1])).size).toBe(7);
}, 300_000);
