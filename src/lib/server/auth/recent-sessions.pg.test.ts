import { afterAll, beforeAll, expect, test } from 'vitest';
import { endSession, startSession } from '#lib/server/auth/sessions.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import * as me from '../../../routes/api/v1/users/me/+server.ts';
import * as mailSettings from '../../../routes/api/v1/admin/email-settings/+server.ts';
import { call } from '../../../../tests/support/call.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../tests/support/database.ts';
import { person } from '../../../../tests/support/people.ts';
import { testServices } from '../../../../tests/support/services.ts';
import { recentSession } from './recent-sessions.ts';

let database: TestDatabase;
let services: Services;
beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
});
afterAll(() => database.drop());

/** Somebody who has just asked for something, so that their session is remembered. */
async function seen(role: 'technician' | 'admin') {
  const { userId } = await person(services, role, 'Rita Remembered');
  const token = await startSession(services.pool, userId, { kind: 'brief', userAgent: null });
  expect((await call(me.GET, services, { token })).status).toBe(200);
  return {
    userId,
    token,
    change: (set: string) => execute(database.url, `UPDATE users SET ${set} WHERE id = $1`, [userId])
  };
}

test('a session that ends is refused by the next request, however recently it was found', async () => {
  const { token } = await seen('technician');
  const { sessionId } = recentSession(services.pool, token) ?? {};
  await endSession(services.pool, sessionId ?? '');
  expect((await call(me.GET, services, { token })).status).toBe(401);
});

test.each([
  ['is deactivated', 'is_active = false', 403],
  ['has another name', `full_name = 'Rita Renamed'`, 200]
])('whoever %s is answered by what is true now', async (_, change, status) => {
  const { token, change: set } = await seen('technician');
  await set(change);
  const answer = await call(me.GET, services, { token });
  expect(answer.status).toBe(status);
  if (status === 200) expect(await answer.json()).toMatchObject({ full_name: 'Rita Renamed' });
});

test('whoever is given or loses a role may do at once what goes with it, and nothing else', async () => {
  const { token, change } = await seen('technician');
  const reads = async () => (await call(mailSettings.GET, services, { token })).status;
  expect(await reads()).toBe(403);
  await change(`role = 'admin'`);
  expect(await reads()).toBe(200);
  expect(await reads()).toBe(200);
  await change(`role = 'technician'`);
  expect(await reads()).toBe(403);
});
