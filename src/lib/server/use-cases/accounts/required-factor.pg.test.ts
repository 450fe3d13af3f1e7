/** Roles that require a second factor: who chooses them, and what somebody without one may do. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { GlobalRole } from '#lib/contracts/primitives.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { findSessionOf } from '#lib/server/auth/sessions.ts';
import { getMe } from '#lib/server/use-cases/people/read-users.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import * as listAssetsRoute from '../../../../routes/api/v1/assets/+server.ts';
import * as meRoute from '../../../../routes/api/v1/users/me/+server.ts';
import * as factorRoute from '../../../../routes/api/v1/users/me/second-factor/+server.ts';
import * as pull from '../../../../routes/api/v1/sync/pull/+server.ts';
import { authenticator } from '../../../../../tests/support/authenticator.ts';
import { call } from '../../../../../tests/support/call.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { CLIENT, PASSWORD, person, superadmin } from '../../../../../tests/support/people.ts';
import { codeAt } from '../../../../../tests/support/second-factor.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { removeSecondFactorOf } from '../people/remove-second-factor.ts';
import { createAccessToken } from './access-tokens.ts';
import { logIn } from './log-in.ts';
import { beginPasskey, createPasskey, deletePasskey } from './own-passkeys.ts';
import { beginTotp, confirmTotp, deleteTotp } from './own-second-factor.ts';
import { getSignInSettings, updateSignInSettings } from './sign-in-settings.ts';

let database: TestDatabase;
let services: Services;
let boss: PersonActor;
let ada: PersonActor;
const run = (statement: string, values: unknown[] = []) => execute(database.url, statement, values);

beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  boss = await superadmin(services);
});
afterAll(() => database.drop());
beforeEach(async () => {
  await run(`UPDATE sign_in_settings SET second_factor_roles = '{}'`);
  ada = await person(services, 'technician', 'Ada');
});

const tokenOf = async (who: PersonActor) =>
  (await logIn(services, CLIENT, { email: (await getMe(services, who)).email, password: PASSWORD, remember: true }))
    .access_token;
const sessionOf = async (token: string) => (await findSessionOf(services.pool, token))?.sessionId ?? '';
const demand = async (...second_factor_roles: GlobalRole[]) =>
  updateSignInSettings(services, boss, await sessionOf(await bossToken()), { second_factor_roles }, null);
/** Of before any requirement. */
let kept: string | null = null;
const bossToken = async () => (kept ??= await tokenOf(boss));
const statusOf = async (route: { GET?: unknown }, token: string, query = '') =>
  (await call(route.GET as never, services, { token, query })).status;
const codeOf = async (token: string) =>
  ((await (await call(meRoute.GET, services, { token })).json()) as { code?: string }).code;
const PULL = '?collection=assets&limit=10';

test('super administrators choose, with a fresh proof; audited by name; nobody else', async () => {
  for (const role of ['admin', 'technician', 'viewer'] as const) {
    const somebody = await person(services, role);
    const session = await sessionOf(await tokenOf(somebody));
    await expect(getSignInSettings(services, somebody)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(
      updateSignInSettings(services, somebody, session, { second_factor_roles: [] }, null)
    ).rejects.toMatchObject({ code: 'forbidden' });
  }
  expect(await demand('viewer', 'admin', 'viewer')).toMatchObject({ second_factor_roles: ['admin', 'viewer'] });
  await demand('viewer', 'admin');
  const { rows } = await run(`SELECT changes FROM audit_log WHERE action = 'sign_in_settings.updated'`);
  expect(rows).toEqual([{ changes: { second_factor_roles: { old: '', new: 'admin, viewer' } } }]);
  await run(`UPDATE sessions SET proved_at = now() - interval '11 minutes'`);
  await expect(demand()).rejects.toMatchObject({ code: 'proof_required' });
  await run('UPDATE sessions SET proved_at = now()');
});

test.each(['app', 'passkey'] as const)(
  'whoever has none sets up an %s at the next sign-in, and can do nothing else before: not read, not sync',
  async (way) => {
    const before = await tokenOf(ada);
    await demand('technician');
    // Whoever is signed in stays so, but makes no token that outlives the session.
    expect(await statusOf(meRoute, before)).toBe(200);
    await expect(createAccessToken(services, ada, await sessionOf(before), { name: 'Program' })).rejects.toMatchObject({
      code: 'second_factor_setup_required'
    });
    const token = await tokenOf(ada);
    const session = await sessionOf(token);
    expect(await codeOf(token)).toBe('second_factor_setup_required');
    expect(await statusOf(listAssetsRoute, token)).toBe(403);
    expect(await statusOf(pull, token, PULL)).toBe(403);
    expect(await statusOf(factorRoute, token)).toBe(200);
    if (way === 'app') {
      const { secret } = await beginTotp(services, ada, session);
      await confirmTotp(services, ada, session, { code: codeAt(secret, services.now()) });
    } else {
      const key = authenticator({ origin: services.origin, counter: 0 });
      const passkey = key.create(await beginPasskey(services, ada, session));
      await createPasskey(services, ada, session, { name: 'Laptop', passkey });
    }
    expect(await statusOf(meRoute, token)).toBe(200);
    expect(await statusOf(pull, token, PULL)).toBe(200);
    await expect(createAccessToken(services, ada, session, { name: 'Program' })).resolves.toBeDefined();
    await expect(tokenOf(ada)).rejects.toMatchObject({ code: 'second_factor_required' });
    // The last one stays while the role requires it.
    const { rows } = await run('SELECT id FROM passkeys WHERE user_id = $1', [ada.userId]);
    const remove = () =>
      way === 'app'
        ? deleteTotp(services, ada, session)
        : deletePasskey(services, ada, session, (rows[0] as { id: string }).id);
    await expect(remove()).rejects.toMatchObject({ code: 'second_factor_mandatory' });
    await demand('admin');
    await remove();
    expect(await codeOf(await tokenOf(ada))).toBeUndefined();
  }
);

test('a factor that an administrator removed is set up anew; other roles sign in as before', async () => {
  await demand('technician');
  const token = await tokenOf(ada);
  const { secret } = await beginTotp(services, ada, await sessionOf(token));
  await confirmTotp(services, ada, await sessionOf(token), { code: codeAt(secret, services.now()) });
  await removeSecondFactorOf(services, boss, ada.userId);
  expect(await codeOf(await tokenOf(ada))).toBe('second_factor_setup_required');
  expect(await codeOf(await tokenOf(await person(services, 'viewer')))).toBeUndefined();
});
