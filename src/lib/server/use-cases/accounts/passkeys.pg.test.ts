/** Passkeys: added after a proof, signing in by themselves, as second factor and as proof; and every answer that is not accepted. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SecondFactorDue } from '#lib/contracts/second-factor.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { findSessionOf } from '#lib/server/auth/sessions.ts';
import { removeExpiredRows } from '#lib/server/db/expired.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { getMe } from '#lib/server/use-cases/people/read-users.ts';
import { getSecondFactorOf, removeSecondFactorOf } from '#lib/server/use-cases/people/remove-second-factor.ts';
import { updateMe } from '#lib/server/use-cases/people/update-me.ts';
import { forgetSecrets } from '#lib/server/use-cases/secrets/forget-secrets.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { authenticator, type Lapse } from '../../../../../tests/support/authenticator.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { CLIENT, PASSWORD, person } from '../../../../../tests/support/people.ts';
import { codeAt, turnOnTotp } from '../../../../../tests/support/second-factor.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { createAccessToken } from './access-tokens.ts';
import { logIn } from './log-in.ts';
import {
  beginPasskey,
  createPasskey,
  deletePasskey,
  getProofOptions,
  listPasskeys,
  updatePasskey
} from './own-passkeys.ts';
import { deleteTotp, getSecondFactor } from './own-second-factor.ts';
import { listSessions } from './own-sessions.ts';
import { getPasskeyOptions, signInWithPasskey } from './passkey-sign-in.ts';
import { proveIdentity } from './prove-identity.ts';
import { signInWithSecondFactor } from './second-factor-sign-in.ts';

const NEXT = 'the bob of a plumb line';
let database: TestDatabase;
let services: Services;
let ada: PersonActor;
let email: string;
let session: string;
const run = (statement: string, values: unknown[] = []) => execute(database.url, statement, values);

beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
});
afterAll(() => database.drop());
beforeEach(async () => {
  ada = await person(services, 'technician', 'Ada');
  ({ email } = await getMe(services, ada));
  session = await sessionOf(
    (await logIn(services, CLIENT, { email, password: PASSWORD, remember: true })).access_token
  );
});

const after = (seconds: number): Services => ({
  ...services,
  now: () => new Date(services.now().getTime() + seconds * 1000)
});
const sessionOf = async (token: string) => (await findSessionOf(services.pool, token))?.sessionId ?? '';
const refusalOf = async (work: Promise<unknown>): Promise<Refusal> => {
  const thrown: unknown = await work.then(
    () => null,
    (error: unknown) => error
  );
  if (thrown instanceof Refusal) return thrown;
  throw new Error(`not refused: ${String(thrown)}`);
};
const refused = { code: 'passkey_refused' };
const isFulfilled = ({ status }: PromiseSettledResult<unknown>) => status === 'fulfilled';
const newKey = (counter: number | null = 0) => authenticator({ origin: services.origin, counter });
async function added(name = 'Laptop', key = newKey()) {
  const passkey = key.create(await beginPasskey(services, ada, session));
  return { key, ...(await createPasskey(services, ada, session, { name, passkey })) };
}
const enter = (passkey: ReturnType<ReturnType<typeof newKey>['get']>, by = services) =>
  signInWithPasskey(by, CLIENT, { passkey, remember: true });
const asked = () => getPasskeyOptions(services, {});
async function challenged(): Promise<string> {
  const refusal = await refusalOf(logIn(services, CLIENT, { email, password: PASSWORD, remember: true }));
  expect(refusal).toMatchObject({ code: 'second_factor_required', context: { methods: ['passkey', 'recovery_code'] } });
  return (refusal.context as unknown as SecondFactorDue).challenge;
}
const age = () => run(`UPDATE sessions SET proved_at = now() - interval '11 minutes' WHERE user_id = $1`, [ada.userId]);

describe('adding one', () => {
  test('takes a fresh proof; the first brings recovery codes, further ones leave them; each is named and told', async () => {
    const { token } = await createAccessToken(services, ada, session, { name: 'Program' });
    await expect(beginPasskey(services, ada, await sessionOf(token))).rejects.toMatchObject({ code: 'forbidden' });
    await age();
    await expect(beginPasskey(services, ada, session)).rejects.toMatchObject({ code: 'proof_required' });
    await proveIdentity(services, ada, session, { password: PASSWORD });
    const first = await added('Laptop');
    expect(new Set(first.recovery_codes).size).toBe(10);
    expect(await getSecondFactor(services, ada)).toEqual({
      totp_since: null,
      passkeys: 1,
      recovery_codes: 10,
      has_password: true
    });
    const second = await added('Security key', newKey(null));
    expect(second.recovery_codes).toEqual([]);
    await updatePasskey(services, ada, first.id, 'Old laptop');
    expect(await listPasskeys(services, ada)).toMatchObject([
      { name: 'Old laptop', last_used_at: null, is_synced: false },
      { name: 'Security key' }
    ]);
    const bea = await person(services, 'viewer', 'Bea');
    await expect(updatePasskey(services, bea, first.id, 'Mine')).rejects.toMatchObject({ code: 'not_found' });
    expect(await listPasskeys(services, bea)).toEqual([]);
    expect(await toldTo(ada)).toEqual(['passkey_added', 'passkey_added']);
    expect(await auditedOf(ada)).toEqual(['user.passkey_added', 'user.passkey_added']);
  });

  test('the browser is told of those that are there, and who asks has a host, not a port', async () => {
    const { key } = await added();
    expect(await beginPasskey(services, ada, session)).toMatchObject({
      rp: { id: 'localhost', name: 'Plumbline' },
      user: { name: email, displayName: 'Ada' },
      excludeCredentials: [{ id: key.id }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' }
    });
  });

  test.each<[string, Lapse]>([
    ['another page', { origin: 'https://evil.example' }],
    ['another port of the same host', { origin: 'http://localhost:3001' }],
    ['another host', { rpId: 'evil.example' }],
    ['nobody verified', { unverified: true }],
    ['an answer of another kind', { type: 'webauthn.get' }],
    ['a challenge of nobody', { challenge: Buffer.alloc(54, 1).toString('base64url') }]
  ])('not with %s', async (_what, lapse) => {
    const passkey = newKey().create(await beginPasskey(services, ada, session), lapse);
    await expect(createPasskey(services, ada, session, { name: 'Laptop', passkey })).rejects.toMatchObject(refused);
    expect(await listPasskeys(services, ada)).toEqual([]);
  });

  test('not with a challenge of somebody else, nor later than five minutes, nor twice, nor one that is known', async () => {
    const bea = await person(services, 'viewer', 'Bea');
    const options = await beginPasskey(services, ada, session);
    const key = newKey();
    const passkey = key.create(options);
    const named = { name: 'Laptop', passkey };
    const hers = await sessionOf(
      (await logIn(services, CLIENT, { ...(await getMe(services, bea)), password: PASSWORD, remember: true }))
        .access_token
    );
    await expect(createPasskey(services, bea, hers, named)).rejects.toMatchObject(refused);
    await expect(createPasskey(after(301), ada, session, named)).rejects.toMatchObject(refused);
    await createPasskey(after(299), ada, session, named);
    await expect(createPasskey(services, ada, session, named)).rejects.toMatchObject(refused);
    const again = key.create(await beginPasskey(services, bea, hers));
    await expect(createPasskey(services, bea, hers, { name: 'Mine', passkey: again })).rejects.toMatchObject({
      code: 'passkey_known'
    });
    // What was answered is forgotten once it has ended anyway.
    const kept = () => run('SELECT FROM used_passkey_challenges').then(({ rowCount }) => rowCount);
    expect(await kept()).toBeGreaterThan(0);
    await transaction(services.pool, SYSTEM, (tx) => removeExpiredRows(tx, new Date(Date.now() + 600_000)));
    expect(await kept()).toBe(0);
  });

  test('twenty at most', async () => {
    const options = await beginPasskey(services, ada, session);
    await run(
      `INSERT INTO passkeys (id, user_id, credential_id, public_key, sign_count, name, is_synced)
       SELECT gen_random_uuid(), $1::uuid, 'k' || md5(n || $1::uuid::text), 'k', 0, 'Key', false FROM generate_series(1, 20) n`,
      [ada.userId]
    );
    await expect(beginPasskey(services, ada, session)).rejects.toMatchObject({ code: 'too_many_passkeys' });
    const passkey = newKey().create(options);
    await expect(createPasskey(services, ada, session, { name: 'One more', passkey })).rejects.toMatchObject({
      code: 'too_many_passkeys'
    });
  });
});

describe('signing in by itself', () => {
  test('takes no address and no password; the session says how; its use is noted', async () => {
    const { key } = await added();
    const options = await asked();
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(options['allowCredentials']).toBeUndefined();
    const { access_token } = await enter(key.get(options));
    const { items } = await listSessions(services, ada, await sessionOf(access_token), { limit: 10 });
    expect(items.find(({ is_current }) => is_current)).toMatchObject({ methods: ['passkey'] });
    const [used] = await listPasskeys(services, ada);
    expect(used?.last_used_at).not.toBeNull();
  });

  test.each<[string, Lapse]>([
    ['another page', { origin: 'https://evil.example' }],
    ['another host', { rpId: 'evil.example' }],
    ['nobody verified', { unverified: true }],
    ['an answer of another kind', { type: 'webauthn.create' }],
    ['a challenge of nobody', { challenge: Buffer.alloc(54, 1).toString('base64url') }]
  ])('not with %s', async (_what, lapse) => {
    const { key } = await added();
    await expect(enter(key.get(await asked(), lapse))).rejects.toMatchObject(refused);
    await expect(enter(key.get(await asked()))).resolves.toHaveProperty('access_token');
  });

  test('an answer is accepted once, of five at once one; and for five minutes', async () => {
    const { key } = await added('Laptop', newKey(null));
    const answer = key.get(await asked());
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => enter(answer)));
    expect(outcomes.filter(isFulfilled)).toHaveLength(1);
    await expect(enter(answer)).rejects.toMatchObject(refused);
    const slow = key.get(await asked());
    await expect(enter(slow, after(301))).rejects.toMatchObject(refused);
    await expect(enter(slow, after(299))).resolves.toHaveProperty('access_token');
  });

  test('a key that counts backwards may be a copy: refused', async () => {
    const { key } = await added('Laptop', newKey(5));
    await enter(key.get(await asked()));
    key.turnBack(1);
    await expect(enter(key.get(await asked()))).rejects.toMatchObject(refused);
    await expect(enter(key.get(await asked()))).resolves.toHaveProperty('access_token');
  });

  test('not with a signature of another key under the same name, nor one that is unknown, nor as somebody else', async () => {
    const { key } = await added();
    const stranger = newKey();
    stranger.create(await beginPasskey(services, ada, session));
    await expect(enter(stranger.get(await asked()))).rejects.toMatchObject(refused);
    await expect(enter({ ...stranger.get(await asked()), id: key.id })).rejects.toMatchObject(refused);
    const answer = key.get(await asked());
    const userHandle = Buffer.from(crypto.randomUUID()).toString('base64url');
    await expect(enter({ ...answer, response: { ...answer.response, userHandle } })).rejects.toMatchObject(refused);
  });

  test('not into an account that is deactivated or unverified', async () => {
    const { key } = await added();
    await run('UPDATE users SET is_active = false WHERE id = $1', [ada.userId]);
    await expect(enter(key.get(await asked()))).rejects.toMatchObject({ code: 'inactive' });
    await run('UPDATE users SET is_active = true, is_verified = false WHERE id = $1', [ada.userId]);
    await expect(enter(key.get(await asked()))).rejects.toMatchObject({ code: 'unverified' });
  });
});

describe('as second factor', () => {
  test('the password alone starts no session any more; with the passkey, or a recovery code, one begins', async () => {
    const { key, recovery_codes } = await added();
    const challenge = await challenged();
    const options = await getPasskeyOptions(services, { challenge });
    expect(options).toMatchObject({ allowCredentials: [{ id: key.id }] });
    const passkey = key.get(options);
    // Asked for beside the password, it does not do without.
    await expect(enter(passkey)).rejects.toMatchObject(refused);
    const { access_token } = await signInWithSecondFactor(services, CLIENT, { challenge, passkey });
    const { items } = await listSessions(services, ada, await sessionOf(access_token), { limit: 10 });
    expect(items.find(({ is_current }) => is_current)).toMatchObject({ methods: ['password', 'passkey'] });
    await expect(
      signInWithSecondFactor(services, CLIENT, { challenge, passkey: key.get(await asked()) })
    ).rejects.toMatchObject(refused);
    await expect(
      signInWithSecondFactor(services, CLIENT, { challenge, recovery_code: recovery_codes[0] })
    ).resolves.toHaveProperty('access_token');
  });

  test('of somebody else it is refused, and options take a challenge of this server', async () => {
    await added();
    const challenge = await challenged();
    const bea = await person(services, 'viewer', 'Bea');
    const hers = newKey();
    const { access_token } = await logIn(services, CLIENT, {
      email: (await getMe(services, bea)).email,
      password: PASSWORD,
      remember: true
    });
    const passkey = hers.create(await beginPasskey(services, bea, await sessionOf(access_token)));
    await createPasskey(services, bea, await sessionOf(access_token), { name: 'Hers', passkey });
    const answer = hers.get(await getPasskeyOptions(services, { challenge }));
    await expect(signInWithSecondFactor(services, CLIENT, { challenge, passkey: answer })).rejects.toMatchObject(
      refused
    );
    await expect(getPasskeyOptions(services, { challenge: 'forged' })).rejects.toMatchObject({
      code: 'challenge_expired'
    });
  });
});

describe('as proof', () => {
  test('it is asked for in place of the password, also for a new password and a new address', async () => {
    const { key } = await added();
    await age();
    await expect(proveIdentity(services, ada, session, { password: PASSWORD })).rejects.toMatchObject({
      code: 'second_factor_required'
    });
    const proof = async () => key.get(await getProofOptions(services, ada));
    await expect(proveIdentity(services, ada, session, { passkey: key.get(await asked()) })).rejects.toMatchObject(
      refused
    );
    await expect(
      proveIdentity(services, ada, session, { passkey: await proof(), password: PASSWORD })
    ).rejects.toMatchObject({ name: 'InvalidInput' });
    await proveIdentity(services, ada, session, { passkey: await proof() });
    await beginPasskey(services, ada, session);

    const change = { password: NEXT };
    await expect(
      updateMe(services, ada, session, { ...change, current_password: PASSWORD }, null)
    ).rejects.toMatchObject({ code: 'second_factor_required' });
    await expect(updateMe(services, ada, session, change, null)).rejects.toMatchObject({ name: 'InvalidInput' });
    await updateMe(services, ada, session, { ...change, passkey: await proof() }, null);
    await expect(
      updateMe(services, ada, session, { email: `new-${email}`, current_password: NEXT }, null)
    ).rejects.toMatchObject({ code: 'second_factor_required' });
    const secret = await turnOnTotp(services, run, ada.userId);
    const code = codeAt(secret, services.now());
    await expect(updateMe(services, ada, session, { email: `new-${email}`, code }, null)).resolves.toMatchObject({
      email: `new-${email}`
    });
    await expect(updateMe(services, ada, session, { password: PASSWORD, code }, null)).rejects.toMatchObject({
      code: 'code_used'
    });
  });

  test('who has none is told so', async () => {
    await expect(getProofOptions(services, ada)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('removing one', () => {
  test('takes a fresh proof; recovery codes stay while there is a second factor, and end with the last', async () => {
    const [one, two] = [await added('One'), await added('Two')];
    await turnOnTotp(services, run, ada.userId);
    await age();
    await expect(deletePasskey(services, ada, session, one.id)).rejects.toMatchObject({ code: 'proof_required' });
    await proveIdentity(services, ada, session, { passkey: one.key.get(await getProofOptions(services, ada)) });
    await deletePasskey(services, ada, session, one.id);
    await expect(deletePasskey(services, ada, session, one.id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(enter(one.key.get(await asked()))).rejects.toMatchObject(refused);
    await deleteTotp(services, ada, session);
    expect(await getSecondFactor(services, ada)).toMatchObject({ totp_since: null, passkeys: 1, recovery_codes: 11 });
    await deletePasskey(services, ada, session, two.id);
    expect(await getSecondFactor(services, ada)).toEqual({
      totp_since: null,
      passkeys: 0,
      recovery_codes: 0,
      has_password: true
    });
    expect((await toldTo(ada)).slice(2)).toEqual(['passkey_removed', 'app_removed', 'turned_off']);
    await logIn(services, CLIENT, { email, password: PASSWORD, remember: true });
  });

  test('of who has lost it: all of them, by who may change the account', async () => {
    const { key } = await added();
    const admin = await person(services, 'admin', 'Rita');
    expect(await getSecondFactorOf(services, admin, ada.userId)).toMatchObject({ passkeys: 1 });
    await removeSecondFactorOf(services, admin, ada.userId);
    await expect(enter(key.get(await asked()))).rejects.toMatchObject(refused);
    expect((await toldTo(ada)).at(-1)).toBe('removed');
    await logIn(services, CLIENT, { email, password: PASSWORD, remember: true });
  });

  test('a lost SECRET_KEY takes the apps, and leaves passkeys with their codes', async () => {
    const { key } = await added();
    const bea = await person(services, 'viewer', 'Bea');
    await turnOnTotp(services, run, bea.userId);
    await forgetSecrets(services);
    expect(await getSecondFactor(services, ada)).toMatchObject({ passkeys: 1, recovery_codes: 10 });
    expect(await getSecondFactor(services, bea)).toEqual({
      totp_since: null,
      passkeys: 0,
      recovery_codes: 0,
      has_password: true
    });
    await expect(enter(key.get(await asked()))).resolves.toHaveProperty('access_token');
  });
});

/** The changes that the person is notified of. */
async function toldTo({ userId }: PersonActor): Promise<unknown[]> {
  const { rows } = await run(
    `SELECT payload->>'change' AS change FROM graphile_worker._private_jobs j
     JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     WHERE t.identifier = 'notify_second_factor_changed' AND payload->>'user_id' = $1 ORDER BY j.id`,
    [userId]
  );
  return rows.map(({ change }: { change?: unknown }) => change);
}

async function auditedOf({ userId }: PersonActor): Promise<unknown[]> {
  const { rows } = await run(
    `SELECT action FROM audit_log WHERE resource_id = $1 AND action LIKE 'user.passkey%' ORDER BY number`,
    [userId]
  );
  return rows.map(({ action }: { action?: unknown }) => action);
}
