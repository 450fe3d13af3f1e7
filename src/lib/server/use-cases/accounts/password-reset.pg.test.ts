/** Specification 3.2, row by row. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findSessionOf } from '#lib/server/auth/sessions.ts';
import { getMe } from '#lib/server/use-cases/people/read-users.ts';
import { updateUser } from '#lib/server/use-cases/people/update-user.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { tokenIn, waitingJobs, withMail, workOff } from '../../../../../tests/support/mail.ts';
import { CLIENT, PASSWORD, person, superadmin } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import type { TestSmtp } from '../../../../../tests/support/smtp-server.ts';
import { createAccessToken } from './access-tokens.ts';
import { forgotPassword } from './ask-for-mail.ts';
import { logIn } from './log-in.ts';
import { register } from './register.ts';
import { resetPassword } from './reset-password.ts';

let database: TestDatabase;
let services: Services;
let smtp: TestSmtp;
const NEXT = 'the bob of a plumb line';
const tokens = async () => (await execute(database.url, 'SELECT * FROM account_tokens')).rows;
const reset = (token: string, new_password = NEXT, given = services) =>
  resetPassword(given, CLIENT, { token, new_password });

/** Somebody who has asked for a new password, and the token that was mailed to them. */
async function asking() {
  const actor = await person(services, 'technician');
  const { email } = await getMe(services, actor);
  await forgotPassword(services, { ...CLIENT, address: actor.userId }, { email });
  await workOff(database.url, services, 'mail_account');
  return { actor, email, token: tokenIn(smtp.mails.at(-1)?.source ?? '') };
}

beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  await superadmin(services);
});
afterAll(async () => {
  services.mailer.close();
  await smtp.close();
  await database.drop();
});

test('with mail off no token is ever created, and the answer is the same', async () => {
  const { email } = await getMe(services, await person(services, 'viewer'));
  const known = await forgotPassword(services, CLIENT, { email });
  expect(await forgotPassword(services, CLIENT, { email: 'nobody@laboratory.example' })).toEqual(known);
  expect(await workOff(database.url, services, 'mail_account')).toBe(2);
  expect(await tokens()).toEqual([]);
});

describe('with mail on', () => {
  beforeAll(async () => {
    smtp = await withMail(services);
  });

  test('an address of an account gets a link, any other nothing; both enqueue the same job', async () => {
    const { email } = await getMe(services, await person(services, 'viewer'));
    const before = smtp.mails.length;
    await forgotPassword(services, CLIENT, { email: 'nobody@laboratory.example' });
    await forgotPassword(services, CLIENT, { email });
    const jobs = await waitingJobs(database.url, 'mail_account');
    expect(jobs.map(({ name }) => name)).toEqual(['mail_account', 'mail_account']);
    await workOff(database.url, services, 'mail_account');
    expect(smtp.mails.slice(before).map(({ to }) => to)).toEqual([[email]]);
    expect(smtp.mails.at(-1)?.source).toContain(`${services.origin}/auth/reset-password?token=`);
  });

  test('the token sets the password, signs in and is gone; what was signed in before has ended', async () => {
    const { actor, email, token } = await asking();
    const { access_token: old } = await logIn(services, CLIENT, { email, password: PASSWORD, remember: true });
    const session = await findSessionOf(services.pool, old);
    const program = await createAccessToken(services, actor, session?.sessionId ?? '', { name: 'Script' });
    const { access_token } = await reset(token);
    expect(await findSessionOf(services.pool, access_token)).not.toBeNull();
    expect(await findSessionOf(services.pool, old)).toBeNull();
    expect(await findSessionOf(services.pool, program.token)).toBeNull();
    await expect(reset(token)).rejects.toMatchObject({ code: 'invalid_token' });
    const again = (password: string) => logIn(services, CLIENT, { email, password, remember: true });
    await expect(again(PASSWORD)).rejects.toMatchObject({ code: 'invalid_credentials' });
    await expect(again(NEXT)).resolves.toHaveProperty('access_token');
  });

  test('of five concurrent uses of one token, one sets a password', async () => {
    const { token, email } = await asking();
    const words = ['first', 'second', 'third', 'fourth', 'fifth'].map((word) => `${NEXT} ${word}`);
    const outcomes = await Promise.allSettled(words.map((word) => reset(token, word)));
    const won = words.filter((_, position) => outcomes[position]?.status === 'fulfilled');
    expect(won).toHaveLength(1);
    const signedIn = logIn(services, CLIENT, { email, password: won[0] ?? '', remember: true });
    await expect(signedIn).resolves.toHaveProperty('access_token');
  });

  test('the token lives one hour and not a second longer; a common password leaves it alive', async () => {
    const { token } = await asking();
    const after = (seconds: number) => ({
      ...services,
      now: () => new Date(services.now().getTime() + seconds * 1000)
    });
    await expect(reset(token, NEXT, after(3600))).rejects.toMatchObject({ code: 'invalid_token' });
    await expect(reset(token, 'Password12345')).rejects.toMatchObject({ faults: [{ type: 'password_common' }] });
    await expect(reset(token, NEXT, after(3599))).resolves.toHaveProperty('access_token');
  });

  test('it also verifies the address; for a deactivated account it is invalid', async () => {
    const email = 'unverified@laboratory.example';
    const { id } = await register(services, CLIENT, { email, password: PASSWORD, full_name: 'Una' });
    await workOff(database.url, services, 'mail_account');
    await forgotPassword(services, CLIENT, { email });
    await workOff(database.url, services, 'mail_account');
    const { access_token } = await reset(tokenIn(smtp.mails.at(-1)?.source ?? ''));
    expect((await findSessionOf(services.pool, access_token))?.user).toMatchObject({ id, is_verified: true });
    const { actor, token } = await asking();
    await updateUser(services, await superadmin(services), actor.userId, { is_active: false }, null);
    await expect(reset(token)).rejects.toMatchObject({ code: 'invalid_token' });
  });

  test('asking too often is refused alike for known and unknown addresses', async () => {
    const { email } = await getMe(services, await person(services, 'viewer'));
    for (const address of [email, 'nobody-else@laboratory.example']) {
      const attempts = Array.from({ length: 8 }, () =>
        forgotPassword(services, { ...CLIENT, address: '198.51.100.9' }, { email: address })
      );
      const outcomes = await Promise.allSettled(attempts);
      expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(5);
    }
  });
});
