import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { internalBody, calibratedLaboratory, recorded } from '../../../../../tests/support/calibrated-laboratory.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { failedJob } from '../../../../../tests/support/failed-job.ts';
import { person } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { issueCertificate } from '../certificates/issue-certificate.ts';
import { beat, keepHeartbeat } from './keep-heartbeat.ts';
import { readSystem } from './read-system.ts';

let database: TestDatabase;
let services: Services;
let admin: PersonActor;
const run = (statement: string, values: unknown[] = []) => execute(database.url, statement, values);
beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database, { now: () => new Date() });
  const laboratory = await calibratedLaboratory(services);
  const { id } = await recorded(services, laboratory.technician, internalBody(laboratory));
  await issueCertificate(services, id);
  // No member of the laboratory, whose files are counted all the same.
  admin = await person(services, 'admin');
  await run('DELETE FROM graphile_worker._private_jobs');
});
afterAll(() => database.drop());

const as = (kind: 'web' | 'worker', given: Partial<Services['own']> = {}): Services => ({
  ...services,
  own: { ...services.own, id: randomUUID(), kind, ...given }
});

test('an administrator reads sizes, versions, queue and clocks; nobody else does', async () => {
  await failedJob(run);
  const system = await readSystem(services, admin);
  expect(system).toMatchObject({
    version: '0.0.0',
    storage: { kind: 'folder', works: true },
    mail: { state: 'off', waiting: 0, last_sent_at: null, last_failure: null },
    queue: { failed: 1, retrying: 0, running: 0, waiting: 0, oldest_seconds: null },
    time_stamps: null
  });
  expect(system.migrations.last).toMatch(/^\d{4}_/);
  expect(system.database.bytes).toBeGreaterThan(1_000_000);
  expect(Math.abs(system.clock_ahead_ms)).toBeLessThan(60_000);
  const certificates = system.storage.use.find(({ kind }) => kind === 'certificates');
  expect(certificates?.files).toBe(1);
  expect(certificates?.bytes).toBeGreaterThan(1000);
  await run('DELETE FROM graphile_worker._private_jobs');
  const technician = await person(services, 'technician');
  await expect(readSystem(services, technician)).rejects.toMatchObject({ code: 'forbidden' });
});

test('a store that fails is told, and the rest with it', async () => {
  const store = { ...services.store, check: () => Promise.reject(new Error('the disk is full')) };
  const { storage, problems } = await readSystem({ ...services, store }, admin);
  expect([storage.works, storage.latency_ms]).toEqual([false, null]);
  expect(problems).toContain('storage_failing');
});

test('each process is listed while it lives, is lost after a minute of silence, and forgotten after a day', async () => {
  const [web, worker] = [as('web'), as('worker', { version: '0.0.1' })];
  const end = keepHeartbeat(web, () => true);
  await beat(worker, false);
  const states = async () => {
    const { processes } = await readSystem(services, admin);
    return processes.map(({ kind, state }) => `${kind} ${state}`);
  };
  await end();
  expect(await states()).toEqual(['worker alive']);
  await beat(web, true);
  expect(await states()).toEqual(['web draining', 'worker alive']);
  await run(`UPDATE processes SET seen_at = now() - interval '61 seconds' WHERE kind = 'worker'`);
  expect(await states()).toEqual(['web draining', 'worker lost']);
  await run(`UPDATE processes SET seen_at = now() - interval '25 hours' WHERE kind = 'worker'`);
  await beat(web, false);
  expect(await states()).toEqual(['web alive']);
});

test('a clock that is wrong is told with the process that has it', async () => {
  const ahead = { ...as('worker'), now: () => new Date(Date.now() + 3_600_000) };
  await beat(ahead, false);
  const { processes, problems } = await readSystem(services, admin);
  const found = processes.find(({ id }) => id === ahead.own.id);
  expect(Math.round((found?.clock_ahead_ms ?? 0) / 60_000)).toBe(60);
  expect(problems).toContain('clock_wrong');
});

test('a clock that begins in 1970 is told too', async () => {
  const behind = { ...as('worker'), now: () => new Date('1970-01-01T00:10:00Z') };
  await beat(behind, false);
  const { processes, problems } = await readSystem(services, admin);
  expect(processes.find(({ id }) => id === behind.own.id)?.clock_ahead_ms).toBeLessThan(-24 * 86_400_000);
  expect(problems).toContain('clock_wrong');
});
