import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { handlers } from '#lib/server/jobs/registry.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { person, superadmin } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { beginLongWork } from './begin-operation.ts';
import { keyOfResult, keyOfUpload } from './operation-keys.ts';
import { cancelOperation, downloadOperation, getOperation, listOperations } from './own-operations.ts';
import { runOperation, type LongWork } from './run-operation.ts';

let database: TestDatabase;
let services: Services;
let technician: PersonActor;
let other: PersonActor;
beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  await superadmin(services);
  technician = await person(services, 'technician');
  other = await person(services, 'admin');
});
afterAll(() => database.drop());

const begin = async (actor = technician) => {
  await execute(database.url, 'DELETE FROM operations');
  return transaction(services.pool, actor, (tx) => beginLongWork(tx, actor, 'assets_export', {})).then(
    ({ job_id }) => job_id
  );
};
const run = (id: string, work: (given: LongWork) => Promise<void>, within = services) =>
  runOperation(within, id, { assets_export: (_services, given) => work(given) });
const finish = (given: LongWork, outcome: Parameters<LongWork['finish']>[1]) =>
  transaction(services.pool, given.actor, (tx) => given.finish(tx, outcome));
const store = (key: string) => services.store.put(key, Buffer.from('made'), { contentType: 'application/zip' });
const done = async (given: LongWork) => {
  const key = keyOfResult(given.id);
  await store(key);
  await finish(given, { state: 'done', result: { assets: 1 }, file: { key, name: 'assets.zip' } });
};

test('it is queued, runs by the rights of who asked for it, and its result is theirs alone', async () => {
  const id = await begin();
  expect(await getOperation(services, technician, id)).toMatchObject({
    state: 'queued',
    progress: null,
    download_url: null
  });
  await run(id, async (given) => {
    expect(given.actor).toMatchObject({ userId: technician.userId, role: 'technician' });
    await given.progress({ done: 1, total: 3, unit: 'assets' });
    expect(await getOperation(services, technician, id)).toMatchObject({
      state: 'running',
      progress: { done: 1, total: 3 }
    });
    await done(given);
  });
  const [listed] = await listOperations(services, technician);
  expect(listed).toMatchObject({ id, state: 'done', result: { assets: 1 }, error: null, download_url: null });
  expect(await listOperations(services, other)).toEqual([]);
  await expect(getOperation(services, other, id)).rejects.toMatchObject({ code: 'not_found' });
  await expect(cancelOperation(services, other, id)).rejects.toMatchObject({ code: 'not_found' });
});

const tokenIn = (url: string | null) => new URL(url ?? '', services.origin).searchParams.get('token') ?? '';

test('the address of its file works once, within a minute, and for the newest one alone', async () => {
  const id = await begin();
  await run(id, done);
  const fetchBy = (url: string | null, at = services) => downloadOperation(at, id, tokenIn(url));
  const first = await getOperation(services, technician, id);
  const second = await getOperation(services, technician, id);
  await expect(fetchBy(first.download_url)).rejects.toMatchObject({ code: 'not_found' });
  const late = { ...services, now: () => new Date(services.now().getTime() + 60_000) };
  await expect(fetchBy(second.download_url, late)).rejects.toMatchObject({ code: 'not_found' });
  expect(await text((await fetchBy(second.download_url)).stream)).toBe('made');
  await expect(fetchBy(second.download_url)).rejects.toMatchObject({ code: 'not_found' });
});

