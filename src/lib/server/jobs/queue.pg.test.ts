import { afterAll, beforeAll, expect, test } from 'vitest';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../tests/support/database.ts';
import { enqueue, enqueueAll } from './queue.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const waiting = async () =>
  (
    await execute(
      database.url,
      'SELECT task_identifier AS name, key, max_attempts FROM graphile_worker.jobs ORDER BY id'
    )
  ).rows;
const calibration = { calibration_id: '0198f000-0000-7000-8000-000000000001' };

test('a job exists exactly if the transaction that wanted it commits', async () => {
  const failing = transaction(database.pool, SYSTEM, async (tx) => {
    await enqueue(tx, 'issue_certificate', calibration);
    throw new Error('the change failed');
  });
  await expect(failing).rejects.toThrow('the change failed');
  expect(await waiting()).toEqual([]);
  await transaction(database.pool, SYSTEM, (tx) => enqueue(tx, 'issue_certificate', calibration));
  expect(await waiting()).toEqual([{ name: 'issue_certificate', key: null, max_attempts: 25 }]);
});

test('of the jobs with one key a single one waits, the last', async () => {
  await transaction(database.pool, SYSTEM, (tx) =>
    enqueueAll(tx, [{ name: 'issue_certificate', payload: calibration, options: { jobKey: 'certificate:1' } }])
  );
  await transaction(database.pool, SYSTEM, (tx) =>
    enqueue(tx, 'issue_certificate', calibration, { jobKey: 'certificate:1', maxAttempts: 3 })
  );
  expect((await waiting()).filter(({ key }) => key === 'certificate:1')).toEqual([
    { name: 'issue_certificate', key: 'certificate:1', max_attempts: 3 }
  ]);
});

test('the role of requests reaches the queue through its one function only', async () => {
  const { sql } = await import('slonik');
  await expect(database.pool.query(sql.unsafe`SELECT * FROM graphile_worker.jobs`)).rejects.toThrow(/permission/);
});
