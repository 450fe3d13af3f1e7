/** Single sign-on, against a real provider: whom it signs in, and everything that is not accepted. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SecondFactorDue } from '#lib/contracts/second-factor.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { createOidc } from '#lib/server/auth/oidc.ts';
import { findSessionOf } from '#lib/server/auth/sessions.ts';
import { getMe } from '#lib/server/use-cases/people/read-users.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import {
  startIdentityProvider,
  type IdentityProvider,
  type PersonThere
} from '../../../../../tests/support/identity-provider.ts';
import { CLIENT, PASSWORD, person, superadmin } from '../../../../../tests/support/people.ts';
import { nextCode, turnOnTotp } from '../../../../../tests/support/second-factor.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { beginIdentity, beginOidcProof } from './begin-oidc.ts';
import { logIn } from './log-in.ts';
import { finishOidc, getOidc, startOidc, type OidcStep } from './oidc-round.ts';
import { linkOidc, signInWithOidc } from './oidc-sign-in.ts';
import { deleteIdentity, listIdentities } from './own-identities.ts';
import { listSessions } from './own-sessions.ts';
import { register } from './register.ts';
import { setPassword } from './set-password.ts';
import { signInWithSecondFactor } from './second-factor-sign-in.ts';

let database: TestDatabase;
let provider: IdentityProvider;
let plain: Services;
let services: Services;
let ada: PersonActor;
let email: string;
const run = (statement: string, values: unknown[] = []) => execute(database.url, statement, values);

beforeAll(async () => {
  database = await createTestDatabase();
  plain = await testServices(database);
  provider = await startIdentityProvider(plain.origin);
  await superadmin(plain);
});
afterAll(async () => {
  await provider.stop();
  await database.drop();
});
beforeEach(async () => {
  services = withOidc();
  Object.assign(provider, { alter: (claims: object) => claims, forges: false, failure: null });
  ada = await person(services, 'technician', 'Ada');
  ({ email } = await getMe(services, ada));
  provider.person = { sub: crypto.randomUUID(), email, email_verified: true, name: 'Ada There' };
});

const withOidc = (given: Partial<IdentityProvider['config']> = {}, skewSeconds = 0, timeout?: number): Services => ({
  ...plain,
  oidc: createOidc({ ...provider.config, ...given }, plain.origin, skewSeconds, timeout)
});
const enter = (password = PASSWORD) => logIn(services, CLIENT, { email, password, remember: true });
const whoSignsIn = (): PersonThere => provider.person ?? { sub: 'nobody' };
const problemOf = ({ url }: OidcStep) => new URL(url, plain.origin).searchParams.get('problem');
const sessionOf = async (token: string) => (await findSessionOf(services.pool, token))?.sessionId ?? '';
const passwordSession = async () =>
  sessionOf((await logIn(services, CLIENT, { email, password: PASSWORD, remember: true })).access_token);
const begun = () => startOidc(services, { next: '/assets?q=1', remember: true });
/** To the provider and back. */
async function round(step: OidcStep | null = null): Promise<OidcStep> {
  const { url, cookie } = step ?? (await begun());
  return finishOidc(services, CLIENT, await provider.visit(url), cookie);
}
const signIn = async () => signInWithOidc(services, CLIENT, (await round()).cookie);
const refusalOf = async (work: Promise<unknown>): Promise<Refusal> => {
  const thrown: unknown = await work.then(
    () => null,
    (error: unknown) => error
  );
  if (thrown instanceof Refusal) return thrown;
  throw new Error(`not refused: ${String(thrown)}`);
};
const link = async () => linkOidc(services, CLIENT, (await round()).cookie, { password: PASSWORD });
const methodsOf = async (token: string, who = ada) =>
  (await listSessions(services, who, await sessionOf(token), { limit: 50 })).items.find(({ is_current }) => is_current)
    ?.methods;
const userOf = async (token: string) => (await findSessionOf(services.pool, token))?.user;
const auditOf = async (userId: string) =>
  (await run('SELECT action FROM audit_log WHERE resource_id = $1 ORDER BY id', [userId])).rows.map(
    (row) => (row as { action: string }).action
  );

