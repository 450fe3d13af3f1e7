import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSession } from '#lib/server/auth/sessions.ts';
import { openPool } from '#lib/server/db/pool.ts';
import { logIn } from '#lib/server/use-cases/accounts/log-in.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { call } from '../../../../../tests/support/call.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { CLIENT, PASSWORD, superadmin } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { asOwner } from '../../../../../tests/support/template-database.ts';
import * as users from '../../../../routes/api/v1/users/+server.ts';

let database: TestDatabase;
let services: Services;
beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
});
afterAll(() => database.drop());

test('many accounts made at once under idempotency keys and people who sign in meanwhile do not wait for each other', async () => {
  const { userId } = await superadmin(services);
  const token = await startSession(services.pool, userId, { kind: 'remembered', userAgent: null });
  const pool = await openPool(asOwner(database.url), 2);
  const narrow = { ...services, pool };
  const make = (i: number) =>
    call(users.POST, narrow, {
      token,
      body: { email: `many-${i}@laboratory.example`, password: PASSWORD, full_name: `Many ${i}` },
      headers: { 'Idempotency-Key': `many-${i}` }
    });
  const signIn = () =>
    logIn(narrow, CLIENT, { email: 'founder@laboratory.example', password: PASSWORD, remember: true });
  const [made, signedIn] = await Promise.all([
    Promise.all(Array.from({ length: 12 }, (_, i) => make(i))),
    Promise.allSettled(Array.from({ length: 12 }, signIn))
  ]);
  expect(made.map(({ status }) => status)).toEqual(made.map(() => 201));
  expect(signedIn.map(({ status }) => status)).toEqual(signedIn.map(() => 'fulfilled'));
  await pool.end();
});
