/** Single sign-on of one’s own account: linked, unlinked, and as a proof of who one is. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getMe } from '#lib/server/use-cases/people/read-users.ts';
import { updateMe } from '#lib/server/use-cases/people/update-me.ts';
import { CLIENT, PASSWORD, person } from '../../../../../tests/support/people.ts';
import { addPasskey, turnOnTotp } from '../../../../../tests/support/second-factor.ts';
import { startSignOn, type SignOn } from '../../../../../tests/support/single-sign-on.ts';
import { beginIdentity, beginOidcProof } from './begin-oidc.ts';
import { logIn } from './log-in.ts';
import { getOidcSignOut } from './oidc-sign-out.ts';
import { deleteIdentity, listIdentities } from './own-identities.ts';
import { getSecondFactor } from './own-second-factor.ts';
import { proveIdentity } from './prove-identity.ts';

let on: SignOn;
beforeAll(async () => {
  on = await startSignOn();
});
afterAll(() => on.end());
beforeEach(() => on.begin());

describe('from the profile', () => {
  test('linking takes a fresh proof and a living session; unlinking too; another’s identity is not taken', async () => {
    const session = await on.passwordSession();
    await on.age();
    await expect(beginIdentity(on.services, on.ada, session, {})).rejects.toMatchObject({ code: 'proof_required' });
    await on.run('UPDATE sessions SET proved_at = now()');
    const away = await beginIdentity(on.services, on.ada, session, { next: '//evil.example' });
    await on.run('DELETE FROM sessions WHERE user_id = $1', [on.ada.userId]);
    expect(on.problemOf(await on.round(away))).toBe('forbidden');
    const again = await on.passwordSession();
    const { url, cookie } = await on.round(await beginIdentity(on.services, on.ada, again, {}));
    expect([url, cookie]).toEqual(['/profile/security?oidc=link', null]);
    const bea = await person(on.services, 'viewer', 'Bea');
    const hers = await logIn(on.services, CLIENT, {
      email: (await getMe(on.services, bea)).email,
      password: PASSWORD,
      remember: true
    });
    const taken = await on.round(await beginIdentity(on.services, bea, await on.sessionOf(hers.access_token), {}));
    expect(on.problemOf(taken)).toBe('identity_taken');
    const [{ id } = { id: '' }] = await listIdentities(on.services, on.ada);
    await expect(deleteIdentity(on.services, bea, await on.sessionOf(hers.access_token), id)).rejects.toMatchObject({
      code: 'not_found'
    });
    await on.age();
    await expect(deleteIdentity(on.services, on.ada, again, id)).rejects.toMatchObject({ code: 'proof_required' });
    await on.run('UPDATE sessions SET proved_at = now()');
    await deleteIdentity(on.services, on.ada, again, id);
    expect(await listIdentities(on.services, on.ada)).toEqual([]);
    expect(await on.auditOf(on.ada.userId)).toContain('user.identity_removed');
  });

  test('the only way in is not removed; and where the provider is the only one, not even with a password', async () => {
    const { actor, sessionId } = await on.newcomer();
    const [{ id } = { id: '' }] = await listIdentities(on.services, actor);
    await expect(deleteIdentity(on.services, actor, sessionId, id)).rejects.toMatchObject({ code: 'last_way_in' });
    await updateMe(on.services, actor, sessionId, { password: PASSWORD }, null);
    await on.run('UPDATE sessions SET proved_at = now()');
    on.services = on.withOidc({ only: true });
    await expect(deleteIdentity(on.services, actor, sessionId, id)).rejects.toMatchObject({
      code: 'last_way_in',
      message: expect.stringContaining('Ask an administrator')
    });
    expect(await listIdentities(on.services, actor)).toHaveLength(1);
    on.services = on.withOidc();
    await deleteIdentity(on.services, actor, sessionId, id);
    expect(await listIdentities(on.services, actor)).toEqual([]);
  });

  test('signing in there again is a proof: by the same person, just now, and beside no second factor', async () => {
    const proving = async () => beginOidcProof(on.services, on.ada, await on.passwordSession(), {});
    await expect(proving()).rejects.toMatchObject({ code: 'not_found' });
    await on.link();
    const session = await on.passwordSession();
    const prove = async () => on.round(await beginOidcProof(on.services, on.ada, session, { next: '/admin' }));
    const isProved = async () =>
      (await on.run(`SELECT FROM sessions WHERE id = $1 AND proved_at > now() - interval '1 minute'`, [session]))
        .rowCount === 1;
    await on.age();
    on.provider.alter = (claims) => ({ ...claims, auth_time: Math.floor(Date.now() / 1000) - 600 });
    expect(on.problemOf(await prove())).toBe('oidc_refused');
    on.provider.alter = (claims) => claims;
    const own = on.whoSignsIn();
    on.provider.person = { ...own, sub: crypto.randomUUID() };
    expect(on.problemOf(await prove())).toBe('oidc_refused');
    on.provider.person = own;
    expect(await isProved()).toBe(false);
    expect((await prove()).url).toBe('/admin?oidc=proof');
    expect(await isProved()).toBe(true);
    await on.age();
    await turnOnTotp(on.services, on.run, on.ada.userId);
    expect(on.problemOf(await prove())).toBe('second_factor_required');
    expect(await isProved()).toBe(false);
  });
});

describe('without a password', () => {
  const NEXT = 'the bob of a plumb line';
  const setPassword = async ({ actor, sessionId }: Awaited<ReturnType<SignOn['newcomer']>>, given: object = {}) =>
    updateMe(on.services, actor, sessionId, { password: NEXT, ...given }, null);

  test('a proof by the provider is used up by one change, of two at once by one; a right password is still none', async () => {
    const her = await on.newcomer();
    const { actor, sessionId } = her;
    expect(await getSecondFactor(on.services, actor)).toMatchObject({ has_password: false });
    await on.age();
    await expect(setPassword(her)).rejects.toMatchObject({ code: 'proof_required' });
    const prove = async () => on.round(await beginOidcProof(on.services, actor, sessionId, { next: '/profile' }));
    expect((await prove()).url).toBe('/profile?oidc=proof');
    const address = () =>
      updateMe(on.services, actor, sessionId, { email: `${crypto.randomUUID()}@works.example` }, null);
    const outcomes = await Promise.allSettled([address(), address()]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(setPassword(her)).rejects.toMatchObject({ code: 'proof_required' });
    // It proves nothing by itself, nor is it renewed by itself.
    await expect(proveIdentity(on.services, actor, sessionId, {})).rejects.toMatchObject({ faults: expect.anything() });
    await prove();
    await setPassword(her);
    // From here on it is the password.
    await on.run('UPDATE sessions SET proved_at = now()');
    await expect(setPassword(her)).rejects.toMatchObject({ faults: expect.anything() });
    await expect(setPassword(her, { current_password: NEXT })).resolves.toBeDefined();
  });

  test('an old sign-in at the provider is no proof; an access token has none; with a passkey, the passkey is', async () => {
    const her = await on.newcomer();
    await on.age();
    on.provider.alter = (claims) => ({ ...claims, auth_time: Math.floor(Date.now() / 1000) - 600 });
    const step = await beginOidcProof(on.services, her.actor, her.sessionId, {});
    expect(new URL(step.url).searchParams.get('max_age')).toBe('0');
    expect(new URL(step.url).searchParams.get('prompt')).toBe('login');
    expect(on.problemOf(await on.round(step))).toBe('oidc_refused');
    on.provider.alter = (claims) => ({ ...claims, auth_time: undefined });
    expect(on.problemOf(await on.round(await beginOidcProof(on.services, her.actor, her.sessionId, {})))).toBe(
      'oidc_refused'
    );
    await expect(setPassword(her)).rejects.toMatchObject({ code: 'proof_required' });
    await on.run('UPDATE sessions SET proved_at = now()');
    const { sessionId: _none, ...byToken } = her.actor;
    await expect(setPassword({ ...her, actor: byToken as typeof her.actor })).rejects.toMatchObject({
      code: 'proof_required'
    });
    await addPasskey(on.run, her.actor.userId, crypto.randomUUID());
    await expect(setPassword(her)).rejects.toMatchObject({ faults: expect.anything() });
  });
});

describe('signing out', () => {
  test('offers the page of the provider to whom it has signed in, and comes back to the sign-in page', async () => {
    const { actor, sessionId } = await on.newcomer();
    const { url } = await getOidcSignOut(on.services, actor, sessionId);
    const { origin, pathname, searchParams } = new URL(url ?? '');
    expect([origin, pathname]).toEqual([on.provider.config.issuer, '/session/end']);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: on.provider.config.clientId,
      post_logout_redirect_uri: `${on.plain.origin}/sign-in`
    });
    // The provider knows the address, and asks the person.
    const page = await fetch(url ?? '');
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('name="logout"')]);
    const byPassword = await on.passwordSession();
    expect(await getOidcSignOut(on.services, on.ada, byPassword)).toEqual({ url: null });
    expect(await getOidcSignOut(on.plain, actor, sessionId)).toEqual({ url: null });
  });

  test('offers nothing where the provider has no such page, or is away', async () => {
    const { actor, sessionId } = await on.newcomer();
    on.provider.endsSessions = false;
    on.services = on.withOidc();
    expect(await getOidcSignOut(on.services, actor, sessionId)).toEqual({ url: null });
    on.provider.failure = 503;
    on.services = on.withOidc();
    expect(await getOidcSignOut(on.services, actor, sessionId)).toEqual({ url: null });
  });
});