describe('who signs in', () => {
  test('an address that has an account is never enough: its password links it, once and for all, audited and told', async () => {
    const { cookie, url } = await round();
    expect(url).toBe('/sign-in/oidc?next=%2Fassets%3Fq%3D1');
    await expect(signInWithOidc(services, CLIENT, cookie)).rejects.toMatchObject({
      code: 'oidc_link_required',
      context: { email }
    });
    await expect(linkOidc(services, CLIENT, cookie, { password: 'wrong' })).rejects.toMatchObject({
      code: 'invalid_credentials'
    });
    const { access_token } = await linkOidc(services, CLIENT, cookie, { password: PASSWORD });
    expect(await methodsOf(access_token)).toEqual(['oidc', 'password']);
    expect(await methodsOf((await signIn()).access_token)).toEqual(['oidc']);
    expect(await listIdentities(services, ada)).toMatchObject([{ issuer: provider.config.issuer, email }]);
    expect(await auditOf(ada.userId)).toContain('user.identity_linked');
    const told = await run(
      `SELECT payload FROM graphile_worker._private_jobs WHERE payload::text LIKE '%identity_linked%'`
    );
    expect(told.rowCount).toBeGreaterThan(0);
    // The address may change there: the person stays the same.
    provider.person = { ...whoSignsIn(), email: 'ada@elsewhere.example', email_verified: false };
    expect(await userOf((await signIn()).access_token)).toMatchObject({ id: ada.userId });
  });

  test('an address that the provider has not verified links nothing and makes nothing', async () => {
    services = withOidc({ autoCreate: true });
    for (const claims of [{ email_verified: false }, { email_verified: undefined }, { email: undefined }]) {
      provider.person = { ...whoSignsIn(), ...(claims as object) };
      const { cookie } = await round();
      await expect(signInWithOidc(services, CLIENT, cookie)).rejects.toMatchObject({ code: 'oidc_email_unverified' });
      await expect(linkOidc(services, CLIENT, cookie, { password: PASSWORD })).rejects.toMatchObject({
        code: 'oidc_email_unverified'
      });
    }
  });

  test('a newcomer gets an account only where that is wanted, with the role that the claim states', async () => {
    const newcomer = (roles: readonly string[]) => {
      const sub = crypto.randomUUID();
      provider.person = { sub, email: `${sub}@works.example`, email_verified: true, name: 'New Comer', roles };
    };
    newcomer([]);
    await expect(signIn()).rejects.toMatchObject({ code: 'oidc_no_account' });
    services = withOidc({ autoCreate: true });
    for (const [roles, role] of [
      [[], 'technician'],
      [['admin', 'viewer', 'janitor'], 'admin'],
      [['superadmin'], 'superadmin'],
      [['Superadmin', 'root'], 'technician']
    ] as const) {
      newcomer(roles);
      const user = await userOf((await signIn()).access_token);
      expect(user).toMatchObject({ role, full_name: 'New Comer', is_verified: true });
      expect(await auditOf(user?.id ?? '')).toEqual(['user.registered', 'user.identity_linked']);
      // The role is kept here from then on.
      provider.person = { ...whoSignsIn(), roles: ['superadmin'] };
      expect(await userOf((await signIn()).access_token)).toMatchObject({ id: user?.id, role });
    }
    // Without a claim that is trusted, what is stated makes nobody anything.
    services = withOidc({ autoCreate: true, roleClaim: undefined });
    newcomer(['superadmin']);
    expect(await userOf((await signIn()).access_token)).toMatchObject({ role: 'technician' });
  });

  test('not into an account that is deactivated or unverified, linked or not', async () => {
    await link();
    await run('UPDATE users SET is_active = false WHERE id = $1', [ada.userId]);
    await expect(signIn()).rejects.toMatchObject({ code: 'inactive' });
    await run('UPDATE users SET is_active = true, is_verified = false WHERE id = $1', [ada.userId]);
    await expect(signIn()).rejects.toMatchObject({ code: 'unverified' });
    await run('DELETE FROM identities');
    await expect(link()).rejects.toMatchObject({ code: 'unverified' });
    expect((await run('SELECT FROM identities')).rowCount).toBe(0);
  });

  test('somebody who cancels is told so', async () => {
    provider.person = null;
    expect(problemOf(await round())).toBe('oidc_refused');
  });
});

