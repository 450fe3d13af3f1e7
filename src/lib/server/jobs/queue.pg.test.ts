import { sql } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { removeDeadJobs } from '#lib/server/db/jobs.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../tests/support/database.ts';
import { testServices } from '../../../../tests/support/services.ts';
import { enqueue, enqueueAll } from './queue.ts';
import { handlers } from './registry.ts';

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
  await expect(database.pool.query(sql.unsafe`SELECT * FROM graphile_worker.jobs`)).rejects.toThrow(/permission/);
});

test('jobs are added after as many as 32 bits can count', async () => {
  for (const sequence of ['tasks_id_seq', 'job_queues_id_seq'])
    await execute(database.url, `SELECT setval('graphile_worker.${sequence}', 2147483646)`);
  const before = (await waiting()).length;
  for (let added = 0; added < 3; added++) {
    const options = { queueName: 'proofs' };
    await transaction(database.pool, SYSTEM, (tx) => enqueue(tx, 'prove_certificate', calibration, options));
  }
  expect((await waiting()).length).toBe(before + 3);
});

test('a job that failed for good is kept for a quarter of a year; a queue without jobs goes at once', async () => {
  const add = (queueName: string) =>
    transaction(database.pool, SYSTEM, (tx) => enqueue(tx, 'prove_certificate', calibration, { queueName }));
  for (const queueName of ['long ago', 'of late', 'waiting', 'done']) await add(queueName);
  const jobsOf = `SELECT j.id, q.queue_name AS name FROM graphile_worker._private_job_queues q
    LEFT JOIN graphile_worker._private_jobs j ON j.job_queue_id = q.id WHERE q.queue_name <> 'proofs' ORDER BY q.queue_name`;
  const { rows } = await execute(database.url, jobsOf);
  const idOf = (queue: string) => rows.find(({ name }) => name === queue)?.id;
  const fail = 'UPDATE graphile_worker._private_jobs SET attempts = max_attempts, updated_at = $2 WHERE id = $1';
  await execute(database.url, fail, [idOf('long ago'), '2026-08-01']);
  await execute(database.url, fail, [idOf('of late'), '2026-11-01']);
  await execute(database.url, 'SELECT graphile_worker.complete_jobs(ARRAY[$1::bigint])', [idOf('done')]);
  await handlers.remove_expired(await testServices(database), {});
  const left = await execute(database.url, jobsOf);
  expect(left.rows.map(({ name, id }) => [name, id !== null])).toEqual([
    ['of late', true],
    ['waiting', true]
  ]);
});

test('while a job is being added, those that failed for good go at once, and queues stay for another day', async () => {
  const add = (tx: Tx, queueName: string) => enqueue(tx, 'prove_certificate', calibration, { queueName });
  for (const queueName of ['dead', 'empty']) await transaction(database.pool, SYSTEM, (tx) => add(tx, queueName));
  const queues = `SELECT q.queue_name AS name, j.id FROM graphile_worker._private_job_queues q
    LEFT JOIN graphile_worker._private_jobs j ON j.job_queue_id = q.id WHERE q.queue_name = ANY ('{dead,empty,new}') ORDER BY 1`;
  const [dead, empty] = (await execute(database.url, queues)).rows as { id: string }[];
  await execute(
    database.url,
    "UPDATE graphile_worker._private_jobs SET attempts = max_attempts, updated_at = '2026-01-01' WHERE id = $1",
    [dead?.id]
  );
  await execute(database.url, 'SELECT graphile_worker.complete_jobs(ARRAY[$1::bigint])', [empty?.id]);
  const remove = () =>
    transaction(database.pool, SYSTEM, async (tx) => {
      await tx.query(sql.unsafe`SET LOCAL lock_timeout = '2s'`);
      return removeDeadJobs(tx, new Date('2026-02-01'));
    });
  const left = async () => (await execute(database.url, queues)).rows.map(({ name, id }) => [name, id !== null]);
  await transaction(database.pool, SYSTEM, async (tx) => {
    await add(tx, 'new');
    expect(await remove()).toBe(1);
    expect(await left()).toEqual([
      ['dead', false],
      ['empty', false]
    ]);
  });
  expect(await remove()).toBe(0);
  expect(await left()).toEqual([['new', true]]);
});
