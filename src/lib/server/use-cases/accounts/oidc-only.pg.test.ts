/** Where the identity provider is the only way to sign in. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { authenticator } from '../../../../../tests/support/authenticator.ts';
import { CLIENT, PASSWORD } from '../../../../../tests/support/people.ts';
import { refusalOf, startSignOn, type SignOn } from '../../../../../tests/support/single-sign-on.ts';
import type { SecondFactorDue } from '#lib/contracts/second-factor.ts';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { issueMailedToken } from '#lib/server/auth/mailed-tokens.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { beginPasskey, createPasskey, getProofOptions } from './own-passkeys.ts';
import { getPasskeyOptions, signInWithPasskey } from './passkey-sign-in.ts';
import { proveIdentity } from './prove-identity.ts';
import { register } from './register.ts';
import { requireUser } from './require-user.ts';
import { resetPassword } from './reset-password.ts';
import { signInWithSecondFactor } from './second-factor-sign-in.ts';
import { setPassword } from './set-password.ts';
import { verifyEmail } from './verify-email.ts';

const NEXT = 'the bob of a plumb line';
let on: SignOn;
beforeAll(async () => {
  on = await startSignOn();
});
afterAll(() => on.end());
beforeEach(async () => {
  await on.begin();
  on.services = on.withOidc({ only: true });
});
const sessionsOf = async () => (await on.run('SELECT FROM sessions WHERE user_id = $1', [on.ada.userId])).rowCount;
const mailed = (purpose: 'verify_email' | 'reset_password') =>
  transaction(on.services.pool, SYSTEM, async (tx) =>
    issueMailedToken(tx, await requireUser(tx, on.ada.userId), purpose, on.services.now())
  );

test('passwords sign nobody in, nor does anybody register; the console lets in all the same', async () => {
  await expect(on.enter()).rejects.toMatchObject({ code: 'oidc_only' });
  await expect(on.enter('wrong')).rejects.toMatchObject({ code: 'invalid_credentials' });
  const newcomer = { email: 'new@works.example', password: PASSWORD, full_name: 'New' };
  await expect(register(on.services, CLIENT, newcomer)).rejects.toMatchObject({ code: 'oidc_only' });
  // Linking proves the password, and signs in with the provider.
  expect(await on.methodsOf((await on.link()).access_token)).toEqual(['oidc', 'password']);
  await setPassword(on.services, { email: on.email, new_password: PASSWORD });
  expect(await on.methodsOf((await on.enter()).access_token)).toEqual(['password']);
});

test('a passkey signs nobody in by itself; it is the second factor after the provider, and a proof', async () => {
  const token = (await on.link()).access_token;
  const session = await on.sessionOf(token);
  const key = authenticator({ origin: on.plain.origin, counter: 0 });
  const passkey = key.create(await beginPasskey(on.services, on.ada, session));
  await createPasskey(on.services, on.ada, session, { name: 'Laptop', passkey });
  const before = await sessionsOf();
  const alone = key.get(await getPasskeyOptions(on.services, {}));
  await expect(signInWithPasskey(on.services, CLIENT, { passkey: alone, remember: true })).rejects.toMatchObject({
    code: 'oidc_only'
  });
  expect(await sessionsOf()).toBe(before);
  const { challenge } = (await refusalOf(on.signIn())).context as unknown as SecondFactorDue;
  const second = key.get(await getPasskeyOptions(on.services, { challenge }));
  const { access_token } = await signInWithSecondFactor(on.services, CLIENT, { challenge, passkey: second });
  expect(await on.methodsOf(access_token)).toEqual(['oidc', 'passkey']);
  await on.age();
  const proof = key.get(await getProofOptions(on.services, on.ada));
  await proveIdentity(on.services, on.ada, await on.sessionOf(access_token), { passkey: proof });
  // Whom the console has let in comes in with it.
  await on.run('UPDATE passwords SET set_at_console = true WHERE user_id = $1', [on.ada.userId]);
  const let_in = key.get(await getPasskeyOptions(on.services, {}));
  await expect(signInWithPasskey(on.services, CLIENT, { passkey: let_in, remember: true })).resolves.toBeDefined();
});

test('a mailed link verifies the address, once, and signs nobody in: the provider does', async () => {
  await on.link();
  await on.run('UPDATE users SET is_verified = false WHERE id = $1', [on.ada.userId]);
  await on.run('DELETE FROM sessions');
  const token = await mailed('verify_email');
  await expect(verifyEmail(on.services, CLIENT, token)).rejects.toMatchObject({ code: 'oidc_only' });
  expect(await sessionsOf()).toBe(0);
  await expect(verifyEmail(on.services, CLIENT, token)).rejects.toMatchObject({ code: 'invalid_token' });
  expect(await on.methodsOf((await on.signIn()).access_token)).toEqual(['oidc']);
});

test('a mailed link sets a password, ends all sessions and signs nobody in: the password links, and does no more', async () => {
  await on.link();
  await on.run('DELETE FROM identities WHERE user_id = $1', [on.ada.userId]);
  const token = await mailed('reset_password');
  const reset = () => resetPassword(on.services, CLIENT, { token, new_password: NEXT });
  await expect(reset()).rejects.toMatchObject({ code: 'oidc_only' });
  expect(await sessionsOf()).toBe(0);
  await expect(reset()).rejects.toMatchObject({ code: 'invalid_token' });
  await expect(on.enter(NEXT)).rejects.toMatchObject({ code: 'oidc_only' });
  await expect(on.link()).rejects.toMatchObject({ code: 'invalid_credentials' });
  expect(await on.methodsOf((await on.link(NEXT)).access_token)).toEqual(['oidc', 'password']);
});
