/** Identities of other people, as those who manage accounts see and unlink them. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { addIdentity } from '../../../../../tests/support/identities.ts';
import { person } from '../../../../../tests/support/people.ts';
import { addPasskey } from '../../../../../tests/support/second-factor.ts';
import { startSignOn, type SignOn } from '../../../../../tests/support/single-sign-on.ts';
import { deleteIdentityOf, listIdentitiesOf } from './identities-of.ts';

let on: SignOn;
let admin: PersonActor;
beforeAll(async () => {
  on = await startSignOn();
});
afterAll(() => on.end());
beforeEach(async () => {
  await on.begin();
  admin = await person(on.services, 'admin', 'Rita');
});
const identityOf = async (who: PersonActor) => (await listIdentitiesOf(on.services, on.boss, who.userId))[0]?.id ?? '';
const unlink = async (who: PersonActor, by = admin) =>
  deleteIdentityOf(on.services, by, { id: who.userId, identity_id: await identityOf(who) });

test('is unlinked by who may change the account: audited and told, and what it let in is out; then another one is linked', async () => {
  await on.link();
  await on.signIn();
  expect(await listIdentitiesOf(on.services, admin, on.ada.userId)).toMatchObject([{ email: on.email }]);
  await unlink(on.ada);
  expect(await listIdentitiesOf(on.services, admin, on.ada.userId)).toEqual([]);
  const { rows } = await on.run(
    'SELECT action, actor_name FROM audit_log WHERE resource_id = $1 ORDER BY number DESC LIMIT 1',
    [on.ada.userId]
  );
  expect(rows).toEqual([{ action: 'user.identity_removed', actor_name: 'Rita' }]);
  const told = await on.run(
    `SELECT payload ->> 'by' AS by FROM graphile_worker._private_jobs
     WHERE payload ->> 'user_id' = $1 AND payload ->> 'change' = 'identity_removed'`,
    [on.ada.userId]
  );
  expect(told.rows).toEqual([{ by: 'Rita' }]);
  expect((await on.run('SELECT FROM sessions WHERE user_id = $1', [on.ada.userId])).rowCount).toBe(0);
  await expect(on.signIn()).rejects.toMatchObject({ code: 'oidc_link_required' });
  on.provider.person = { ...on.whoSignsIn(), sub: crypto.randomUUID() };
  await expect(on.link()).resolves.toBeDefined();
});

test('not one’s own, not a superadmin’s by an admin, not by a technician, and not one that is somebody else’s', async () => {
  await on.link();
  for (const [who, by] of [
    [admin, admin],
    [on.boss, admin],
    [admin, on.ada]
  ] as const) {
    await addIdentity(on.run, who.userId);
    await expect(unlink(who, by)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await identityOf(who)).not.toBe('');
  }
  const hers = await identityOf(on.ada);
  await expect(deleteIdentityOf(on.services, on.boss, { id: admin.userId, identity_id: hers })).rejects.toMatchObject({
    code: 'not_found'
  });
  await expect(listIdentitiesOf(on.services, admin, on.boss.userId)).rejects.toMatchObject({ code: 'forbidden' });
});

test('not the only way in: a password is one, and a passkey only where the provider is not the only way', async () => {
  const { actor } = await on.newcomer();
  await expect(unlink(actor)).rejects.toMatchObject({
    code: 'last_way_in',
    message: expect.stringContaining('npm run set-password')
  });
  await addPasskey(on.run, actor.userId, crypto.randomUUID());
  on.services = on.withOidc({ only: true });
  await expect(unlink(actor)).rejects.toMatchObject({ code: 'last_way_in' });
  expect(await identityOf(actor)).not.toBe('');
  on.services = on.withOidc();
  await unlink(actor);
  // With a password, another identity can be linked there, too.
  on.services = on.withOidc({ only: true });
  await addIdentity(on.run, on.ada.userId);
  await unlink(on.ada);
  on.provider.person = { ...on.whoSignsIn(), sub: crypto.randomUUID(), email: on.email };
  expect(await on.methodsOf((await on.link()).access_token)).toEqual(['oidc', 'password']);
});
