import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Services } from '#lib/server/use-cases/services.ts';
import {
  calibratedLaboratory,
  externalBody,
  recorded,
  type CalibratedLaboratory
} from '../../../../../tests/support/calibrated-laboratory.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { runCommand } from '../../../../../tests/support/run-command.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { noticeCopy } from './notice-copy.ts';

let database: TestDatabase;
let services: Services;
let laboratory: CalibratedLaboratory;
beforeEach(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
});
afterEach(() => database.drop());

const generation = async () =>
  ((await execute(database.url, 'SELECT generation FROM installation')).rows[0] as { generation: string }).generation;
const lastNumber = async () =>
  Number((await execute(database.url, 'SELECT max(last_number) AS n FROM certificate_counters')).rows[0]?.n);

test('an empty database is nobody’s copy; started again where it was, it is the same', async () => {
  const first = await generation();
  expect(await noticeCopy(services, 'file 1')).toMatchObject({ reason: null, seen: { generation: first } });
  laboratory = await calibratedLaboratory(services);
  for (let start = 0; start < 3; start++) expect((await noticeCopy(services, 'file 1')).reason).toBeNull();
  expect(await generation()).toBe(first);
});

test('found elsewhere, it is another copy: reported once, and in the audit log', async () => {
  await noticeCopy(services, 'file 1');
  laboratory = await calibratedLaboratory(services);
  const before = await generation();
  const { reason, seen } = await noticeCopy(services, 'file 2');
  expect(reason).toBe('elsewhere');
  expect(seen.generation).not.toBe(before);
  expect(await generation()).toBe(seen.generation);
  expect((await noticeCopy(services, 'file 2')).reason).toBeNull();
  const { rows } = await execute(database.url, `SELECT changes FROM audit_log WHERE action = 'installation.restored'`);
  expect(rows).toEqual([{ changes: { reason: { old: null, new: 'elsewhere' } } }]);
});

test('a dump that is restored into another database is a copy', async () => {
  await noticeCopy(services, '');
  laboratory = await calibratedLaboratory(services);
  const { rows } = await execute(database.url, 'SELECT database_place() AS place');
  await execute(database.url, `UPDATE installation SET held_at = '1' || held_at`);
  expect(rows[0]?.place).toMatch(/^\d+\.\d+\.\d+\.[0-9A-F]{8}$/);
  expect((await noticeCopy(services, '')).reason).toBe('elsewhere');
});

test('one that knows of less than was seen is an older copy, and gives no certificate number twice', async () => {
  laboratory = await calibratedLaboratory(services);
  await noticeCopy(services, 'file 1');
  const { technician, asset } = laboratory;
  for (let n = 0; n < 3; n++) await recorded(services, technician, externalBody(asset));
  const { seen } = await noticeCopy(services, 'file 1');
  const numbers = await lastNumber();
  await execute(database.url, 'UPDATE organization_changes SET last_seq = last_seq - 1 WHERE last_seq > 1');
  await execute(database.url, 'UPDATE certificate_counters SET last_number = 1');
  // By the process that has seen it, and by a start that reads what was kept.
  expect((await noticeCopy(services, 'file 1')).reason).toBe('older');
  expect(await lastNumber()).toBe(numbers);
  expect((await noticeCopy(services, 'file 1', { ...seen, generation: await generation() })).reason).toBe('older');
});

test('of several processes that notice it, one begins the generation; a process that runs on takes it over', async () => {
  laboratory = await calibratedLaboratory(services);
  const { seen } = await noticeCopy(services, 'file 1');
  const starts = await Promise.all(Array.from({ length: 4 }, () => noticeCopy(services, 'file 2')));
  expect(starts.filter(({ reason }) => reason === 'elsewhere')).toHaveLength(1);
  const last = await noticeCopy(services, 'file 2', seen);
  expect(last).toMatchObject({ reason: null, seen: { generation: await generation() } });
});

test('`npm run restored` begins a generation beside the app', async () => {
  laboratory = await calibratedLaboratory(services);
  const before = await generation();
  const { code, output } = await runCommand(database.url, 'restored');
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining(await generation()) as string });
  expect(await generation()).not.toBe(before);
}, 60_000);
