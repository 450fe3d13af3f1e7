import { sql } from 'slonik';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { SYSTEM, type PersonActor } from '#lib/laboratory/actor.ts';
import { cutLine } from '../../../../tests/support/cut-line.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../tests/support/database.ts';
import { asOwner } from '../../../../tests/support/template-database.ts';
import { openPool } from './pool.ts';
import { RightsEnded } from './standing.ts';
import { reading, transaction } from './transaction.ts';

let database: TestDatabase;
const person: PersonActor = {
  kind: 'person',
  userId: '0198f000-0000-7000-8000-000000000001',
  fullName: 'A Person',
  role: 'technician',
  language: 'en',
  memberships: new Map([['0198f000-0000-7000-8000-00000000000a', 'member']]),
  requestId: null
};

beforeAll(async () => {
  database = await createTestDatabase();
  await execute(
    database.url,
    `INSERT INTO users (id, email, full_name, role, is_active, is_verified, language)
     VALUES ($1, 'person@laboratory.example', 'A Person', 'technician', true, true, 'en')`,
    [person.userId]
  );
  for (const [id, name, isPrivate] of [
    ['0198f000-0000-7000-8000-00000000000a', 'Own', true],
    ['0198f000-0000-7000-8000-00000000000b', 'Foreign private', true],
    ['0198f000-0000-7000-8000-00000000000c', 'Foreign public', false]
  ] as const) {
    await execute(
      database.url,
      'INSERT INTO organizations (id, name, private, certificate_prefix) VALUES ($1, $2, $3, $4)',
      [id, name, isPrivate, 'X']
    );
  }
  await execute(
    database.url,
    `INSERT INTO memberships (organization_id, user_id, role) VALUES ('0198f000-0000-7000-8000-00000000000a', $1, 'member')`,
    [person.userId]
  );
});
afterAll(() => database.drop());

const visibleNames = (actor: typeof person | typeof SYSTEM) =>
  transaction(database.pool, actor, (tx) => tx.manyFirst(sql.unsafe`SELECT name FROM organizations ORDER BY name`));

test('row-level security shows own and public organizations, and no private foreign one', async () => {
  expect(await visibleNames(person)).toEqual(['Foreign public', 'Own']);
});

test('the system sees everything, and one transaction’s user does not carry over to the next', async () => {
  expect(await visibleNames(SYSTEM)).toHaveLength(3);
  expect(await visibleNames(person)).toHaveLength(2);
});

test('outside a transaction with an acting user, nothing is visible', async () => {
  expect(await database.pool.any(sql.unsafe`SELECT name FROM organizations`)).toEqual([]);
});

test('the runtime role owns nothing and cannot step up', async () => {
  await expect(database.pool.query(sql.unsafe`ALTER TABLE organizations DISABLE ROW LEVEL SECURITY`)).rejects.toThrow();
});

test('who reads sees the same as in any transaction, and writes nothing', async () => {
  const names = () =>
    reading(database.pool, person, (tx) => tx.manyFirst(sql.unsafe`SELECT name FROM organizations ORDER BY name`));
  expect(await names()).toEqual(await visibleNames(person));
  const writing = reading(database.pool, person, (tx) =>
    tx.query(sql.unsafe`UPDATE users SET full_name = 'Another' WHERE id = ${person.userId}`)
  );
  await expect(writing).rejects.toThrow(/read-only transaction/);
  expect(await visibleNames(person)).toHaveLength(2);
});

test('what was read is withheld if a right ended before, also where reading failed for want of it', async () => {
  const admin: PersonActor = { ...person, role: 'admin' };
  const read = vi.fn(() => Promise.resolve('a secret'));
  await expect(reading(database.pool, admin, read)).rejects.toBeInstanceOf(RightsEnded);
  expect(read).toHaveBeenCalledOnce();
  const failing = reading(database.pool, { ...person, sessionId: 'ended' }, () =>
    Promise.reject(new Error('not found'))
  );
  await expect(failing).rejects.toBeInstanceOf(RightsEnded);
});

test('nobody waits for the end of a transaction that only reads; a broken one leaves nothing behind', async () => {
  const line = await cutLine(asOwner(database.url));
  const pool = await openPool(line.url, 1);
  const cutAfter = () =>
    reading(pool, person, async (tx) => {
      const name = await tx.oneFirst(sql.unsafe`SELECT full_name FROM users`);
      line.cut();
      return name;
    });
  expect(await cutAfter()).toBe('A Person');
  expect(await cutAfter()).toBe('A Person');
  expect(await reading(pool, person, (tx) => tx.oneFirst(sql.unsafe`SELECT 1`))).toBe(1);
  await pool.end();
  await line.close();
});
