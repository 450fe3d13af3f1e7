/** Single sign-on, against a real provider: whom it signs in, and with which second factor. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SecondFactorDue } from '#lib/contracts/second-factor.ts';
import type { Refusal } from '#lib/laboratory/refusal.ts';
import { CLIENT, PASSWORD } from '../../../../../tests/support/people.ts';
import { nextCode, turnOnTotp } from '../../../../../tests/support/second-factor.ts';
import { refusalOf, startSignOn, type SignOn } from '../../../../../tests/support/single-sign-on.ts';
import { linkOidc, signInWithOidc } from './oidc-sign-in.ts';
import { listIdentities } from './own-identities.ts';
import { signInWithSecondFactor } from './second-factor-sign-in.ts';

let on: SignOn;
beforeAll(async () => {
  on = await startSignOn();
});
afterAll(() => on.end());
beforeEach(() => on.begin());

describe('who signs in', () => {
  test('an address that has an account is never enough: its password links it, once and for all, audited and told', async () => {
    const { cookie, url } = await on.round();
    expect(url).toBe('/sign-in/oidc?next=%2Fassets%3Fq%3D1');
    await expect(signInWithOidc(on.services, CLIENT, cookie)).rejects.toMatchObject({
      code: 'oidc_link_required',
      context: { email: on.email }
    });
    await expect(linkOidc(on.services, CLIENT, cookie, { password: 'wrong' })).rejects.toMatchObject({
      code: 'invalid_credentials'
    });
    const { access_token } = await linkOidc(on.services, CLIENT, cookie, { password: PASSWORD });
    expect(await on.methodsOf(access_token)).toEqual(['oidc', 'password']);
    expect(await on.methodsOf((await on.signIn()).access_token)).toEqual(['oidc']);
    expect(await listIdentities(on.services, on.ada)).toMatchObject([
      { issuer: on.provider.config.issuer, email: on.email }
    ]);
    expect(await on.auditOf(on.ada.userId)).toContain('user.identity_linked');
    const told = await on.run(
      `SELECT payload FROM graphile_worker._private_jobs WHERE payload::text LIKE '%identity_linked%'`
    );
    expect(told.rowCount).toBeGreaterThan(0);
    // The address may change there: the person stays the same.
    on.provider.person = { ...on.whoSignsIn(), email: 'ada@elsewhere.example', email_verified: false };
    expect(await on.userOf((await on.signIn()).access_token)).toMatchObject({ id: on.ada.userId });
  });

  test('an address that the provider has not verified links nothing and makes nothing', async () => {
    on.services = on.withOidc({ autoCreate: true });
    for (const claims of [{ email_verified: false }, { email_verified: undefined }, { email: undefined }]) {
      on.provider.person = { ...on.whoSignsIn(), ...(claims as object) };
      const { cookie } = await on.round();
      await expect(signInWithOidc(on.services, CLIENT, cookie)).rejects.toMatchObject({
        code: 'oidc_email_unverified'
      });
      await expect(linkOidc(on.services, CLIENT, cookie, { password: PASSWORD })).rejects.toMatchObject({
        code: 'oidc_email_unverified'
      });
    }
  });

  test('a newcomer gets an account only where that is wanted, with the role that the claim states', async () => {
    const newcomer = (roles: readonly string[]) => {
      const sub = crypto.randomUUID();
      on.provider.person = { sub, email: `${sub}@works.example`, email_verified: true, name: 'New Comer', roles };
    };
    newcomer([]);
    await expect(on.signIn()).rejects.toMatchObject({ code: 'oidc_no_account' });
    on.services = on.withOidc({ autoCreate: true });
    for (const [roles, role] of [
      [[], 'technician'],
      [['admin', 'viewer', 'janitor'], 'admin'],
      [['superadmin'], 'superadmin'],
      [['Superadmin', 'root'], 'technician']
    ] as const) {
      newcomer(roles);
      const user = await on.userOf((await on.signIn()).access_token);
      expect(user).toMatchObject({ role, full_name: 'New Comer', is_verified: true });
      expect(await on.auditOf(user?.id ?? '')).toEqual(['user.registered', 'user.identity_linked']);
      // The role is kept here from then on.
      on.provider.person = { ...on.whoSignsIn(), roles: ['superadmin'] };
      expect(await on.userOf((await on.signIn()).access_token)).toMatchObject({ id: user?.id, role });
    }
    // Without a claim that is trusted, what is stated makes nobody anything.
    on.services = on.withOidc({ autoCreate: true, roleClaim: undefined });
    newcomer(['superadmin']);
    expect(await on.userOf((await on.signIn()).access_token)).toMatchObject({ role: 'technician' });
  });

  test('not into an account that is deactivated or unverified, linked or not', async () => {
    await on.link();
    await on.run('UPDATE users SET is_active = false WHERE id = $1', [on.ada.userId]);
    await expect(on.signIn()).rejects.toMatchObject({ code: 'inactive' });
    await on.run('UPDATE users SET is_active = true, is_verified = false WHERE id = $1', [on.ada.userId]);
    await expect(on.signIn()).rejects.toMatchObject({ code: 'unverified' });
    await on.run('DELETE FROM identities');
    await expect(on.link()).rejects.toMatchObject({ code: 'unverified' });
    expect((await on.run('SELECT FROM identities')).rowCount).toBe(0);
  });

  test('somebody who cancels is told so', async () => {
    on.provider.person = null;
    expect(on.problemOf(await on.round())).toBe('oidc_refused');
  });
});

describe('second factors', () => {
  test('of the account are asked for, unless the provider states that it asked for several; linking always asks', async () => {
    const secret = await turnOnTotp(on.services, on.run, on.ada.userId);
    const finish = async (refusal: Refusal) => {
      expect(refusal.code).toBe('second_factor_required');
      const { challenge } = refusal.context as unknown as SecondFactorDue;
      await on.run('UPDATE totp_secrets SET last_step = NULL');
      return signInWithSecondFactor(on.services, CLIENT, { challenge, code: nextCode(secret, on.services.now()) });
    };
    on.provider.alter = (claims) => ({ ...claims, amr: ['pwd', 'mfa'] });
    const due = await refusalOf(on.link());
    expect((await on.run('SELECT FROM identities WHERE user_id = $1', [on.ada.userId])).rowCount).toBe(0);
    expect(await on.methodsOf((await finish(due)).access_token)).toEqual(['oidc', 'oidc_mfa', 'password', 'totp']);
    expect(await on.methodsOf((await on.signIn()).access_token)).toEqual(['oidc', 'oidc_mfa']);
    on.provider.alter = (claims) => ({ ...claims, acr: 'urn:works:two-factors' });
    expect(await on.methodsOf((await on.signIn()).access_token)).toEqual(['oidc', 'oidc_mfa']);
    on.provider.alter = (claims) => ({ ...claims, amr: ['pwd'], acr: '1' });
    expect(await on.methodsOf((await finish(await refusalOf(on.signIn()))).access_token)).toEqual(['oidc', 'totp']);
    const [byPassword, byIdentity] = [await refusalOf(on.enter()), await refusalOf(on.signIn())];
    on.services = on.withOidc({ only: true });
    await expect(finish(byPassword)).rejects.toMatchObject({ code: 'oidc_only' });
    await on.run('DELETE FROM identities WHERE user_id = $1', [on.ada.userId]);
    await expect(finish(byIdentity)).rejects.toMatchObject({ code: 'challenge_expired' });
  });
});
