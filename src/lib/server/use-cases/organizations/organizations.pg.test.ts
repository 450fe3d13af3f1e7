import { sql } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Organization } from '#lib/contracts/organizations.ts';
import { SYSTEM, type PersonActor } from '#lib/laboratory/actor.ts';
import { etag } from '#lib/laboratory/freshness.ts';
import { findBrokenLink } from '#lib/server/db/audit-chain.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { createLocation } from '#lib/server/use-cases/locations/create-location.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { joined, organizationOf, person, superadmin } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { addMember } from './add-member.ts';
import { getOrganization, listOrganizations } from './read-organizations.ts';
import { listMembers } from './list-members.ts';
import { updateOrganization } from './update-organization.ts';

let database: TestDatabase;
let services: Services;
let boss: PersonActor;
let founder: PersonActor;
let member: PersonActor;
let viewer: PersonActor;
let outsider: PersonActor;
let secret: Organization;
let open: Organization;

beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  boss = await superadmin(services);
  const privately = await organizationOf(services, await person(services, 'technician', 'Fay Founder'), {
    name: 'Secret Metrology Lab',
    private: true
  });
  secret = privately.organization;
  const openly = await organizationOf(services, privately.founder, { name: 'Open lab' });
  open = openly.organization;
  founder = openly.founder;
  member = await joined(services, await person(services, 'technician', 'Mia Member'), secret.id);
  viewer = await joined(services, await person(services, 'viewer', 'Vic Viewer'), secret.id, 'admin');
  outsider = await person(services, 'admin', 'Oscar Outsider');
});
afterAll(() => database.drop());

const seenBy = (actor: PersonActor, id = secret.id) => getOrganization(services, actor, id);

test('the founder is its first and last admin; numbers of certificates begin with its initials', async () => {
  expect(secret).toMatchObject({
    private: true,
    is_member: true,
    my_role: 'admin',
    can_manage: true,
    is_last_admin: true,
    member_count: 1,
    asset_count: 0,
    has_pending_join_request: false
  });
  const { rows } = await execute(database.url, 'SELECT certificate_prefix FROM organizations WHERE id = $1', [
    secret.id
  ]);
  expect(rows).toEqual([{ certificate_prefix: 'SML' }]);
});

test('each caller sees their own side of a private organization; outsiders its name and nothing more', async () => {
  expect(await seenBy(member)).toMatchObject({
    my_role: 'member',
    can_manage: false,
    is_last_admin: false,
    member_count: 3
  });
  expect(await seenBy(viewer)).toMatchObject({ my_role: 'admin', can_manage: false });
  // The other admin is a viewer, who manages nothing: the founder is still the last one.
  expect(await seenBy(founder)).toMatchObject({ is_last_admin: true });
  expect(await seenBy(boss)).toMatchObject({ is_member: false, my_role: null, can_manage: true, is_last_admin: false });
  expect(await seenBy(outsider)).toEqual({
    id: secret.id,
    name: 'Secret Metrology Lab',
    private: true,
    is_active: true,
    is_member: false,
    has_pending_join_request: false
  });
  expect(await seenBy(outsider, open.id)).toMatchObject({ is_member: false, can_manage: false, member_count: 1 });
});

test('lists hold every organization, or mine; a deactivated one only for a superadmin', async () => {
  const names = async (actor: PersonActor, mine = false) =>
    (await listOrganizations(services, actor, { mine })).map((organization) => organization.name);
  expect(await names(outsider)).toEqual(['Open lab', 'Secret Metrology Lab']);
  expect(await names(outsider, true)).toEqual([]);
  expect(await names(member, true)).toEqual(['Secret Metrology Lab']);
  const closed = await organizationOf(services, outsider, { name: 'Closed lab' });
  await execute(database.url, 'UPDATE organizations SET is_active = false WHERE id = $1', [closed.organization.id]);
  expect(await names(outsider)).not.toContain('Closed lab');
  expect(await names(boss)).toContain('Closed lab');
  await expect(seenBy(outsider, closed.organization.id)).rejects.toMatchObject({ code: 'not_found' });
});

test('only a non-viewer admin of the organization or a superadmin changes its profile', async () => {
  const change = (actor: PersonActor, id = secret.id) => updateOrganization(services, actor, id, { phone: '1' }, null);
  for (const [actor, code] of [
    [outsider, 'not_found'],
    [member, 'forbidden'],
    [viewer, 'forbidden']
  ] as const) {
    await expect(change(actor)).rejects.toMatchObject({ code });
  }
  await expect(change(outsider, open.id)).rejects.toMatchObject({ code: 'forbidden' });
  expect(await change(founder)).toMatchObject({ phone: '1', name: secret.name });
  await expect(
    updateOrganization(services, founder, secret.id, { phone: '2' }, etag(secret.updated_at))
  ).rejects.toMatchObject({ code: 'stale' });
  expect(await change(boss, open.id)).toMatchObject({ phone: '1' });
});