describe('what is not accepted', () => {
  const soon = (claims: Readonly<Record<string, unknown>>, seconds: number) => ({
    ...claims,
    exp: Math.floor(Date.now() / 1000) + seconds
  });
  test.each<[string, (claims: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>]>([
    ['for another service (aud)', (claims) => ({ ...claims, aud: 'another' })],
    [
      'for several services, and presented by another (azp)',
      (claims) => ({ ...claims, aud: ['plumbline', 'another'], azp: 'another' })
    ],
    ['of another issuer (iss)', (claims) => ({ ...claims, iss: 'https://evil.example' })],
    ['for another attempt (nonce)', (claims) => ({ ...claims, nonce: 'another' })],
    ['without a nonce', (claims) => ({ ...claims, nonce: undefined })],
    ['of another person than the rest of the answer (sub)', (claims) => ({ ...claims, sub: 'somebody else' })],
    ['that has expired by more than clocks differ', (claims) => soon(claims, -90)]
  ])('a token %s', async (_what, alter) => {
    await link();
    provider.alter = alter;
    expect(problemOf(await round())).toBe('oidc_refused');
    provider.alter = (claims) => claims;
    expect(problemOf(await round())).toBeNull();
  });

  test('a token with a key that the provider does not publish; and one with a new key is accepted at once', async () => {
    await link();
    provider.forges = true;
    expect(problemOf(await round())).toBe('oidc_refused');
    provider.forges = false;
    for (let turn = 0; turn < 3; turn++) {
      provider.rotate();
      expect(problemOf(await round()), `key ${turn}`).toBeNull();
    }
  });

  test('clocks may differ by a minute', async () => {
    provider.alter = (claims) => soon(claims, 30);
    services = withOidc({}, 60);
    expect(problemOf(await round())).toBeNull();
    services = withOidc({}, 120);
    expect(problemOf(await round())).toBe('oidc_refused');
  });

  test('another state, another browser, and the way back a second time: the code is used once, and not even asked about again', async () => {
    const step = await begun();
    const query = await provider.visit(step.url);
    const forged = query.replace(/state=[^&]+/, 'state=forged');
    expect(problemOf(await finishOidc(services, CLIENT, forged, step.cookie))).toBe('oidc_refused');
    // A link that somebody else was given: login CSRF.
    expect(problemOf(await finishOidc(services, CLIENT, query, null))).toBe('oidc_refused');
    const other = await begun();
    expect(problemOf(await finishOidc(services, CLIENT, query, other.cookie))).toBe('oidc_refused');
    const before = provider.tokenRequests.length;
    expect(problemOf(await finishOidc(services, CLIENT, query, step.cookie))).toBeNull();
    expect(problemOf(await finishOidc(services, CLIENT, query, step.cookie))).toBe('oidc_refused');
    expect(provider.tokenRequests.length).toBe(before + 1);
    // With a state of its own, the provider refuses the code.
    const again = new URLSearchParams(query);
    again.set('state', new URL(other.url).searchParams.get('state') ?? '');
    expect(problemOf(await finishOidc(services, CLIENT, `?${again}`, other.cookie))).toBe('oidc_refused');
  });

  test('a ticket works once, of five at once one; for ten minutes; and is no attempt, nor the other way round', async () => {
    await link();
    const step = await begun();
    const { cookie } = await round(step);
    await expect(signInWithOidc(services, CLIENT, step.cookie)).rejects.toMatchObject({ code: 'oidc_refused' });
    expect(problemOf(await finishOidc(services, CLIENT, '?state=x', cookie))).toBe('oidc_refused');
    const late = { ...services, now: () => new Date(services.now().getTime() + 601_000) };
    await expect(signInWithOidc(late, CLIENT, cookie)).rejects.toMatchObject({ code: 'oidc_refused' });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () => signInWithOidc(services, CLIENT, cookie))
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(signInWithOidc(services, CLIENT, null)).rejects.toMatchObject({ code: 'oidc_refused' });
  });

  test.each([
    ['//evil.example', '/'],
    ['https://evil.example/', '/'],
    ['/\\evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['/./../assets#a', '/assets#a'],
    ['javascript:alert(1)', '/']
  ])('to go on at %j', async (next, path) => {
    const step = await startOidc(services, { next, remember: false });
    const { url } = await finishOidc(services, CLIENT, await provider.visit(step.url), step.cookie);
    expect(new URL(url, plain.origin).searchParams.get('next')).toBe(path);
  });
});

describe('a provider that is away', () => {
  test('is said so on a page, at the start and on the way back; the sign-in page asks nothing of it', async () => {
    services = withOidc({}, 0, 0.2);
    provider.failure = 503;
    expect(problemOf(await begun())).toBe('oidc_unavailable');
    provider.failure = 'silence';
    expect(problemOf(await begun())).toBe('oidc_unavailable');
    expect(getOidc(services)).toEqual({ name: 'Works Account', only: false });
    await expect(logIn(services, CLIENT, { email, password: PASSWORD, remember: true })).resolves.toBeDefined();
    // What was not found is looked for again.
    provider.failure = null;
    const step = await begun();
    expect(problemOf(step)).toBeNull();
    const query = await provider.visit(step.url);
    provider.failure = 500;
    expect(problemOf(await finishOidc(services, CLIENT, query, step.cookie))).toBe('oidc_unavailable');
  });

  test('without one, nothing is offered', async () => {
    expect(getOidc(plain)).toEqual({ name: null, only: false });
    await expect(startOidc(plain, { remember: true })).rejects.toMatchObject({ code: 'not_found' });
    await expect(signInWithOidc(plain, CLIENT, 'x')).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('second factors', () => {
  test('of the account are asked for, unless the provider states that it asked for several; linking always asks', async () => {
    const secret = await turnOnTotp(services, run, ada.userId);
    const finish = async (refusal: Refusal) => {
      expect(refusal.code).toBe('second_factor_required');
      const { challenge } = refusal.context as unknown as SecondFactorDue;
      await run('UPDATE totp_secrets SET last_step = NULL');
      return signInWithSecondFactor(services, CLIENT, { challenge, code: nextCode(secret, services.now()) });
    };
    provider.alter = (claims) => ({ ...claims, amr: ['pwd', 'mfa'] });
    const due = await refusalOf(link());
    expect((await run('SELECT FROM identities WHERE user_id = $1', [ada.userId])).rowCount).toBe(0);
    expect(await methodsOf((await finish(due)).access_token)).toEqual(['oidc', 'oidc_mfa', 'password', 'totp']);
    expect(await methodsOf((await signIn()).access_token)).toEqual(['oidc', 'oidc_mfa']);
    provider.alter = (claims) => ({ ...claims, acr: 'urn:works:two-factors' });
    expect(await methodsOf((await signIn()).access_token)).toEqual(['oidc', 'oidc_mfa']);
    provider.alter = (claims) => ({ ...claims, amr: ['pwd'], acr: '1' });
    expect(await methodsOf((await finish(await refusalOf(signIn()))).access_token)).toEqual(['oidc', 'totp']);
    const [byPassword, byIdentity] = [await refusalOf(enter()), await refusalOf(signIn())];
    services = withOidc({ only: true });
    await expect(finish(byPassword)).rejects.toMatchObject({ code: 'oidc_only' });
    await run('DELETE FROM identities WHERE user_id = $1', [ada.userId]);
    await expect(finish(byIdentity)).rejects.toMatchObject({ code: 'challenge_expired' });
  });
});

describe('from the profile', () => {
  const age = () =>
    run(`UPDATE sessions SET proved_at = now() - interval '11 minutes' WHERE user_id = $1`, [ada.userId]);

  test('linking takes a fresh proof and a living session; unlinking too; another’s identity is not taken', async () => {
    const session = await passwordSession();
    await age();
    await expect(beginIdentity(services, ada, session, {})).rejects.toMatchObject({ code: 'proof_required' });
    await run('UPDATE sessions SET proved_at = now()');
    const away = await beginIdentity(services, ada, session, { next: '//evil.example' });
    await run('DELETE FROM sessions WHERE user_id = $1', [ada.userId]);
    expect(problemOf(await round(away))).toBe('forbidden');
    const again = await passwordSession();
    const { url, cookie } = await round(await beginIdentity(services, ada, again, {}));
    expect([url, cookie]).toEqual(['/profile/security?oidc=link', null]);
    const bea = await person(services, 'viewer', 'Bea');
    const hers = await logIn(services, CLIENT, {
      email: (await getMe(services, bea)).email,
      password: PASSWORD,
      remember: true
    });
    const taken = await round(await beginIdentity(services, bea, await sessionOf(hers.access_token), {}));
    expect(problemOf(taken)).toBe('identity_taken');
    const [{ id } = { id: '' }] = await listIdentities(services, ada);
    await expect(deleteIdentity(services, bea, await sessionOf(hers.access_token), id)).rejects.toMatchObject({
      code: 'not_found'
    });
    await age();
    await expect(deleteIdentity(services, ada, again, id)).rejects.toMatchObject({ code: 'proof_required' });
    await run('UPDATE sessions SET proved_at = now()');
    await deleteIdentity(services, ada, again, id);
    expect(await listIdentities(services, ada)).toEqual([]);
    expect(await auditOf(ada.userId)).toContain('user.identity_removed');
  });

  test('the only way in is not removed', async () => {
    services = withOidc({ autoCreate: true });
    provider.person = { ...whoSignsIn(), email: `${crypto.randomUUID()}@works.example` };
    const token = (await signIn()).access_token;
    const her = { ...ada, userId: (await userOf(token))?.id ?? '' };
    const [{ id } = { id: '' }] = await listIdentities(services, her);
    const remove = async () => deleteIdentity(services, her, await sessionOf(token), id);
    await expect(remove()).rejects.toMatchObject({ code: 'last_way_in' });
    expect(await listIdentities(services, her)).toHaveLength(1);
  });

  test('signing in there again is a proof: by the same person, just now, and beside no second factor', async () => {
    const proving = async () => beginOidcProof(services, ada, await passwordSession(), {});
    await expect(proving()).rejects.toMatchObject({ code: 'not_found' });
    await link();
    const session = await passwordSession();
    const prove = async () => round(await beginOidcProof(services, ada, session, { next: '/admin' }));
    const isProved = async () =>
      (await run(`SELECT FROM sessions WHERE id = $1 AND proved_at > now() - interval '1 minute'`, [session]))
        .rowCount === 1;
    await age();
    provider.alter = (claims) => ({ ...claims, auth_time: Math.floor(Date.now() / 1000) - 600 });
    expect(problemOf(await prove())).toBe('oidc_refused');
    provider.alter = (claims) => claims;
    const own = whoSignsIn();
    provider.person = { ...own, sub: crypto.randomUUID() };
    expect(problemOf(await prove())).toBe('oidc_refused');
    provider.person = own;
    expect(await isProved()).toBe(false);
    expect((await prove()).url).toBe('/admin?oidc=proof');
    expect(await isProved()).toBe(true);
    await age();
    await turnOnTotp(services, run, ada.userId);
    expect(problemOf(await prove())).toBe('second_factor_required');
    expect(await isProved()).toBe(false);
  });
});

describe('where it is the only way', () => {
  test('passwords sign nobody in, nor does anybody register; the console lets in all the same', async () => {
    services = withOidc({ only: true });
    await expect(enter()).rejects.toMatchObject({ code: 'oidc_only' });
    await expect(enter('wrong')).rejects.toMatchObject({ code: 'invalid_credentials' });
    const newcomer = { email: 'new@works.example', password: PASSWORD, full_name: 'New' };
    await expect(register(services, CLIENT, newcomer)).rejects.toMatchObject({ code: 'oidc_only' });
    // Linking proves the password, and signs in with the provider.
    expect(await methodsOf((await link()).access_token)).toEqual(['oidc', 'password']);
    await setPassword(services, { email, new_password: PASSWORD });
    expect(await methodsOf((await enter()).access_token)).toEqual(['password']);
  });
});