test('cancelled before the commit nothing of it stays; after the commit the result goes, and the file', async () => {
  const queued = await begin();
  await cancelOperation(services, technician, queued);
  await run(queued, () => Promise.reject(new Error('it ran all the same')));
  expect(await getOperation(services, technician, queued)).toMatchObject({ state: 'cancelled' });

  const running = await begin();
  await store(keyOfUpload(running));
  await run(running, async (given) => {
    await store(keyOfResult(running));
    await cancelOperation(services, technician, running);
    await expect(given.progress({ done: 1, total: 1, unit: 'assets' })).rejects.toThrow('cancelled');
    await transaction(services.pool, given.actor, async (tx) => {
      await given.finish(tx, { state: 'done' });
    });
  });
  expect(await getOperation(services, technician, running)).toMatchObject({ state: 'cancelled', result: null });
  for (const key of [keyOfUpload(running), keyOfResult(running)]) expect(await services.store.head(key)).toBeNull();

  const finished = await begin();
  await run(finished, done);
  await cancelOperation(services, technician, finished);
  expect(await services.store.head(keyOfResult(finished))).toBeNull();
  await expect(getOperation(services, technician, finished)).rejects.toMatchObject({ code: 'not_found' });
});

test('a refusal is reported as a refusal, our own fault as a fault; neither is tried again', async () => {
  const refused = await begin();
  await run(refused, () => Promise.reject(new Refusal('forbidden', 'You may not.')));
  expect(await getOperation(services, technician, refused)).toMatchObject({
    state: 'failed',
    error: { code: 'forbidden', detail: 'You may not.' }
  });
  const broken = await begin();
  await run(broken, () => Promise.reject(new Error('secret detail')));
  const { error } = await getOperation(services, technician, broken);
  expect(error?.code).toBe('internal');
  expect(error?.detail).not.toContain('secret');
});

test('after its process died it begins again, and gives up in the end', async () => {
  const id = await begin();
  const away = Object.assign(new Error('the database is away'), { code: '57P01' });
  for (const _ of [1, 2]) await expect(run(id, () => Promise.reject(away))).rejects.toThrow('away');
  expect(await getOperation(services, technician, id)).toMatchObject({ state: 'running' });
  await run(id, () => Promise.reject(away));
  expect(await getOperation(services, technician, id)).toMatchObject({ state: 'failed' });

  const told = await begin();
  await run(told, done);
  await run(told, () => Promise.reject(new Error('it ran twice')));
  expect(await services.store.head(keyOfResult(told))).not.toBeNull();

  const died = await begin();
  await execute(database.url, "UPDATE operations SET state = 'running', attempts = 1 WHERE id = $1", [died]);
  await run(died, done);
  expect(await getOperation(services, technician, died)).toMatchObject({ state: 'done' });
});

test('whoever lost the account meanwhile has nothing done for them', async () => {
  const leaving = await person(services, 'technician');
  const id = await begin(leaving);
  await execute(database.url, 'UPDATE users SET is_active = false WHERE id = $1', [leaving.userId]);
  await run(id, () => Promise.reject(new Error('it ran all the same')));
  const { rows } = await execute(database.url, 'SELECT state, error FROM operations WHERE id = $1', [id]);
  expect(rows[0]).toMatchObject({ state: 'failed', error: { code: 'forbidden' } });
});

test('five of one person may wait; it is one job of the queue that does one after another', async () => {
  await begin();
  const more = () => transaction(services.pool, technician, (tx) => beginLongWork(tx, technician, 'assets_export', {}));
  for (let i = 0; i < 4; i++) await more();
  await expect(more()).rejects.toMatchObject({ code: 'too_many_requests' });
  const { rows } = await execute(
    database.url,
    `SELECT count(*)::int AS n, count(DISTINCT queue_name)::int AS queues FROM graphile_worker.jobs WHERE task_identifier = 'run_operation'`
  );
  expect(rows[0].queues).toBe(1);
});

test('after a week rows and files are gone', async () => {
  const id = await begin();
  await run(id, done);
  const later = (days: number) => new Date(Date.now() + days * 86_400_000);
  await handlers.remove_expired({ ...services, now: () => later(6) }, {});
  expect(await services.store.head(keyOfResult(id))).not.toBeNull();
  await handlers.remove_expired({ ...services, now: () => later(8) }, {});
  expect(await services.store.head(keyOfResult(id))).toBeNull();
  expect((await execute(database.url, 'SELECT FROM operations')).rowCount).toBe(0);
});