test('its seat is one of its own locations or a common one, never another organization’s', async () => {
  const own = await createLocation(services, founder, {
    name: 'Seat',
    organization_id: secret.id,
    is_calibration_lab: false
  });
  const foreign = await createLocation(services, founder, {
    name: 'Other',
    organization_id: open.id,
    is_calibration_lab: false
  });
  expect(await updateOrganization(services, founder, secret.id, { location_id: own.id }, null)).toMatchObject({
    location_name: 'Seat'
  });
  await expect(
    updateOrganization(services, founder, secret.id, { location_id: foreign.id }, null)
  ).rejects.toMatchObject({ name: 'InvalidInput' });
});

test('members are added by those who manage, once, and the roster shows addresses only to them', async () => {
  const newcomer = await person(services, 'technician', 'Nia Newcomer');
  const add = (actor: PersonActor) =>
    addMember(services, actor, secret.id, { user_id: newcomer.userId, role: 'member' });
  await expect(add(member)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(add(outsider)).rejects.toMatchObject({ code: 'not_found' });
  expect(await add(founder)).toMatchObject({ role: 'member', user: { full_name: 'Nia Newcomer' } });
  await expect(add(founder)).rejects.toMatchObject({ code: 'already_member' });
  const roster = (actor: PersonActor) => listMembers(services, actor, secret.id, { limit: 50 });
  const shown = await roster(member);
  expect(shown.items.map(({ user }) => user.full_name)).toEqual([
    'Fay Founder',
    'Mia Member',
    'Nia Newcomer',
    'Vic Viewer'
  ]);
  expect(shown.items.every(({ user }) => user.email === undefined)).toBe(true);
  expect((await roster(founder)).items.every(({ user }) => user.email?.includes('@'))).toBe(true);
  await expect(roster(outsider)).rejects.toMatchObject({ code: 'not_found' });
});

test('a deactivated person is in no roster and can be added to none', async () => {
  const leaver = await joined(services, await person(services, 'technician', 'Lea Leaver'), open.id);
  await execute(database.url, 'UPDATE users SET is_active = false WHERE id = $1', [leaver.userId]);
  const roster = await listMembers(services, founder, open.id, { limit: 50 });
  expect(roster.items.map(({ user }) => user.full_name)).not.toContain('Lea Leaver');
  await expect(
    addMember(services, founder, secret.id, { user_id: leaver.userId, role: 'member' })
  ).rejects.toMatchObject({ name: 'InvalidInput' });
});

test('behind the rules the database itself keeps a member from what is private and a viewer from writing', async () => {
  const count = (actor: PersonActor) =>
    transaction(database.pool, actor, (tx) =>
      tx.oneFirst(sql.unsafe`SELECT count(*) FROM memberships WHERE organization_id = ${secret.id}`)
    );
  expect(await count(outsider)).toBe(0);
  expect(await count(member)).toBeGreaterThan(2);
  const rename = (actor: PersonActor) =>
    transaction(database.pool, actor, (tx) =>
      tx.query(sql.unsafe`UPDATE organizations SET name = 'Taken' WHERE id = ${secret.id}`)
    );
  expect((await rename(viewer)).rowCount).toBe(0);
  expect((await rename(outsider)).rowCount).toBe(0);
  const intrude = transaction(database.pool, outsider, (tx) =>
    tx.query(sql.unsafe`INSERT INTO memberships (organization_id, user_id, role)
                        VALUES (${secret.id}, ${outsider.userId}, 'admin')`)
  );
  await expect(intrude).rejects.toThrow();
});

test('writers of one organization who come at the same time leave a sound chain and do not lock each other out', async () => {
  const work = Array.from({ length: 24 }, (_, i) =>
    i % 3 === 0
      ? updateOrganization(services, founder, secret.id, { description: `Turn ${i}` }, null)
      : createLocation(services, member, { name: `L ${i}`, organization_id: secret.id, is_calibration_lab: false })
  );
  await Promise.all<unknown>(work);
  for (const chain of [secret.id, open.id, null]) {
    expect(await transaction(database.pool, SYSTEM, (tx) => findBrokenLink(tx, chain))).toBeNull();
  }
});
