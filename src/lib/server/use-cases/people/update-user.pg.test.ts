import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { findSessionOf } from '#lib/server/auth/sessions.ts';
import { createAccessToken } from '#lib/server/use-cases/accounts/access-tokens.ts';
import { logIn } from '#lib/server/use-cases/accounts/log-in.ts';
import { listMembers } from '#lib/server/use-cases/organizations/list-members.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import {
  CLIENT,
  joined,
  organizationOf,
  PASSWORD,
  person,
  refreshed,
  superadmin
} from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { deleteUser } from './delete-user.ts';
import { getMe, getUser } from './read-users.ts';
import { updateUser } from './update-user.ts';

let database: TestDatabase;
let services: Services;
let boss: PersonActor;
let admin: PersonActor;

beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  boss = await superadmin(services);
  admin = await person(services, 'admin');
});
afterAll(() => database.drop());

const change = (actor: PersonActor, id: string, body: Parameters<typeof updateUser>[3]) =>
  updateUser(services, actor, id, body, null);
const page = { limit: 50 };
const rosterOf = async (organizationId: string) =>
  Object.fromEntries(
    (await listMembers(services, boss, organizationId, page)).items.map(({ user, role }) => [user.id, role])
  );

test('an admin changes name, address, role and state, and the history has each field', async () => {
  const { userId } = await person(services, 'viewer', 'Before');
  const body = { full_name: 'After', email: 'after@laboratory.example', role: 'technician' } as const;
  expect(await change(admin, userId, body)).toMatchObject(body);
  const { rows } = await execute(
    database.url,
    "SELECT changes, actor_id FROM audit_log WHERE resource_id = $1 AND action = 'user.updated'",
    [userId]
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    actor_id: admin.userId,
    changes: { full_name: { old: 'Before', new: 'After' }, role: { old: 'viewer', new: 'technician' } }
  });
});

test('deactivation ends sessions and access tokens at once', async () => {
  const actor = await person(services, 'technician');
  const { email } = await getMe(services, actor);
  const { access_token } = await logIn(services, CLIENT, { email, password: PASSWORD, remember: true });
  const session = await findSessionOf(services.pool, access_token);
  const { token } = await createAccessToken(services, actor, session?.sessionId ?? '', { name: 'Script' });
  expect((await findSessionOf(services.pool, token))?.user.id).toBe(actor.userId);
  await change(admin, actor.userId, { is_active: false });
  expect(await findSessionOf(services.pool, access_token)).toBeNull();
  expect(await findSessionOf(services.pool, token)).toBeNull();
});

test('only a superadmin grants or touches superadmin', async () => {
  const { userId } = await person(services, 'viewer');
  await expect(change(admin, userId, { role: 'superadmin' })).rejects.toMatchObject({ code: 'forbidden' });
  await expect(change(admin, boss.userId, { full_name: 'Mine' })).rejects.toMatchObject({ code: 'forbidden' });
  await expect(deleteUser(services, admin, boss.userId)).rejects.toMatchObject({ code: 'forbidden' });
});

describe('the last superadmin', () => {
  test.each([{ role: 'admin' }, { is_active: false }, { is_verified: false }] as const)('stays: %j', async (body) => {
    await expect(change(boss, boss.userId, body)).rejects.toMatchObject({ code: 'last_superadmin' });
    expect(await getMe(services, boss)).toMatchObject({ role: 'superadmin', is_active: true, is_verified: true });
  });

  test('stays when they delete themselves', async () => {
    await expect(deleteUser(services, boss, boss.userId)).rejects.toMatchObject({ code: 'last_superadmin' });
  });

  test('of five who step down, are deactivated and demote each other all at once, one stays', async () => {
    const own = await createTestDatabase();
    const there = await testServices(own);
    const founder = await superadmin(there);
    const others = await Promise.all(Array.from({ length: 4 }, () => person(there, 'superadmin')));
    const all = [founder, ...others];
    const bodies = [{ role: 'admin' }, { is_active: false }, { is_verified: false }] as const;
    const outcomes = await Promise.allSettled(
      all.flatMap((actor, i) =>
        bodies.map((body, j) => updateUser(there, actor, all[(i + j) % all.length]?.userId ?? '', body, null))
      )
    );
    const left = "SELECT count(*)::int AS n FROM users WHERE role = 'superadmin' AND is_active AND is_verified";
    expect((await execute(own.url, left)).rows).toEqual([{ n: 1 }]);
    const codes = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [(outcome.reason as { code: string }).code] : []
    );
    expect(codes).toContain('last_superadmin');
    expect(codes.filter((code) => code !== 'last_superadmin' && code !== 'forbidden')).toEqual([]);
    await own.drop();
  });
});

