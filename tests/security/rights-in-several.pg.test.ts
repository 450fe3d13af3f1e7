/**
 * A right that ends in one of several organizations that a request writes to, one after the other: it has had its turn in the first, and
 * waits in the second for the very transaction that ends its right there.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { lockAuditChain } from '#lib/server/db/audit.ts';
import { RightsEnded } from '#lib/server/db/standing.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { changeAssets } from '#lib/server/use-cases/assets/change-assets.ts';
import { createAsset } from '#lib/server/use-cases/assets/create-asset.ts';
import { recordCalibrations } from '#lib/server/use-cases/calibrations/record-calibrations.ts';
import { changeMember } from '#lib/server/use-cases/organizations/change-member.ts';
import { removeMember } from '#lib/server/use-cases/organizations/end-membership.ts';
import { updateUser } from '#lib/server/use-cases/people/update-user.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { externalBody, MEASURING, submissionOf } from '../support/calibrated-laboratory.ts';
import { createTestDatabase, execute, type TestDatabase } from '../support/database.ts';
import { meanwhile } from '../support/meanwhile.ts';
import { joined, organizationOf, person, refreshed, superadmin } from '../support/people.ts';
import { testServices } from '../support/services.ts';

let database: TestDatabase;
let services: Services;
beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  await superadmin(services);
}, 120_000);
afterAll(() => database.drop());

/** Administers both organizations, which are locked in this order. */
let boss: PersonActor;
let first: string;
let second: string;
/** An admin of both. */
let actor: PersonActor;
let assets: Awaited<ReturnType<typeof createAsset>>[];
beforeEach(async () => {
  const founder = await person(services, 'admin');
  const made = [await organizationOf(services, founder), await organizationOf(services, founder)];
  [first, second] = made.map(({ organization }) => organization.id).sort() as [string, string];
  boss = await refreshed(services, founder);
  actor = await person(services, 'admin');
  for (const id of [first, second]) actor = await joined(services, actor, id, 'admin');
  assets = [];
  for (const organization_id of [first, second]) {
    const asset = { ...MEASURING, organization_id, asset_id: randomUUID().slice(0, 8), name: 'Transmitter' };
    assets.push(await createAsset(services, boss, asset));
  }
});

const membership = () => ({ organizationId: second, userId: actor.userId });
const removal = (within: Services) => removeMember(within, boss, membership());
const demotion = (within: Services) => changeMember(within, boss, membership(), { role: 'member' });
const WRITTEN = `SELECT count(*)::int AS count FROM audit_log WHERE actor_id = $1`;
const written = async () => (await execute(database.url, WRITTEN, [actor.userId])).rows[0];

test.each([
  ['removed, who changes assets of both', removal, () => changeAssets(services, actor, { refs: assets.map(({ id }) => id), change: { tags_add: ['late'] } })],
  ['removed, who delivers calibrations of both', removal, () => recordCalibrations(services, actor, assets.map((asset) => submissionOf(externalBody(asset))))],
  ['demoted, who writes to both', demotion, () => inTurn([first, second])],
  ['removed, who writes to the second and what all share', removal, () => inTurn([null, second])]
] as const)('%s', async (_, ending, verb) => {
  const outcome = await meanwhile(database, services, ending, verb as () => Promise<unknown>);
  expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(RightsEnded) as unknown });
  expect(await written()).toEqual({ count: 0 });
}); // prettier-ignore

test('the role that ends while what all share is waited for', async () => {
  const root = await superadmin(services);
  const demoted = (within: Services) => updateUser(within, root, actor.userId, { role: 'viewer' }, null);
  const outcome = await meanwhile(database, services, demoted, () => inTurn([first, null]));
  expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(RightsEnded) as unknown });
});

test('a membership that ends elsewhere does not get in the way once the first has been locked', async () => {
  const outcome = await transaction(services.pool, actor, async (tx) => {
    await lockAuditChain(tx, first);
    await removal(services);
    return (await lockAuditChain(tx, null)).standing_holds;
  });
  expect(outcome).toBe(true);
});

test('whoever ends their own rights in one after the other may do so', async () => {
  let self: PersonActor = await person(services, 'superadmin');
  for (const id of [first, second]) self = await joined(services, self, id, 'admin');
  const after = await updateUser(services, self, self.userId, { role: 'admin', memberships: [] }, null);
  expect(after).toMatchObject({ role: 'admin' });
  expect((await refreshed(services, self)).memberships.size).toBe(0);
});

const inTurn = (chains: readonly (string | null)[]) =>
  transaction(services.pool, actor, async (tx) => {
    for (const chain of chains) {
      await lockAuditChain(tx, chain);
      // What was locked is not asked about again.
      await lockAuditChain(tx, chain);
    }
  });
