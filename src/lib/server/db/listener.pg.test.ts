import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, execute, type TestDatabase } from '../../../../tests/support/database.ts';
import { eventually } from '../../../../tests/support/api.ts';
import { listenForChanges, type Change, type ChangeListener } from './listener.ts';

const ORGANIZATION = '0198f000-0000-7000-8000-00000000000a';
let database: TestDatabase;
let listener: ChangeListener;
let heard: Change[];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  heard = [];
  listener = listenForChanges(database.url, pino({ level: 'silent' }));
  listener.subscribe((change) => heard.push(change));
  await eventually(async () => heard.length > 0);
  heard.length = 0;
});
afterEach(() => listener.stop());

const change = () => execute(database.url, 'SELECT take_change_numbers($1, 3)', [ORGANIZATION]);
const ofOrganization = { kind: 'organization', organizationId: ORGANIZATION };

test('a committed change is received once, with its organization', async () => {
  await change();
  await eventually(async () => heard.length > 0);
  expect(heard).toEqual([ofOrganization]);
});

test('after its connection was cut it reports an unknown change, and receives changes again', async () => {
  await execute(
    database.url,
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'plumbline listener' AND datname = current_database()"
  );
  await eventually(async () => heard.some(({ kind }) => kind === 'unknown'));
  await change();
  await eventually(async () => heard.some(({ kind }) => kind === 'organization'));
});

test('an unsubscribed listener receives nothing more, and the end is reported', async () => {
  const others: Change[] = [];
  listener.subscribe((one) => others.push(one))();
  await change();
  await eventually(async () => heard.length > 0);
  expect(others).toEqual([]);
  expect(listener.ended.aborted).toBe(false);
  await listener.stop();
  expect(listener.ended.aborted).toBe(true);
});