describe('an organization keeps its last admin', () => {
  test.each([{ role: 'viewer' }, { is_active: false }] as const)('through %j', async (body) => {
    const { organization, founder } = await organizationOf(services, await person(services, 'technician'), {
      private: true
    });
    await expect(change(admin, founder.userId, body)).rejects.toMatchObject({ code: 'last_admin' });
    await joined(services, await person(services, 'technician'), organization.id, 'admin');
    await expect(change(admin, founder.userId, body)).resolves.toMatchObject(body);
  });

  test('the refusal names the organization to who may know its roster, and a private one to nobody else', async () => {
    for (const [isPrivate, told] of [
      [true, false],
      [false, true]
    ] as const) {
      const { organization, founder } = await organizationOf(services, await person(services, 'technician'), {
        private: isPrivate
      });
      const refusal = (actor: PersonActor) =>
        change(actor, founder.userId, { is_active: false }).catch((thrown: unknown) => JSON.stringify(thrown));
      expect(await refusal(boss)).toContain(organization.id);
      const answer = await refusal(admin);
      expect(answer).toContain('last_admin');
      expect(String(answer).includes(organization.id)).toBe(told);
    }
  });

  test('of two admins deactivated at once one stays', async () => {
    const { organization, founder } = await organizationOf(services, await person(services, 'technician'));
    const other = await joined(services, await person(services, 'technician'), organization.id, 'admin');
    const outcomes = await Promise.allSettled(
      [founder, other].map(({ userId }) => change(admin, userId, { is_active: false }))
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('memberships', () => {
  test('become those given in organizations that the admin administers; the others stay', async () => {
    const mine = await organizationOf(services, admin, { name: 'Mine' });
    const also = await organizationOf(services, admin, { name: 'Mine too' });
    const theirs = await organizationOf(services, await person(services, 'technician'), { private: true });
    const actor = await refreshed(services, admin);
    const newcomer = await person(services, 'technician');
    await joined(services, newcomer, mine.organization.id);
    await joined(services, newcomer, theirs.organization.id);
    await change(actor, newcomer.userId, { memberships: [{ organization_id: also.organization.id, role: 'admin' }] });
    expect((await rosterOf(mine.organization.id))[newcomer.userId]).toBeUndefined();
    expect((await rosterOf(also.organization.id))[newcomer.userId]).toBe('admin');
    expect((await rosterOf(theirs.organization.id))[newcomer.userId]).toBe('member');
    const foreign = { memberships: [{ organization_id: theirs.organization.id, role: 'admin' as const }] };
    await expect(change(actor, newcomer.userId, foreign)).rejects.toMatchObject({ code: 'forbidden' });
    expect((await rosterOf(also.organization.id))[newcomer.userId]).toBe('admin');
    await change(boss, newcomer.userId, foreign);
    expect(await rosterOf(also.organization.id)).not.toHaveProperty(newcomer.userId);
    expect((await rosterOf(theirs.organization.id))[newcomer.userId]).toBe('admin');
  });
});

describe('deleting', () => {
  test('removes who left no trace, and deactivates who did', async () => {
    const fresh = await person(services, 'viewer');
    await deleteUser(services, admin, fresh.userId);
    await expect(getUser(services, admin, fresh.userId)).rejects.toMatchObject({ code: 'not_found' });
    const { founder } = await organizationOf(services, await person(services, 'technician'));
    await joined(services, await person(services, 'technician'), [...founder.memberships.keys()][0] ?? '', 'admin');
    await deleteUser(services, admin, founder.userId);
    expect(await getUser(services, admin, founder.userId)).toMatchObject({ is_active: false });
  });
});
