import { sql } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countAttempt, registrationLimits } from '#lib/server/auth/attempt-limits.ts';
import { findSessionOf, sessionIdOf } from '#lib/server/auth/sessions.ts';
import { getMe } from '#lib/server/use-cases/people/read-users.ts';
import { updateMe } from '#lib/server/use-cases/people/update-me.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { CLIENT, PASSWORD, person, superadmin } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { logIn } from './log-in.ts';
import { logOut } from './log-out.ts';
import { register } from './register.ts';

let database: TestDatabase;
let services: Services;
const EMAIL = 'founder@laboratory.example';

beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
});
afterAll(() => database.drop());

const signIn = (email: string, password = PASSWORD, remember = true, address = CLIENT.address) =>
  logIn(services, { ...CLIENT, address }, { email, password, remember }).then((token) => token.access_token);

test('of many first registrations at once exactly one becomes the superadmin, and only that one is verified', async () => {
  const own = await createTestDatabase();
  const there = await testServices(own);
  const users = await Promise.all(
    Array.from({ length: 6 }, (_, i) =>
      register(there, CLIENT, { email: `p${i}@laboratory.example`, password: PASSWORD, full_name: `Person ${i}` })
    )
  );
  expect(users.filter((user) => user.role === 'superadmin' && user.is_verified)).toHaveLength(1);
  expect(users.filter((user) => user.role === 'technician' && !user.is_verified)).toHaveLength(5);
  await own.drop();
});

test('the first account signs in at once; the database holds neither its password nor its token', async () => {
  await superadmin(services);
  const token = await signIn(EMAIL);
  const found = await findSessionOf(services.pool, token);
  expect(found?.user).toMatchObject({ full_name: 'Ada Founder', role: 'superadmin', language: 'en' });
  const { rows } = await execute(
    database.url,
    'SELECT row_to_json(s)::text || row_to_json(p)::text AS stored FROM sessions s JOIN passwords p USING (user_id)'
  );
  const stored = JSON.stringify(rows);
  expect(stored).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
  expect(stored).not.toContain(token.slice(4));
  expect(stored).not.toContain(PASSWORD);
});

test('an address is taken whatever its case', async () => {
  await expect(
    register(services, CLIENT, { email: EMAIL, password: PASSWORD, full_name: 'Again' })
  ).rejects.toMatchObject({ code: 'email_taken' });
});

test('an unknown address and a wrong password get the same answer', async () => {
  const refusals = await Promise.all(
    [signIn('nobody@laboratory.example'), signIn(EMAIL, 'not the password')].map((attempt) =>
      attempt.catch((thrown: unknown) => ({ ...(thrown as object), message: (thrown as Error).message }))
    )
  );
  expect(refusals[0]).toEqual(refusals[1]);
  expect(refusals[0]).toMatchObject({ code: 'invalid_credentials' });
});

test('only the right password reveals that an account is unverified or deactivated', async () => {
  const email = 'waiting@laboratory.example';
  await register(services, CLIENT, { email, password: PASSWORD, full_name: 'Wanda Waiting' });
  await expect(signIn(email, 'not the password')).rejects.toMatchObject({ code: 'invalid_credentials' });
  await expect(signIn(email)).rejects.toMatchObject({ code: 'unverified' });
  await execute(database.url, 'UPDATE users SET is_active = false WHERE email = $1', [email]);
  await expect(signIn(email, 'not the password')).rejects.toMatchObject({ code: 'invalid_credentials' });
  await expect(signIn(email)).rejects.toMatchObject({ code: 'inactive' });
});

test('ten wrong guesses from one address close the account to that address, not to others', async () => {
  const address = '198.51.100.7';
  for (let i = 0; i < 10; i++) await signIn(EMAIL, 'guess', true, address).catch(() => undefined);
  await expect(signIn(EMAIL, PASSWORD, true, address)).rejects.toMatchObject({
    code: 'too_many_requests',
    context: { retry_after_seconds: expect.any(Number) }
  });
  await expect(signIn(EMAIL)).resolves.toMatch(/^plr_/);
});

test('200 wrong passwords from one address, shared by many, do not lock out users with the right one', async () => {
  const address = '198.51.100.9';
  const others = Array.from({ length: 200 }, () => `sign-in from ${address}`);
  await execute(database.url, 'INSERT INTO login_attempts (key) SELECT unnest($1::text[])', [others]);
  await expect(signIn(EMAIL, PASSWORD, true, address)).resolves.toMatch(/^plr_/);
  for (let i = 0; i < 3; i++) {
    await expect(signIn(EMAIL, 'guess', true, address)).rejects.toMatchObject({
      code: 'too_many_requests',
      context: { retry_after_seconds: expect.any(Number) }
    });
  }
  // Each account has few attempts left from there, so that a shared address does not allow guessing.
  await expect(signIn(EMAIL, PASSWORD, true, address)).rejects.toMatchObject({ code: 'too_many_requests' });
  await expect(signIn(EMAIL)).resolves.toMatch(/^plr_/);
});

