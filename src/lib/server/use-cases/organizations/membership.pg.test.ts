import { sql } from 'slonik';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Organization } from '#lib/contracts/organizations.ts';
import type { OrganizationRole } from '#lib/contracts/primitives.ts';
import { SYSTEM, type PersonActor } from '#lib/laboratory/actor.ts';
import { findBrokenLink } from '#lib/server/db/audit-chain.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { joined, organizationOf, person, refreshed, superadmin } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { changeMember } from './change-member.ts';
import { deactivateOrganization, restoreOrganization } from './deactivate-organization.ts';
import { leaveOrganization, removeMember } from './end-membership.ts';
import { getOrganization, listOrganizations } from './read-organizations.ts';
import { listEligibleUsers } from './list-eligible-users.ts';

let database: TestDatabase;
let services: Services;
let boss: PersonActor;
let founder: PersonActor;
let lab: Organization;
beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  boss = await superadmin(services);
});
afterAll(() => database.drop());
beforeEach(async () => {
  const founded = await organizationOf(services, await person(services, 'technician', 'Fay Founder'), {
    name: 'Lab',
    private: true
  });
  ({ founder, organization: lab } = founded);
});

const member = async (role: OrganizationRole, globalRole: PersonActor['role'] = 'technician') =>
  joined(services, await person(services, globalRole, `${globalRole} as ${role}`), lab.id, role);
const of = ({ userId }: PersonActor) => ({ organizationId: lab.id, userId });
async function admins(): Promise<number> {
  const { rows } = await execute(
    database.url,
    `SELECT count(*)::int AS n FROM memberships m JOIN users u ON u.id = m.user_id
     WHERE m.organization_id = $1 AND m.role = 'admin' AND u.is_active AND u.role <> 'viewer'`,
    [lab.id]
  );
  return (rows[0] as { n: number }).n;
}
const actions = async () =>
  (
    await execute(database.url, 'SELECT action FROM audit_log WHERE organization_id = $1 ORDER BY number', [lab.id])
  ).rows.map(({ action }) => String(action));
const refusedAs = (code: string) => expect.objectContaining({ code });

describe('an organization is deactivated and restored (3.3)', () => {
  test('it is hidden from everyone but superadmins, its own admins included, and comes back as it was', async () => {
    const colleague = await member('member');
    await deactivateOrganization(services, founder, lab.id);
    for (const actor of [founder, colleague]) {
      const now = await refreshed(services, actor);
      await expect(getOrganization(services, now, lab.id)).rejects.toEqual(refusedAs('not_found'));
      expect((await listOrganizations(services, now, {})).map(({ id }) => id)).not.toContain(lab.id);
      await expect(deactivateOrganization(services, now, lab.id)).rejects.toEqual(refusedAs('not_found'));
      await expect(restoreOrganization(services, now, lab.id)).rejects.toEqual(refusedAs('not_found'));
    }
    expect(await getOrganization(services, boss, lab.id)).toMatchObject({ is_active: false, member_count: 2 });
    expect(await restoreOrganization(services, boss, lab.id)).toMatchObject({ is_active: true });
    const again = await refreshed(services, founder);
    expect(await getOrganization(services, again, lab.id)).toMatchObject({ my_role: 'admin', member_count: 2 });
    expect(await actions()).toEqual(expect.arrayContaining(['organization.deactivated', 'organization.restored']));
  });

  test('by its admins and superadmins only, not by members, viewers or other admins; twice is once', async () => {
    for (const actor of [await member('member', 'admin'), await member('admin', 'viewer')]) {
      await expect(deactivateOrganization(services, actor, lab.id)).rejects.toEqual(refusedAs('forbidden'));
    }
    const foreign = await person(services, 'admin');
    await expect(deactivateOrganization(services, foreign, lab.id)).rejects.toEqual(refusedAs('not_found'));
    await expect(restoreOrganization(services, founder, lab.id)).rejects.toEqual(refusedAs('forbidden'));
    await deactivateOrganization(services, boss, lab.id);
    await deactivateOrganization(services, boss, lab.id);
    expect((await actions()).filter((action) => action === 'organization.deactivated')).toHaveLength(1);
  });
});

