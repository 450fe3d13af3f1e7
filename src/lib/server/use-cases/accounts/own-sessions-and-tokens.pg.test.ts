import { afterAll, beforeAll, expect, test } from 'vitest';
import { findSessionOf } from '#lib/server/auth/sessions.ts';
import { getMe } from '#lib/server/use-cases/people/read-users.ts';
import { updateMe } from '#lib/server/use-cases/people/update-me.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { CLIENT, PASSWORD, person } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { createAccessToken, listAccessTokens, revokeAccessToken } from './access-tokens.ts';
import { logIn } from './log-in.ts';
import { logOut } from './log-out.ts';
import { endOwnSession, endOwnSessions, listSessions } from './own-sessions.ts';

let database: TestDatabase;
let services: Services;
const page = { limit: 50 };

beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database, { now: () => new Date() });
});
afterAll(() => database.drop());

/** Somebody signed in once. */
async function signedIn() {
  const actor = await person(services, 'technician');
  const { email } = await getMe(services, actor);
  const signIn = async () => {
    const { access_token: token } = await logIn(services, CLIENT, { email, password: PASSWORD, remember: true });
    return { token, sessionId: (await findSessionOf(services.pool, token))?.sessionId ?? '' };
  };
  return { actor, signIn, ...(await signIn()) };
}
const isAlive = async (token: string) => (await findSessionOf(services.pool, token)) !== null;

test('own sessions are listed, this one is marked, and one of them is ended; others’ are not listed', async () => {
  const { actor, signIn, token, sessionId } = await signedIn();
  const elsewhere = await signIn();
  const stranger = await signedIn();
  const { items } = await listSessions(services, actor, sessionId, page);
  expect(items.map((session) => session.is_current)).toEqual([false, true]);
  expect(items[0]).toMatchObject({ user_agent: CLIENT.userAgent });
  expect(JSON.stringify(items)).not.toContain(sessionId);
  const other = items.find((session) => !session.is_current)?.id ?? '';
  await expect(endOwnSession(services, stranger.actor, other)).rejects.toMatchObject({ code: 'not_found' });
  await endOwnSession(services, actor, other);
  expect([await isAlive(elsewhere.token), await isAlive(token)]).toEqual([false, true]);
  await expect(endOwnSession(services, actor, other)).rejects.toMatchObject({ code: 'not_found' });
});

test('signing out everywhere ends every own session, this one too, and no token of a program', async () => {
  const { actor, signIn, token, sessionId } = await signedIn();
  const elsewhere = await signIn();
  const stranger = await signedIn();
  const { token: program } = await createAccessToken(services, actor, sessionId, { name: 'Export' });
  await endOwnSessions(services, actor);
  expect(await Promise.all([token, elsewhere.token, program, stranger.token].map(isAlive))).toEqual([
    false,
    false,
    true,
    true
  ]);
});

test('an access token is shown once, stored hashed, works, notes its use, and is dead once revoked', async () => {
  const { actor, sessionId } = await signedIn();
  const made = await createAccessToken(services, actor, sessionId, { name: 'Export' });
  expect((await findSessionOf(services.pool, made.token))?.user).toMatchObject({ id: actor.userId });
  const { items } = await listAccessTokens(services, actor, page);
  expect(items).toMatchObject([{ id: made.id, name: 'Export', last_used_at: expect.any(String) }]);
  const { rows } = await execute(database.url, 'SELECT * FROM access_tokens');
  expect(JSON.stringify([items, rows])).not.toContain(made.token.slice(4));
  const stranger = await signedIn();
  await expect(revokeAccessToken(services, stranger.actor, made.id)).rejects.toMatchObject({ code: 'not_found' });
  await revokeAccessToken(services, actor, made.id);
  expect(await isAlive(made.token)).toBe(false);
});

test('an access token ends at its expiry, and by logging out with it', async () => {
  const { actor, sessionId } = await signedIn();
  const brief = { name: 'Brief', expires_at: new Date(Date.now() + 3_600_000).toISOString() };
  const made = await createAccessToken(services, actor, sessionId, brief);
  expect(await isAlive(made.token)).toBe(true);
  await execute(database.url, 'UPDATE access_tokens SET expires_at = now() WHERE id = $1', [made.id]);
  expect(await isAlive(made.token)).toBe(false);
  const other = await createAccessToken(services, actor, sessionId, { name: 'Other' });
  await logOut(services, (await findSessionOf(services.pool, other.token))?.sessionId ?? '');
  expect(await isAlive(other.token)).toBe(false);
  const past = { name: 'Past', expires_at: '2020-01-01T00:00:00Z' };
  expect(() => createAccessToken(services, actor, sessionId, past)).toThrow(
    expect.objectContaining({ name: 'InvalidInput' })
  );
});

test('an access token cannot create another', async () => {
  const { actor, sessionId } = await signedIn();
  const { token } = await createAccessToken(services, actor, sessionId, { name: 'First' });
  const by = (await findSessionOf(services.pool, token))?.sessionId ?? '';
  await expect(createAccessToken(services, actor, by, { name: 'Second' })).rejects.toMatchObject({ code: 'forbidden' });
});

test('a new password ends access tokens as well', async () => {
  const { actor, sessionId } = await signedIn();
  const { token } = await createAccessToken(services, actor, sessionId, { name: 'Script' });
  const change = { password: 'the bob of a plumb line', current_password: PASSWORD };
  await updateMe(services, actor, sessionId, change, null);
  expect(await isAlive(token)).toBe(false);
});