test('of 130 concurrent registrations from one address 100 succeed, and the refused ones delay nobody', async () => {
  const client = { ...CLIENT, address: '198.51.100.10' };
  const limits = registrationLimits(client.address);
  const outcomes = await Promise.allSettled(Array.from({ length: 130 }, () => countAttempt(services.pool, limits)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(100);
  await execute(
    database.url,
    `UPDATE login_attempts SET at = now() - interval '2 hours' WHERE at = (SELECT min(at) FROM login_attempts WHERE key = $1)`,
    [limits[0]?.key]
  );
  await expect(countAttempt(services.pool, limits)).resolves.toBeUndefined();
  await expect(countAttempt(services.pool, limits)).rejects.toMatchObject({ code: 'too_many_requests' });
});

test('guesses sent all at once do not outrun the limit', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 30 }, () => signIn(EMAIL, 'guess', true, '198.51.100.8'))
  );
  const codes = outcomes.map((outcome) => outcome.status === 'rejected' && (outcome.reason as { code: string }).code);
  expect(codes.filter((code) => code === 'invalid_credentials').length).toBeLessThanOrEqual(11);
});

test('logging out kills the token and no other one', async () => {
  const [one, other] = [await signIn(EMAIL), await signIn(EMAIL)];
  const session = await findSessionOf(services.pool, one);
  await logOut(services, session?.sessionId ?? '');
  expect(await findSessionOf(services.pool, one)).toBeNull();
  expect(await findSessionOf(services.pool, other)).not.toBeNull();
});

const expiryOf = async (token: string) => {
  const session = await findSessionOf(services.pool, token);
  const { rows } = await execute(database.url, 'SELECT expires_at FROM sessions WHERE id = $1', [session?.sessionId]);
  return (rows[0] as { expires_at: Date }).expires_at.getTime() - Date.now();
};
const HOUR = 3_600_000;

test('a remembered session slides over 30 days; a brief one ends after 12 hours and no use prolongs it', async () => {
  const remembered = await signIn(EMAIL, PASSWORD, true);
  const brief = await signIn(EMAIL, PASSWORD, false);
  const age = (kind: string, interval: string) =>
    execute(database.url, `UPDATE sessions SET expires_at = now() + interval '${interval}' WHERE kind = $1`, [kind]);
  await age('remembered', '10 days');
  expect(await expiryOf(remembered)).toBeGreaterThan(29 * 24 * HOUR);
  expect(await expiryOf(brief)).toBeLessThanOrEqual(12 * HOUR);
  await age('brief', '1 hour');
  expect(await expiryOf(brief)).toBeLessThanOrEqual(HOUR);
  await age('brief', '-1 second');
  expect(await findSessionOf(services.pool, brief)).toBeNull();
});

test('a remembered session in daily use ends half a year after signing in', async () => {
  const remembered = await signIn(EMAIL, PASSWORD, true);
  const signedIn = (days: number, expires: string) =>
    execute(
      database.url,
      `UPDATE sessions SET created_at = now() - interval '${days} days', expires_at = now() + interval '${expires}'
       WHERE id = $1`,
      [sessionIdOf(remembered)]
    );
  const DAY = 24 * HOUR;
  await signedIn(175, '1 day');
  const left = await expiryOf(remembered);
  expect(left).toBeGreaterThan(4.9 * DAY);
  expect(left).toBeLessThanOrEqual(5 * DAY);
  await signedIn(181, '1 day');
  expect(await expiryOf(remembered)).toBeLessThanOrEqual(DAY);
});

test('a token whose kind was changed is invalid', async () => {
  const brief = await signIn(EMAIL, PASSWORD, false);
  expect(await findSessionOf(services.pool, brief.replace('plb_', 'plr_'))).toBeNull();
});

test('a new password needs the current one, ends all other sessions and is the one that signs in', async () => {
  const actor = await person(services, 'technician', 'Tess Technician');
  const { email } = await getMe(services, actor);
  const [here, elsewhere] = [await signIn(email), await signIn(email)];
  const sessionId = (await findSessionOf(services.pool, here))?.sessionId ?? '';
  const change = { password: 'another plumb line' };
  await expect(updateMe(services, actor, sessionId, change, null)).rejects.toMatchObject({ name: 'InvalidInput' });
  await expect(
    updateMe(services, actor, sessionId, { ...change, current_password: 'wrong' }, null)
  ).rejects.toMatchObject({ code: 'invalid_credentials' });
  await updateMe(services, actor, sessionId, { ...change, current_password: PASSWORD }, null);
  expect(await findSessionOf(services.pool, here)).not.toBeNull();
  expect(await findSessionOf(services.pool, elsewhere)).toBeNull();
  await expect(signIn(email)).rejects.toMatchObject({ code: 'invalid_credentials' });
  await expect(signIn(email, change.password)).resolves.toBeTypeOf('string');
});

test('an outdated hash is replaced at the next sign-in', async () => {
  const { hash } = await import('@node-rs/argon2');
  const weak = await hash(PASSWORD, { memoryCost: 4096, timeCost: 1 });
  const owner = 'SELECT id FROM users WHERE email = $2';
  await execute(database.url, `UPDATE passwords SET argon2id = $1 WHERE user_id = (${owner})`, [weak, EMAIL]);
  await signIn(EMAIL);
  const stored = await services.pool.oneFirst(sql.unsafe`
    SELECT argon2id FROM passwords JOIN users ON id = user_id WHERE email = ${EMAIL}`);
  expect(stored).toContain('m=19456,t=2,p=1');
});
