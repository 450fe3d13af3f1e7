import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Organization } from '#lib/contracts/organizations.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { canonicalJson } from '#lib/laboratory/canonical-json.ts';
import { createLocation } from '#lib/server/use-cases/locations/create-location.ts';
import { updateLocation } from '#lib/server/use-cases/locations/update-location.ts';
import { deactivateOrganization } from '#lib/server/use-cases/organizations/deactivate-organization.ts';
import { updateOrganization } from '#lib/server/use-cases/organizations/update-organization.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { joined, organizationOf, person, refreshed, superadmin } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { listAuditLogs } from './list-audit-logs.ts';
import { verifyAuditLogs } from './verify-audit-logs.ts';

let database: TestDatabase;
let services: Services;
let boss: PersonActor;
let keeper: PersonActor;
let adminMember: PersonActor;
let lab: Organization;
let other: Organization;
let otherKeeper: PersonActor;
beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  boss = await superadmin(services);
  ({ founder: keeper, organization: lab } = await organizationOf(
    services,
    await person(services, 'technician', 'Kim Keeper'),
    { name: 'Lab' }
  ));
  ({ founder: otherKeeper, organization: other } = await organizationOf(
    services,
    await person(services, 'technician'),
    { name: 'Other' }
  ));
  adminMember = await joined(services, await person(services, 'admin', 'Al Admin'), lab.id);
});
afterAll(() => database.drop());

type Query = Parameters<typeof listAuditLogs>[2];
const read = async (actor: PersonActor, query: Partial<Query> = {}) =>
  (await listAuditLogs(services, actor, { limit: 500, ...query })).items;
const kinds = async (actor: PersonActor) => new Set((await read(actor)).map(({ action }) => action.split('.')[0]));
const refusedAs = (code: string) => expect.objectContaining({ code });

describe('the log is read', () => {
  test('by an organization’s admin: that of the organization and nothing else', async () => {
    const labels = (await read(keeper)).map(({ resource_label }) => resource_label);
    expect(labels).toContain('Lab');
    expect(labels).not.toContain('Other');
    expect(await kinds(keeper)).toEqual(new Set(['organization', 'membership']));
  });

  test('by an admin: accounts, and organizations that they belong to', async () => {
    expect(await kinds(adminMember)).toEqual(new Set(['organization', 'membership', 'user']));
    expect((await read(adminMember)).map(({ resource_label }) => resource_label)).not.toContain('Other');
  });

  test('by a superadmin: all of it, a deactivated organization’s too, which its own admins lose', async () => {
    await deactivateOrganization(services, otherKeeper, other.id);
    expect((await read(boss, { organization_id: other.id })).map(({ action }) => action)).toEqual([
      'organization.deactivated',
      'organization.created'
    ]);
    const now = await refreshed(services, otherKeeper);
    await expect(read(now, { organization_id: other.id })).rejects.toEqual(refusedAs('not_found'));
    await expect(read(now)).rejects.toEqual(refusedAs('forbidden'));
  });

  test('by nobody else: members, viewers even if admins of the organization, strangers', async () => {
    const member = await joined(services, await person(services, 'technician'), lab.id);
    const viewer = await joined(services, await person(services, 'viewer'), lab.id, 'admin');
    const stranger = await person(services, 'admin');
    for (const actor of [member, viewer, stranger]) {
      await expect(read(actor, { organization_id: lab.id })).rejects.toEqual(refusedAs('forbidden'));
    }
    await expect(read(member)).rejects.toEqual(refusedAs('forbidden'));
    expect(await kinds(stranger)).toEqual(new Set(['user']));
  });
});

test('an update has each changed field, before and after, by whom and in which request', async () => {
  await updateOrganization(services, keeper, lab.id, { website: ' www.lab.example ', phone: '12' }, null);
  expect((await read(keeper, { action: 'organization.updated' }))[0]).toMatchObject({
    actor_id: keeper.userId,
    actor_name: 'Kim Keeper',
    actor_role: 'technician',
    resource_type: 'organization',
    resource_id: lab.id,
    changes: { website: { old: null, new: ' www.lab.example ' }, phone: { old: null, new: '12' } },
    request_id: 'test-request'
  });
});

test('filters narrow it: who, what, which, and when; days are inclusive', async () => {
  const room = await createLocation(services, adminMember, {
    name: 'Room',
    organization_id: lab.id,
    is_calibration_lab: false
  });
  await updateLocation(services, keeper, room.id, { name: 'Hall' }, null);
  const of = async (query: Partial<Query>) => (await read(boss, query)).map(({ action }) => action);
  expect(await of({ resource_type: 'location', resource_id: room.id })).toEqual([
    'location.updated',
    'location.created'
  ]);
  expect(await of({ resource_id: room.id, actor_id: keeper.userId })).toEqual(['location.updated']);
  expect(await of({ resource_id: room.id, action: 'location.created' })).toEqual(['location.created']);
  const [{ at } = { at: '' }] = await read(boss, { resource_id: room.id });
  expect(await of({ resource_id: room.id, from: at })).toEqual(['location.updated']);
  expect(await of({ resource_id: room.id, to: at })).toHaveLength(2);
  const day = at.slice(0, 10);
  expect(await of({ resource_id: room.id, from: day, to: day })).toHaveLength(2);
  expect(await of({ resource_id: room.id, to: '2020-01-01' })).toEqual([]);
});

test('pages follow each other without gap or repetition, across chains', async () => {
  const all = (await read(boss)).map(({ id }) => id);
  const paged: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listAuditLogs(services, boss, { limit: 3, cursor });
    expect(page.total).toBe(all.length);
    paged.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(paged).toEqual(all);
});

describe('the hash chains are verified', () => {
  const ids = async (actor: PersonActor) =>
    (await verifyAuditLogs(services, actor, {})).chains.map(({ organization_id }) => organization_id);

  test('those whose entries one may read, and no others', async () => {
    expect(await ids(keeper)).toEqual([lab.id]);
    expect(await ids(adminMember)).toEqual([null, lab.id]);
    expect((await ids(boss)).toSorted()).toEqual([null, lab.id, other.id].toSorted());
    await expect(verifyAuditLogs(services, keeper, { organization_id: other.id })).rejects.toEqual(
      refusedAs('not_found')
    );
    await expect(verifyAuditLogs(services, await person(services, 'technician'), {})).rejects.toEqual(
      refusedAs('forbidden')
    );
  });

  test('from what the log answers, by anybody with SHA-256 and the description of the hash', async () => {
    const { chains } = await verifyAuditLogs(services, keeper, { organization_id: lab.id });
    const entries = (await read(keeper, { organization_id: lab.id })).toReversed();
    let previous = '';
    for (const [i, { number, previous_hash, hash, id: _id, profile_picture_url: _url, ...rest }] of entries.entries()) {
      expect([number, previous_hash]).toEqual([i + 1, previous]);
      const text = canonicalJson({ number, ...rest });
      expect(hash).toBe(createHash('sha256').update(Buffer.from(previous_hash, 'hex')).update(text).digest('hex'));
      previous = hash;
    }
    expect(chains).toEqual([
      { organization_id: lab.id, entries: entries.length, last_hash: previous, broken_at: null }
    ]);
  });
});
