import {
  ForeignKeyIntegrityConstraintViolationError,
  sql,
  UniqueIntegrityConstraintViolationError,
  type CommonQueryMethods
} from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('values that a double or a Date would change are read exactly, in arrays too', async () => {
  const row = await database.pool.one(sql.type(z.record(z.string(), z.unknown()))`
    SELECT 9007199254740991::int8 AS count, 0.10::numeric AS amount, '2026-11-21'::date AS day,
           '2026-11-21 10:30:00.123456+01'::timestamptz AS instant, ARRAY[1, NULL]::int8[] AS counts,
           ARRAY['2026-11-21']::date[] AS days, ARRAY[0.10]::numeric[] AS amounts, 0.5::float8 AS float, true AS yes`);
  expect(row).toEqual({
    count: 9007199254740991,
    amount: '0.10',
    day: '2026-11-21',
    instant: '2026-11-21T09:30:00.123456Z',
    counts: [1, null],
    days: ['2026-11-21'],
    amounts: ['0.10'],
    float: 0.5,
    yes: true
  });
  const beyond = database.pool.oneFirst(sql.unsafe`SELECT 9007199254740992::int8`);
  await expect(beyond).rejects.toThrow(/beyond the exact integers/);
});

test('violated constraints become Slonik’s errors', async () => {
  const twice = database.pool.transaction(async (tx) => {
    await tx.query(
      sql.unsafe`CREATE TEMPORARY TABLE own (id int PRIMARY KEY, other int REFERENCES own) ON COMMIT DROP`
    );
    await tx.query(sql.unsafe`INSERT INTO own VALUES (1), (1)`);
  });
  await expect(twice).rejects.toBeInstanceOf(UniqueIntegrityConstraintViolationError);
  const orphan = database.pool.transaction(async (tx) => {
    await tx.query(
      sql.unsafe`CREATE TEMPORARY TABLE own (id int PRIMARY KEY, other int REFERENCES own) ON COMMIT DROP`
    );
    await tx.query(sql.unsafe`INSERT INTO own VALUES (1, 2)`);
  });
  await expect(orphan).rejects.toBeInstanceOf(ForeignKeyIntegrityConstraintViolationError);
});

test('one statement at a time', async () => {
  await expect(database.pool.query(sql.unsafe`SELECT 1; SELECT 2`)).rejects.toThrow(/multiple commands/);
});

test('a repeated statement is prepared, and prepared again if its table has changed', async () => {
  const { pool } = database;
  await execute(database.url, 'CREATE TABLE IF NOT EXISTS changing (a int); GRANT SELECT ON changing TO plumbline_app');
  const read = () => pool.connect((connection) => connection.any(sql.unsafe`SELECT * FROM changing`));
  for (let run = 0; run < 3; run++) await read();
  const prepared = await pool.connect(async (connection) => {
    for (let run = 0; run < 3; run++) await connection.any(sql.unsafe`SELECT * FROM changing`);
    return connection.anyFirst(sql.unsafe`SELECT statement FROM pg_prepared_statements`);
  });
  expect(prepared).toContain('SELECT * FROM changing');
  await execute(database.url, 'ALTER TABLE changing ADD COLUMN b int DEFAULT 2; INSERT INTO changing VALUES (1)');
  const outcomes = [];
  for (let run = 0; run < 40; run++) outcomes.push(await read().then(String, () => 'refused'));
  expect(outcomes.at(-1)).not.toBe('refused');
});

test('a transaction whose first statement fails is rolled back, and its connection is still usable', async () => {
  const backend = (db: CommonQueryMethods) => db.oneFirst(sql.unsafe`SELECT pg_backend_pid()`);
  await database.pool.connect(async (connection) => {
    const before = await backend(connection);
    const failing = connection.transaction((tx) => tx.query(sql.unsafe`SELECT 1 / 0`));
    await expect(failing).rejects.toThrow(/division by zero/);
    const begun = await connection.transaction(async (tx) => [
      await tx.oneFirst(sql.unsafe`SELECT now()`),
      await tx.oneFirst(sql.unsafe`SELECT now()`)
    ]);
    expect(begun[0]).toBe(begun[1]);
    expect(await connection.transaction(() => Promise.resolve('nothing asked'))).toBe('nothing asked');
    expect(await backend(connection)).toBe(before);
  });
});
