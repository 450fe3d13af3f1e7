/** Specification 3.1, row by row. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findSessionOf } from '#lib/server/auth/sessions.ts';
import { createUser } from '#lib/server/use-cases/people/create-user.ts';
import { updateUser } from '#lib/server/use-cases/people/update-user.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { tokenIn, waitingJobs, withMail, workOff } from '../../../../../tests/support/mail.ts';
import { CLIENT, PASSWORD, person, superadmin } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import type { TestSmtp } from '../../../../../tests/support/smtp-server.ts';
import { resendVerification } from './ask-for-mail.ts';
import { logIn } from './log-in.ts';
import { register } from './register.ts';
import { getSignUpOptions } from './sign-up-options.ts';
import { verifyEmail } from './verify-email.ts';

let database: TestDatabase;
let services: Services;
let smtp: TestSmtp;
const email = (name: string) => `${name}@laboratory.example`;
const registered = (name: string, language: 'en' | 'de' = 'en') =>
  register(services, CLIENT, { email: email(name), password: PASSWORD, full_name: name, language });
const signIn = (name: string) => logIn(services, CLIENT, { email: email(name), password: PASSWORD, remember: true });
const tokens = async () => (await execute(database.url, 'SELECT * FROM account_tokens')).rows;
/** Runs the queue and returns the token of the last mail. */
async function mailedToken(): Promise<string> {
  await workOff(database.url, services, 'mail_account');
  return tokenIn(smtp.mails.at(-1)?.source ?? '');
}

beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  expect(await getSignUpOptions(services)).toEqual({ first_account: true, mail_enabled: false });
  await superadmin(services);
});
afterAll(async () => {
  services.mailer.close();
  await smtp.close();
  await database.drop();
});

describe('while mail is off', () => {
  test('a registration is unverified, no token is made, nothing is enqueued and nothing fails', async () => {
    expect(await getSignUpOptions(services)).toEqual({ first_account: false, mail_enabled: false });
    const user = await registered('waiting');
    expect(user).toMatchObject({ is_verified: false, role: 'technician' });
    expect(await waitingJobs(database.url, 'mail_account')).toEqual([]);
    await expect(resendVerification(services, CLIENT, { email: user.email })).resolves.toHaveProperty('detail');
    await workOff(database.url, services, 'mail_account');
    expect(await tokens()).toEqual([]);
    await expect(signIn('waiting')).rejects.toMatchObject({ code: 'unverified' });
  });

  test('an admin activates the account, and it signs in', async () => {
    const user = await registered('activated');
    const admin = await person(services, 'admin');
    expect(await updateUser(services, admin, user.id, { is_active: true }, null)).toMatchObject({ is_verified: true });
    await expect(signIn('activated')).resolves.toHaveProperty('access_token');
  });
});

describe('while mail is on', () => {
  beforeAll(async () => {
    smtp = await withMail(services);
    expect(await getSignUpOptions(services)).toEqual({ first_account: false, mail_enabled: true });
  });

  test('a registration gets a mail in its language whose token verifies and signs in, once', async () => {
    await registered('greta', 'de');
    const token = await mailedToken();
    const { source, to } = smtp.mails.at(-1) ?? { source: '', to: [] };
    expect(to).toEqual([email('greta')]);
    expect(source).toContain('Bestätigen Sie Ihre Adresse');
    expect(source).toContain(`${services.origin}/auth/verify-email?token=${token}`);
    expect(source).toMatch(/Content-Type: multipart\/alternative/);
    expect(JSON.stringify(await tokens())).not.toContain(token);
    const { access_token } = await verifyEmail(services, CLIENT, token);
    expect((await findSessionOf(services.pool, access_token))?.user).toMatchObject({ is_verified: true });
    await expect(verifyEmail(services, CLIENT, token)).rejects.toMatchObject({ code: 'invalid_token' });
    await expect(signIn('greta')).resolves.toHaveProperty('access_token');
  });

  test('of ten concurrent uses of one token, one signs in', async () => {
    await registered('racer');
    const token = await mailedToken();
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => verifyEmail(services, CLIENT, token)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('a token lives 24 hours and not a second longer', async () => {
    await registered('late');
    const token = await mailedToken();
    const after = (seconds: number) => ({
      ...services,
      now: () => new Date(services.now().getTime() + seconds * 1000)
    });
    await expect(verifyEmail(after(24 * 3600), CLIENT, token)).rejects.toMatchObject({ code: 'invalid_token' });
    await expect(verifyEmail(after(24 * 3600 - 1), CLIENT, token)).resolves.toHaveProperty('access_token');
  });

  test('a token sent again replaces the first; one that is unknown or made for a password verifies nothing', async () => {
    const { email: address, id } = await registered('twice');
    const first = await mailedToken();
    await resendVerification(services, CLIENT, { email: address });
    const second = await mailedToken();
    expect(second).not.toBe(first);
    await expect(verifyEmail(services, CLIENT, first)).rejects.toMatchObject({ code: 'invalid_token' });
    await execute(database.url, "UPDATE account_tokens SET purpose = 'reset_password' WHERE user_id = $1", [id]);
    await expect(verifyEmail(services, CLIENT, second)).rejects.toMatchObject({ code: 'invalid_token' });
    await expect(verifyEmail(services, CLIENT, 'nonsense')).rejects.toMatchObject({ code: 'invalid_token' });
  });

  test('a token is invalid once the account is deactivated, its address has changed, or an admin has verified it', async () => {
    const admin = await superadmin(services);
    for (const change of [{ is_active: false }, { email: email('moved') }, { is_verified: true }]) {
      const user = await registered(`changed-${Object.keys(change)[0]?.replace('_', '-')}`);
      const token = await mailedToken();
      await updateUser(services, admin, user.id, change, null);
      await expect(verifyEmail(services, CLIENT, token)).rejects.toMatchObject({ code: 'invalid_token' });
    }
  });

  test('only people waiting for verification are mailed again; unknown and verified addresses get the same answer', async () => {
    const before = smtp.mails.length;
    const known = await resendVerification(services, CLIENT, { email: email('greta') });
    const unknown = await resendVerification(services, CLIENT, { email: email('nobody') });
    expect(known).toEqual(unknown);
    expect((await waitingJobs(database.url, 'mail_account')).map(({ payload }) => payload)).toEqual(
      [email('greta'), email('nobody')].map((address) => ({ email: address, purpose: 'verify_email' }))
    );
    await workOff(database.url, services, 'mail_account');
    expect(smtp.mails).toHaveLength(before);
  });

  test('an account created by an admin is verified, without a mail', async () => {
    const before = smtp.mails.length;
    const body = { email: email('made'), password: PASSWORD, full_name: 'Made', role: 'viewer' } as const;
    expect(await createUser(services, await superadmin(services), body)).toMatchObject({ is_verified: true });
    await workOff(database.url, services, 'mail_account');
    expect(smtp.mails).toHaveLength(before);
  });

  test('a common password is refused when an account is created', async () => {
    const body = { email: email('weak'), password: 'Password12345', full_name: 'Weak' };
    await expect(register(services, CLIENT, body)).rejects.toMatchObject({ faults: [{ type: 'password_common' }] });
  });
});
