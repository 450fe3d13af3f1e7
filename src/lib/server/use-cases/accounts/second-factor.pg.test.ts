/** Signing in with an authenticator app or a recovery code, and what neither a password nor a mailbox can get around. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SecondFactorDue } from '#lib/contracts/second-factor.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { mailedTokenHash } from '#lib/server/auth/mailed-tokens.ts';
import { findSessionOf } from '#lib/server/auth/sessions.ts';
import { getMe } from '#lib/server/use-cases/people/read-users.ts';
import { getSecondFactorOf, removeSecondFactorOf } from '#lib/server/use-cases/people/remove-second-factor.ts';
import { updateMe } from '#lib/server/use-cases/people/update-me.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { CLIENT, PASSWORD, person, superadmin } from '../../../../../tests/support/people.ts';
import { codeAt, RECOVERY_CODE, turnOnTotp } from '../../../../../tests/support/second-factor.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { createAccessToken } from './access-tokens.ts';
import { logIn } from './log-in.ts';
import { beginTotp, confirmTotp, createRecoveryCodes, deleteTotp, getSecondFactor } from './own-second-factor.ts';
import { listSessions } from './own-sessions.ts';
import { proveIdentity } from './prove-identity.ts';
import { resetPassword } from './reset-password.ts';
import { signInWithSecondFactor } from './second-factor-sign-in.ts';

const NEXT = 'the bob of a plumb line';
let database: TestDatabase;
let services: Services;
let ada: PersonActor;
let email: string;
let secret: string;
const run = (statement: string, values: unknown[] = []) => execute(database.url, statement, values);

beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
});
afterAll(() => database.drop());
beforeEach(async () => {
  ada = await person(services, 'technician', 'Ada');
  ({ email } = await getMe(services, ada));
  secret = await turnOnTotp(services, run, ada.userId);
});

/** The services some steps of 30 seconds later. */
const later = (steps: number): Services => ({
  ...services,
  now: () => new Date(services.now().getTime() + steps * 30_000)
});
const shown = (steps = 0) => codeAt(secret, later(steps).now());
const wrong = () => ((Number(shown(0)) + 111_111) % 1_000_000).toString().padStart(6, '0');
const refusalOf = async (work: Promise<unknown>): Promise<Refusal> => {
  const thrown: unknown = await work.then(
    () => null,
    (error: unknown) => error
  );
  if (thrown instanceof Refusal) return thrown;
  throw new Error(`not refused: ${String(thrown)}`);
};
async function challenged(remember = true, password = PASSWORD): Promise<string> {
  const refusal = await refusalOf(logIn(services, CLIENT, { email, password, remember }));
  expect(refusal).toMatchObject({
    code: 'second_factor_required',
    context: { methods: expect.arrayContaining(['totp']) as unknown }
  });
  return (refusal.context as unknown as SecondFactorDue).challenge;
}
const finish = (given: { code?: string; recovery_code?: string }, challenge: string, by = services) =>
  signInWithSecondFactor(by, CLIENT, { challenge, ...given });
const sessionOf = async (token: string) => (await findSessionOf(services.pool, token))?.sessionId ?? '';
const sessionsOfAda = async () => (await run('SELECT FROM sessions WHERE user_id = $1', [ada.userId])).rowCount;
const isFulfilled = ({ status }: PromiseSettledResult<unknown>) => status === 'fulfilled';