describe('the last admin is guarded (3.4)', () => {
  test('they neither leave nor are removed nor demoted; once another is promoted, they may', async () => {
    const heir = await member('member');
    await expect(leaveOrganization(services, founder, lab.id)).rejects.toEqual(refusedAs('last_admin'));
    await expect(removeMember(services, founder, of(founder))).rejects.toEqual(refusedAs('last_admin'));
    await expect(changeMember(services, boss, of(founder), { role: 'member' })).rejects.toEqual(
      refusedAs('last_admin')
    );
    expect(await changeMember(services, founder, of(heir), { role: 'admin' })).toMatchObject({ role: 'admin' });
    await leaveOrganization(services, founder, lab.id);
    expect(await admins()).toBe(1);
    expect(await actions()).toEqual(expect.arrayContaining(['membership.updated', 'membership.deleted']));
  });

  test('an admin who is a viewer or whose account is deactivated does not count as another one', async () => {
    await member('admin', 'viewer');
    const gone = await member('admin');
    await execute(database.url, 'UPDATE users SET is_active = false WHERE id = $1', [gone.userId]);
    await expect(leaveOrganization(services, founder, lab.id)).rejects.toEqual(refusedAs('last_admin'));
  });

  test('a viewer, though its admin, leaves freely while another admin stays', async () => {
    const viewer = await member('admin', 'viewer');
    await leaveOrganization(services, viewer, lab.id);
    expect(await admins()).toBe(1);
  });

  test('of two admins who leave at once, one stays', async () => {
    for (let round = 0; round < 8; round++) {
      const other = await member('admin');
      const outcomes = await Promise.allSettled([
        leaveOrganization(services, founder, lab.id),
        leaveOrganization(services, other, lab.id)
      ]);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'last_admin' } });
      expect(await admins()).toBe(1);
      if (outcomes[0]?.status === 'fulfilled') founder = other;
    }
  });

  test('of six admins who leave, are removed and demoted all at once, one stays, and the chain is sound', async () => {
    const others = await Promise.all(Array.from({ length: 5 }, () => member('admin')));
    const all = [founder, ...others];
    await Promise.allSettled(
      all.map((actor, i) =>
        [
          () => leaveOrganization(services, actor, lab.id),
          () => removeMember(services, boss, of(actor)),
          () => changeMember(services, boss, of(actor), { role: 'member' })
        ][i % 3]?.()
      )
    );
    expect(await admins()).toBe(1);
    expect(await transaction(database.pool, SYSTEM, (tx) => findBrokenLink(tx, lab.id))).toBeNull();
  });

  test('a deactivated organization needs no admin', async () => {
    await deactivateOrganization(services, founder, lab.id);
    await removeMember(services, boss, of(founder));
    expect(await admins()).toBe(0);
  });
});

test('members, viewers and strangers manage nobody; somebody who is no member cannot leave', async () => {
  const colleague = await member('member');
  for (const [actor, code] of [
    [colleague, 'forbidden'],
    [await member('admin', 'viewer'), 'forbidden'],
    [await person(services, 'admin'), 'not_found']
  ] as const) {
    await expect(changeMember(services, actor, of(colleague), { role: 'admin' })).rejects.toEqual(refusedAs(code));
    await expect(removeMember(services, actor, of(founder))).rejects.toEqual(refusedAs(code));
    await expect(listEligibleUsers(services, actor, lab.id, { limit: 5 })).rejects.toEqual(refusedAs(code));
  }
  await expect(leaveOrganization(services, boss, lab.id)).rejects.toEqual(refusedAs('not_found'));
});

test('who is no member can be added; addresses stay with those who see accounts', async () => {
  const candidate = await person(services, 'technician', 'Cam Candidate');
  const inactive = await person(services, 'technician', 'Cam Gone');
  await execute(database.url, 'UPDATE users SET is_active = false WHERE id = $1', [inactive.userId]);
  const names = async (actor: PersonActor) =>
    (await listEligibleUsers(services, actor, lab.id, { q: 'cam', limit: 50 })).items;
  expect(await names(founder)).toEqual([
    { id: candidate.userId, full_name: 'Cam Candidate', role: 'technician', profile_picture_url: null }
  ]);
  expect((await names(boss))[0]).toHaveProperty('email');
  await joined(services, candidate, lab.id);
  expect(await names(founder)).toEqual([]);
});

test('behind the rules the database lets no member promote themselves or remove others', async () => {
  const colleague = await member('member');
  const rows = await transaction(database.pool, colleague, async (tx) => [
    (await tx.query(sql.unsafe`UPDATE memberships SET role = 'admin' WHERE user_id = ${colleague.userId}`)).rowCount,
    (await tx.query(sql.unsafe`DELETE FROM memberships WHERE user_id = ${founder.userId}`)).rowCount,
    (await tx.query(sql.unsafe`UPDATE organizations SET name = 'Mine' WHERE id = ${lab.id}`)).rowCount
  ]);
  expect(rows).toEqual([0, 0, 0]);
});
