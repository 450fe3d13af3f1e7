import { sql } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/database.ts';
import { atomically, transaction } from './transaction.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('of two transactions in a deadlock one is retried, and both succeed', async () => {
  let attempts = 0;
  const inOrder = (first: number, second: number) =>
    transaction(database.pool, SYSTEM, async (tx) => {
      attempts += 1;
      await tx.query(sql.unsafe`SELECT pg_advisory_xact_lock(${first})`);
      await new Promise((resolve) => setTimeout(resolve, 300));
      await tx.query(sql.unsafe`SELECT pg_advisory_xact_lock(${second})`);
      return first;
    });
  expect(await Promise.all([inOrder(1, 2), inOrder(2, 1)])).toEqual([1, 2]);
  expect(attempts).toBeGreaterThan(2);
});

test('a refusal undoes what was written, costs no connection, and leaves the outer transaction usable', async () => {
  const backend = () => database.pool.oneFirst(sql.unsafe`SELECT pg_backend_pid()`);
  const before = await backend();
  const refused = transaction(database.pool, SYSTEM, async (tx) => {
    await tx.query(sql.unsafe`INSERT INTO login_attempts (key) VALUES ('undone')`);
    throw new Refusal('forbidden', 'No.');
  });
  await expect(refused).rejects.toMatchObject({ code: 'forbidden' });
  expect(await backend()).toBe(before);
  const outer = await atomically(database.pool, async (tx) => {
    await transaction(tx, SYSTEM, () => Promise.reject(new Refusal('forbidden', 'No.'))).catch(() => undefined);
    return tx.oneFirst(sql.unsafe`SELECT count(*) FROM login_attempts`);
  });
  expect(outer).toBe(0);
});