describe('signing in takes both', () => {
  test('the password alone starts no session; with the code of the app one begins, and says how', async () => {
    const challenge = await challenged(false);
    expect(await sessionsOfAda()).toBe(0);
    const { access_token } = await finish({ code: shown() }, challenge);
    expect(access_token).toMatch(/^plb_/);
    const { items } = await listSessions(services, ada, await sessionOf(access_token), { limit: 10 });
    expect(items).toMatchObject([{ is_current: true, methods: ['password', 'totp'] }]);
  });

  test('a wrong password tells nothing of the second factor', async () => {
    const given = { email, password: 'another plumb line', remember: true };
    await expect(logIn(services, CLIENT, given)).rejects.toMatchObject({ code: 'invalid_credentials' });
  });

  test.each([-1, 0, 1])('a clock may be off by one step (%d)', async (steps) => {
    await expect(finish({ code: shown(steps) }, await challenged())).resolves.toHaveProperty('access_token');
  });

  test.each([-2, 2])('but not by more (%d)', async (steps) => {
    await expect(finish({ code: shown(steps) }, await challenged())).rejects.toMatchObject({ code: 'wrong_code' });
    expect(await sessionsOfAda()).toBe(0);
  });

  test('a code is accepted once, and no earlier one after it; of five uses at once one signs in', async () => {
    const challenges = await Promise.all(Array.from({ length: 5 }, () => challenged()));
    const outcomes = await Promise.allSettled(challenges.map((challenge) => finish({ code: shown() }, challenge)));
    expect(outcomes.filter(isFulfilled)).toHaveLength(1);
    const challenge = await challenged();
    await expect(finish({ code: shown() }, challenge)).rejects.toMatchObject({ code: 'code_used' });
    await expect(finish({ code: shown(-1) }, challenge)).rejects.toMatchObject({ code: 'code_used' });
    await expect(finish({ code: shown(1) }, challenge)).resolves.toHaveProperty('access_token');
  });

  test('after ten wrong codes the right one is refused, too, from anywhere; others still sign in', async () => {
    const challenge = await challenged();
    const codes = await Promise.all(
      Array.from({ length: 12 }, async () => (await refusalOf(finish({ code: wrong() }, challenge))).code)
    );
    expect(codes.filter((code) => code === 'wrong_code')).toHaveLength(10);
    expect(codes.filter((code) => code === 'too_many_requests')).toHaveLength(2);
    const elsewhere = { ...CLIENT, address: '198.51.100.7' };
    const right = { challenge: await challenged(), code: shown() };
    await expect(signInWithSecondFactor(services, elsewhere, right)).rejects.toMatchObject({
      code: 'too_many_requests'
    });
    await expect(finish({ recovery_code: RECOVERY_CODE }, challenge)).rejects.toMatchObject({
      code: 'too_many_requests'
    });
    await run(`UPDATE login_attempts SET at = at - interval '16 minutes'`);
    await expect(signInWithSecondFactor(services, elsewhere, right)).resolves.toHaveProperty('access_token');
  });

  test('a challenge ends after ten minutes, with a new password, and is nobody else’s', async () => {
    const challenge = await challenged();
    const after = (seconds: number): Services => ({
      ...services,
      now: () => new Date(services.now().getTime() + seconds * 1000)
    });
    const code = (seconds: number) => codeAt(secret, after(seconds).now());
    await expect(finish({ code: code(601) }, challenge, after(601))).rejects.toMatchObject({
      code: 'challenge_expired'
    });
    await expect(finish({ code: code(595) }, challenge, after(595))).resolves.toHaveProperty('access_token');
    await expect(finish({ code: shown() }, `${challenge.slice(0, -2)}AA`)).rejects.toMatchObject({
      code: 'challenge_expired'
    });
    const stale = await challenged();
    const session = await sessionOf((await finish({ recovery_code: RECOVERY_CODE }, await challenged())).access_token);
    await updateMe(after(640), ada, session, { password: NEXT, code: code(640) }, null);
    await expect(finish({ code: code(635) }, stale, after(590))).rejects.toMatchObject({ code: 'challenge_expired' });
  });

  test('neither code, or a deactivated account: refused', async () => {
    const challenge = await challenged();
    await expect(finish({}, challenge)).rejects.toMatchObject({ name: 'InvalidInput' });
    await run('UPDATE users SET is_active = false WHERE id = $1', [ada.userId]);
    await expect(finish({ code: shown() }, challenge)).rejects.toMatchObject({ code: 'inactive' });
  });
});

describe('a recovery code', () => {
  test('signs in once, however it is typed, two at once too; the person is notified of how many are left', async () => {
    const challenges = [await challenged(), await challenged()];
    const outcomes = await Promise.allSettled(
      challenges.map((challenge) => finish({ recovery_code: ` ${RECOVERY_CODE.toUpperCase()}` }, challenge))
    );
    expect(outcomes.filter(isFulfilled)).toHaveLength(1);
    await expect(finish({ recovery_code: RECOVERY_CODE }, await challenged())).rejects.toMatchObject({
      code: 'wrong_code'
    });
    expect(await getSecondFactor(services, ada)).toMatchObject({ recovery_codes: 0 });
    expect(await toldTo(ada)).toEqual([{ change: 'code_used', by: null, left: 0 }]);
    expect(await auditedOf(ada)).toEqual(['user.recovery_code_used']);
  });

  test('of somebody else is wrong', async () => {
    const challenge = await challenged();
    await run('DELETE FROM recovery_codes WHERE user_id = $1', [ada.userId]);
    await turnOnTotp(services, run, (await person(services, 'viewer')).userId);
    await expect(finish({ recovery_code: RECOVERY_CODE }, challenge)).rejects.toMatchObject({ code: 'wrong_code' });
  });
});

