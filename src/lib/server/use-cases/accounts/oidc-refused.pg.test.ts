/** Single sign-on, against a real provider: everything that is not accepted. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CLIENT } from '../../../../../tests/support/people.ts';
import { startSignOn, type SignOn } from '../../../../../tests/support/single-sign-on.ts';
import { finishOidc, getOidc, startOidc } from './oidc-round.ts';
import { signInWithOidc } from './oidc-sign-in.ts';

let on: SignOn;
beforeAll(async () => {
  on = await startSignOn();
});
afterAll(() => on.end());
beforeEach(() => on.begin());

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
    await on.link();
    on.provider.alter = alter;
    expect(on.problemOf(await on.round())).toBe('oidc_refused');
    on.provider.alter = (claims) => claims;
    expect(on.problemOf(await on.round())).toBeNull();
  });

  test('a token with a key that the provider does not publish; and one with a new key is accepted at once', async () => {
    await on.link();
    on.provider.forges = true;
    expect(on.problemOf(await on.round())).toBe('oidc_refused');
    on.provider.forges = false;
    for (let turn = 0; turn < 3; turn++) {
      on.provider.rotate();
      expect(on.problemOf(await on.round()), `key ${turn}`).toBeNull();
    }
  });

  test('clocks may differ by a minute', async () => {
    on.provider.alter = (claims) => soon(claims, 30);
    on.services = on.withOidc({}, 60);
    expect(on.problemOf(await on.round())).toBeNull();
    on.services = on.withOidc({}, 120);
    expect(on.problemOf(await on.round())).toBe('oidc_refused');
  });

  test('another state, another browser, and the way back a second time: the code is used once, and not even asked about again', async () => {
    const step = await on.begun();
    const query = await on.provider.visit(step.url);
    const forged = query.replace(/state=[^&]+/, 'state=forged');
    expect(on.problemOf(await finishOidc(on.services, CLIENT, forged, step.cookie))).toBe('oidc_refused');
    // A link that somebody else was given: login CSRF.
    expect(on.problemOf(await finishOidc(on.services, CLIENT, query, null))).toBe('oidc_refused');
    const other = await on.begun();
    expect(on.problemOf(await finishOidc(on.services, CLIENT, query, other.cookie))).toBe('oidc_refused');
    const before = on.provider.tokenRequests.length;
    expect(on.problemOf(await finishOidc(on.services, CLIENT, query, step.cookie))).toBeNull();
    expect(on.problemOf(await finishOidc(on.services, CLIENT, query, step.cookie))).toBe('oidc_refused');
    expect(on.provider.tokenRequests.length).toBe(before + 1);
    // With a state of its own, the on.provider refuses the code.
    const again = new URLSearchParams(query);
    again.set('state', new URL(other.url).searchParams.get('state') ?? '');
    expect(on.problemOf(await finishOidc(on.services, CLIENT, `?${again}`, other.cookie))).toBe('oidc_refused');
  });

  test('a ticket works once, of five at once one; for ten minutes; and is no attempt, nor the other way round', async () => {
    await on.link();
    const step = await on.begun();
    const { cookie } = await on.round(step);
    await expect(signInWithOidc(on.services, CLIENT, step.cookie)).rejects.toMatchObject({ code: 'oidc_refused' });
    expect(on.problemOf(await finishOidc(on.services, CLIENT, '?state=x', cookie))).toBe('oidc_refused');
    const late = { ...on.services, now: () => new Date(on.services.now().getTime() + 601_000) };
    await expect(signInWithOidc(late, CLIENT, cookie)).rejects.toMatchObject({ code: 'oidc_refused' });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () => signInWithOidc(on.services, CLIENT, cookie))
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(signInWithOidc(on.services, CLIENT, null)).rejects.toMatchObject({ code: 'oidc_refused' });
  });

  test.each([
    ['//evil.example', '/'],
    ['https://evil.example/', '/'],
    ['/\\evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['/./../assets#a', '/assets#a'],
    ['javascript:alert(1)', '/']
  ])('to go on at %j', async (next, path) => {
    const step = await startOidc(on.services, { next, remember: false });
    const { url } = await finishOidc(on.services, CLIENT, await on.provider.visit(step.url), step.cookie);
    expect(new URL(url, on.plain.origin).searchParams.get('next')).toBe(path);
  });
});

describe('a provider that is away', () => {
  test('is said so on a page, at the start and on the way back; the sign-in page asks nothing of it', async () => {
    on.services = on.withOidc({}, 0, 0.2);
    on.provider.failure = 503;
    expect(on.problemOf(await on.begun())).toBe('oidc_unavailable');
    on.provider.failure = 'silence';
    expect(on.problemOf(await on.begun())).toBe('oidc_unavailable');
    expect(getOidc(on.services)).toEqual({ name: 'Works Account', only: false });
    await expect(on.enter()).resolves.toBeDefined();
    // What was not found is looked for again.
    on.provider.failure = null;
    const step = await on.begun();
    expect(on.problemOf(step)).toBeNull();
    const query = await on.provider.visit(step.url);
    on.provider.failure = 500;
    expect(on.problemOf(await finishOidc(on.services, CLIENT, query, step.cookie))).toBe('oidc_unavailable');
  });

  test('without one, nothing is offered', async () => {
    expect(getOidc(on.plain)).toEqual({ name: null, only: false });
    await expect(startOidc(on.plain, { remember: true })).rejects.toMatchObject({ code: 'not_found' });
    await expect(signInWithOidc(on.plain, CLIENT, 'x')).rejects.toMatchObject({ code: 'not_found' });
  });
});
