/** Signing in or creating a token while all sessions are being ended is too late. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findSessionOf } from '#lib/server/auth/sessions.ts';
import { getMe } from '#lib/server/use-cases/people/read-users.ts';
import { updateMe } from '#lib/server/use-cases/people/update-me.ts';
import { updateUser } from '#lib/server/use-cases/people/update-user.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { meanwhile } from '../../../../../tests/support/meanwhile.ts';
import { CLIENT, PASSWORD, person, superadmin } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { createAccessToken } from './access-tokens.ts';
import { logIn } from './log-in.ts';

let database: TestDatabase;
let services: Services;
beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
});
afterAll(() => database.drop());

async function signedIn() {
  const actor = await person(services, 'technician');
  const { email } = await getMe(services, actor);
  const signIn = async () => {
    const { access_token } = await logIn(services, CLIENT, { email, password: PASSWORD, remember: true });
    return { token: access_token, sessionId: (await findSessionOf(services.pool, access_token))?.sessionId ?? '' };
  };
  return { actor, signIn, here: await signIn(), elsewhere: await signIn() };
}
const NEW = { password: 'the bob of a plumb line', current_password: PASSWORD };

const late = <T>(ending: (within: Services) => Promise<unknown>, begun: () => Promise<T>) =>
  meanwhile(database, services, ending, begun);

test('the old password begins no session while a new one is being set', async () => {
  const { actor, signIn, here } = await signedIn();
  const outcome = await late((within) => updateMe(within, actor, here.sessionId, NEW, null), signIn);
  expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'invalid_credentials' } });
});

test('nobody signs in to an account that is being deactivated', async () => {
  const { actor, signIn } = await signedIn();
  const boss = await superadmin(services);
  const off = (within: Services) => updateUser(within, boss, actor.userId, { is_active: false }, null);
  expect(await late(off, signIn)).toMatchObject({ status: 'rejected', reason: { code: 'inactive' } });
});

test('a session that is being ended cannot create an access token', async () => {
  const { actor, here, elsewhere } = await signedIn();
  const make = () => createAccessToken(services, actor, elsewhere.sessionId, { name: 'Late' });
  const outcome = await late((within) => updateMe(within, actor, here.sessionId, NEW, null), make);
  expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'forbidden' } });
});