test('a new password by a mailed link leaves the second factor on: the link starts no session', async () => {
  const token = 'a-mailed-token';
  await run(
    `INSERT INTO account_tokens (user_id, purpose, token_sha256, email, expires_at)
     VALUES ($1, 'reset_password', $2, $3, now() + interval '1 hour')`,
    [ada.userId, mailedTokenHash(token), email]
  );
  const refusal = await refusalOf(resetPassword(services, CLIENT, { token, new_password: NEXT }));
  expect(refusal.code).toBe('second_factor_required');
  expect(await sessionsOfAda()).toBe(0);
  await challenged(true, NEXT);
  const { challenge } = refusal.context as unknown as SecondFactorDue;
  const { access_token } = await finish({ code: shown() }, challenge);
  const { items } = await listSessions(services, ada, await sessionOf(access_token), { limit: 10 });
  expect(items[0]?.methods).toEqual(['mailed_link', 'totp']);
});

describe('setting it up', () => {
  let bea: PersonActor;
  let session: string;
  const signIn = async () => {
    const { email: address } = await getMe(services, bea);
    const { access_token } = await logIn(services, CLIENT, { email: address, password: PASSWORD, remember: true });
    return sessionOf(access_token);
  };
  beforeEach(async () => {
    bea = await person(services, 'viewer', 'Bea');
    session = await signIn();
  });
  const age = () =>
    run(`UPDATE sessions SET proved_at = now() - interval '11 minutes' WHERE user_id = $1`, [bea.userId]);

  test('begins with a secret, takes force with its first code, which does not sign in again, and gives ten codes', async () => {
    const { secret: mine, uri } = await beginTotp(services, bea, session);
    expect(uri).toContain(mine);
    expect(await getSecondFactor(services, bea)).toEqual({
      totp_since: null,
      passkeys: 0,
      recovery_codes: 0,
      has_password: true
    });
    // Not in force yet.
    await signIn();
    const code = codeAt(mine, services.now());
    const off = ((Number(code) + 1) % 1_000_000).toString().padStart(6, '0');
    await expect(confirmTotp(services, bea, session, { code: off })).rejects.toMatchObject({ code: 'wrong_code' });
    const { recovery_codes } = await confirmTotp(services, bea, session, { code });
    expect(new Set(recovery_codes).size).toBe(10);
    expect(await getSecondFactor(services, bea)).toEqual({
      totp_since: expect.any(String),
      passkeys: 0,
      recovery_codes: 10,
      has_password: true
    });
    const { email: address } = await getMe(services, bea);
    const refusal = await refusalOf(logIn(services, CLIENT, { email: address, password: PASSWORD, remember: true }));
    const { challenge } = refusal.context as unknown as SecondFactorDue;
    await expect(finish({ code }, challenge)).rejects.toMatchObject({ code: 'code_used' });
    await expect(finish({ recovery_code: recovery_codes[3] ?? '' }, challenge)).resolves.toBeTruthy();
    expect(await toldTo(bea)).toEqual([
      { change: 'added', by: null, left: 10 },
      { change: 'code_used', by: null, left: 9 }
    ]);
    await expect(beginTotp(services, bea, session)).rejects.toMatchObject({ code: 'totp_is_on' });
    await expect(confirmTotp(services, bea, session, { code })).rejects.toMatchObject({ code: 'totp_is_on' });
  });

  test('a secret waits an hour for its code, and a new one replaces it', async () => {
    await expect(confirmTotp(services, bea, session, { code: '123456' })).rejects.toMatchObject({ code: 'not_found' });
    const first = await beginTotp(services, bea, session);
    const second = await beginTotp(services, bea, session);
    const old = codeAt(first.secret, services.now());
    await expect(confirmTotp(services, bea, session, { code: old })).rejects.toMatchObject({ code: 'wrong_code' });
    await run(`UPDATE totp_secrets SET begun_at = begun_at - interval '61 minutes' WHERE user_id = $1`, [bea.userId]);
    const code = codeAt(second.secret, services.now());
    await expect(confirmTotp(services, bea, session, { code })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('takes a fresh proof, which the password or a code gives; an access token can do nothing of it', async () => {
    const { token } = await createAccessToken(services, bea, session, { name: 'Program' });
    const program = await sessionOf(token);
    await age();
    const sensitive = [
      (by: string) => beginTotp(services, bea, by),
      (by: string) => deleteTotp(services, bea, by),
      (by: string) => createRecoveryCodes(services, bea, by),
      (by: string) => createAccessToken(services, bea, by, { name: 'Another' })
    ];
    for (const act of sensitive) {
      await expect(act(session)).rejects.toMatchObject({ code: 'proof_required' });
      await expect(act(program)).rejects.toMatchObject({ code: 'forbidden' });
    }
    await expect(proveIdentity(services, bea, program, { password: PASSWORD })).rejects.toMatchObject({
      code: 'forbidden'
    });
    await expect(proveIdentity(services, bea, session, { password: 'wrong' })).rejects.toMatchObject({
      code: 'invalid_credentials'
    });
    await expect(proveIdentity(services, bea, session, {})).rejects.toMatchObject({ name: 'InvalidInput' });
    await expect(proveIdentity(services, bea, session, { code: '123456' })).rejects.toMatchObject({
      code: 'wrong_code'
    });
    await expect(beginTotp(services, bea, session)).rejects.toMatchObject({ code: 'proof_required' });
    await proveIdentity(services, bea, session, { password: PASSWORD });
    await beginTotp(services, bea, session);

    const mine = await turnOnTotp(services, run, bea.userId);
    await age();
    // Whoever knows the password alone neither turns it off nor makes a token.
    await expect(proveIdentity(services, bea, session, { password: PASSWORD })).rejects.toMatchObject({
      code: 'second_factor_required'
    });
    await expect(deleteTotp(services, bea, session)).rejects.toMatchObject({ code: 'proof_required' });
    const code = codeAt(mine, services.now());
    await proveIdentity(services, bea, session, { code });
    await expect(proveIdentity(services, bea, session, { code })).rejects.toMatchObject({ code: 'code_used' });
    const { recovery_codes } = await createRecoveryCodes(services, bea, session);
    expect(recovery_codes).toHaveLength(10);
    expect(recovery_codes).not.toContain(RECOVERY_CODE);
    await deleteTotp(services, bea, session);
    await expect(deleteTotp(services, bea, session)).rejects.toMatchObject({ code: 'not_found' });
    await expect(createRecoveryCodes(services, bea, session)).rejects.toMatchObject({ code: 'not_found' });
    expect(await getSecondFactor(services, bea)).toEqual({
      totp_since: null,
      passkeys: 0,
      recovery_codes: 0,
      has_password: true
    });
    await signIn();
    expect((await toldTo(bea)).map(({ change }) => change)).toEqual(['new_codes', 'turned_off']);
    expect(await auditedOf(bea)).toEqual(['user.recovery_codes_created', 'user.second_factor_removed']);
  });
});

describe('a lost factor', () => {
  test('is removed by who may change the account, audited and told; not one’s own, and not a superadmin’s by an admin', async () => {
    const boss = await superadmin(services);
    const admin = await person(services, 'admin', 'Rita');
    expect(await getSecondFactorOf(services, admin, ada.userId)).toEqual({
      totp_since: expect.any(String),
      passkeys: 0,
      recovery_codes: 1,
      has_password: true
    });
    await removeSecondFactorOf(services, admin, ada.userId);
    expect(await toldTo(ada)).toEqual([{ change: 'removed', by: 'Rita', left: 0 }]);
    const { rows } = await run(`SELECT action, actor_name FROM audit_log WHERE resource_id = $1 ORDER BY number DESC`, [
      ada.userId
    ]);
    expect(rows[0]).toEqual({ action: 'user.second_factor_removed', actor_name: 'Rita' });
    await logIn(services, CLIENT, { email, password: PASSWORD, remember: true });
    await expect(removeSecondFactorOf(services, admin, ada.userId)).rejects.toMatchObject({ code: 'not_found' });

    await turnOnTotp(services, run, boss.userId);
    await turnOnTotp(services, run, admin.userId);
    await expect(getSecondFactorOf(services, admin, boss.userId)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(removeSecondFactorOf(services, admin, boss.userId)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(removeSecondFactorOf(services, admin, admin.userId)).rejects.toMatchObject({ code: 'forbidden' });
    await removeSecondFactorOf(services, boss, admin.userId);
    await run('DELETE FROM totp_secrets');
  });
});

/** What the queued notifications of a person say. */
async function toldTo({ userId }: PersonActor) {
  const { rows } = await run(
    `SELECT payload FROM graphile_worker._private_jobs j
     JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     WHERE t.identifier = 'notify_second_factor_changed' AND payload->>'user_id' = $1 ORDER BY j.id`,
    [userId]
  );
  return (rows as { payload: Record<string, unknown> }[]).map(({ payload }) => ({
    change: payload['change'],
    by: payload['by'],
    left: payload['left']
  }));
}

async function auditedOf({ userId }: PersonActor): Promise<unknown[]> {
  const { rows } = await run(
    `SELECT action FROM audit_log WHERE resource_id = $1 AND action LIKE 'user.%' AND action <> 'user.created' ORDER BY number`,
    [userId]
  );
  return rows.map(({ action }: { action?: unknown }) => action);
}
