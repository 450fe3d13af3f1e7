import fc from 'fast-check';
import { sql } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SYSTEM, type PersonActor } from '#lib/laboratory/actor.ts';
import { locationTree, type Placed } from '#lib/laboratory/location-tree.ts';
import { InvalidInput } from '#lib/laboratory/refusal.ts';
import { branchOf } from '#lib/server/db/locations.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { createAsset } from '#lib/server/use-cases/assets/create-asset.ts';
import { listAssets } from '#lib/server/use-cases/assets/read-assets.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { joined, organizationOf, person, superadmin } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { createLocation } from './create-location.ts';
import { deleteLocation } from './delete-location.ts';
import { listLocations } from './read-locations.ts';
import { updateLocation } from './update-location.ts';
import { depth } from '../../../../../tests/support/depth.ts';

let database: TestDatabase;
let services: Services;
let technician: PersonActor;
let outsider: PersonActor;
let organizationId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  const own = await organizationOf(services, await person(services, 'technician'), { private: true });
  technician = own.founder;
  organizationId = own.organization.id;
  outsider = await person(services, 'technician');
});
afterAll(() => database.drop());

const create = (name: string, parent_id: string | null = null, organization_id: string | null = organizationId) =>
  createLocation(services, technician, { name, parent_id, organization_id, is_calibration_lab: false });
const move = (id: string, parent_id: string | null, actor = technician) =>
  updateLocation(services, actor, id, { parent_id }, null);
const stored = () =>
  transaction(database.pool, SYSTEM, (tx) =>
    tx.any(sql.unsafe`SELECT id, name, parent_id FROM locations WHERE organization_id = ${organizationId}`)
  ) as Promise<readonly Placed[]>;
const isRefusedAsCycle = (error: unknown) =>
  error instanceof InvalidInput && error.faults.every(({ type }) => type === 'cycle');

test('two moves at once that would close a ring: one is made, the other refused', async () => {
  const [a, b] = [await create('A'), await create('B')];
  for (let round = 0; round < 10; round += 1) {
    await Promise.all([move(a.id, null), move(b.id, null)]);
    const ends = await Promise.allSettled([move(a.id, b.id), move(b.id, a.id)]);
    const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
    expect(refused).toHaveLength(1);
    expect(refused.every(isRefusedAsCycle)).toBe(true);
  }
});

test('the database itself refuses a ring, also to two who do not look before they move', async () => {
  const [a, b] = [await create('A'), await create('B')];
  const blind = (id: string, parent: string) =>
    transaction(database.pool, SYSTEM, async (tx) => {
      await tx.query(sql.unsafe`UPDATE locations SET parent_id = ${parent} WHERE id = ${id}`);
      // Long enough for the other to have looked, had it not waited.
      await tx.query(sql.unsafe`SELECT pg_sleep(0.2)`);
    });
  const ends = await Promise.allSettled([blind(a.id, b.id), blind(b.id, a.id)]);
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const [alone] = [await create('Alone')];
  await expect(blind(alone.id, alone.id)).rejects.toThrow();
  const foreign = await organizationOf(services, outsider);
  const there = await createLocation(services, foreign.founder, {
    name: 'There',
    organization_id: foreign.organization.id,
    is_calibration_lab: false
  });
  await expect(blind(alone.id, there.id)).rejects.toThrow();
});

test('whatever is moved where, by several at once, the locations stay one tree and every path is right', async () => {
  const ids: string[] = [];
  for (let i = 0; i < 8; i += 1) ids.push((await create(`P${i}`)).id);
  const at = (i: number | null) => (i === null ? null : (ids[i] ?? null));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(7), fc.option(fc.nat(7))), { minLength: 2, maxLength: 6 }),
      async (moves) => {
        const ends = await Promise.allSettled(moves.map(([what, where]) => move(at(what) ?? '', at(where))));
        for (const end of ends) if (end.status === 'rejected') expect(isRefusedAsCycle(end.reason)).toBe(true);
        const places = await stored();
        const tree = locationTree(places);
        for (const { id, parent_id } of places) {
          const path = tree.pathOf(id).map((step) => step.id);
          expect(path).toEqual([...(parent_id === null ? [] : tree.pathOf(parent_id).map((step) => step.id)), id]);
          // The outermost lies in nothing, so the way up has ended there.
          expect(tree.find(path[0] ?? '')?.parent_id).toBe(null);
        }
      }
    ),
    { numRuns: depth(10, 100) }
  );
});

test('a branch moves as a whole, and the assets of a location are those of its branch', async () => {
  const works = await create('Works');
  const hall = await create('Hall', works.id);
  const line = await create('Line', hall.id);
  const store = await create('Store');
  const asset = (asset_id: string, location_id: string) =>
    createAsset(services, technician, { asset_id, name: asset_id, organization_id: organizationId, location_id });
  await asset('W-1', works.id);
  await asset('L-1', line.id);
  await asset('L-2', line.id);
  const inside = async (location_id: string, given: { location_only?: boolean } = {}, actor = technician) =>
    (await listAssets(services, actor, { location_id, ...given, limit: 50 })).items.map(({ asset_id }) => asset_id);
  expect(await inside(works.id)).toEqual(['L-1', 'L-2', 'W-1']);
  expect(await inside(works.id, { location_only: true })).toEqual(['W-1']);
  await move(hall.id, store.id);
  expect([await inside(works.id), await inside(store.id)]).toEqual([['W-1'], ['L-1', 'L-2']]);
  expect((await listLocations(services, technician, { parent_id: store.id, limit: 50 })).items).toMatchObject([
    { id: hall.id }
  ]);
  // Nobody outside a private organization learns of what is there.
  expect(await inside(store.id, {}, outsider)).toEqual([]);
  await expect(move(store.id, null, outsider)).rejects.toMatchObject({ code: 'not_found' });
  await expect(deleteLocation(services, technician, hall.id)).rejects.toMatchObject({ code: 'in_use' });
  await expect(deleteLocation(services, technician, store.id)).rejects.toMatchObject({ code: 'in_use' });
});

test('who moves what: members above viewers their own, admins what belongs to all', async () => {
  const viewer = await joined(services, await person(services, 'viewer'), organizationId);
  const admin = await person(services, 'admin');
  const boss = await superadmin(services);
  const [own, other] = [await create('Own'), await create('Other')];
  await expect(move(own.id, other.id, viewer)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(move(own.id, other.id, admin)).rejects.toMatchObject({ code: 'not_found' });
  expect(await move(own.id, other.id, boss)).toMatchObject({ parent_id: other.id });
  const common = (name: string) =>
    createLocation(services, admin, { name, organization_id: null, is_calibration_lab: false });
  const [campus, building] = [await common('Campus'), await common('Building')];
  await expect(move(building.id, campus.id)).rejects.toMatchObject({ code: 'forbidden' });
  expect(await move(building.id, campus.id, admin)).toMatchObject({ parent_id: campus.id });
  // A private place may lie in one that belongs to all, never the other way round.
  expect(await move(other.id, building.id)).toMatchObject({ parent_id: building.id });
  await expect(move(campus.id, own.id, boss)).rejects.toMatchObject({ faults: [{ type: 'not_found' }] });
});

test('the assets of a location are found by an index among 20 000 assets and 2 000 locations', async () => {
  const { organization, founder } = await organizationOf(services, await person(services, 'technician'));
  const top = await createLocation(services, founder, {
    name: 'Top',
    organization_id: organization.id,
    is_calibration_lab: false
  });
  await transaction(database.pool, SYSTEM, async (tx) => {
    // Ten to a location, four levels deep, and a hundred that lie in none.
    await tx.query(sql.unsafe`
      WITH numbered AS (SELECT n, gen_random_uuid() AS id FROM generate_series(1, 2000) n),
           placed AS (SELECT n.id, n.n, p.id AS parent FROM numbered n LEFT JOIN numbered p ON p.n = n.n / 10)
      INSERT INTO locations (id, organization_id, name, parent_id)
      SELECT id, ${organization.id}, 'Place ' || n, CASE WHEN n = 7 THEN ${top.id}::uuid ELSE parent END
      FROM placed ORDER BY n`);
    await tx.query(sql.unsafe`
      INSERT INTO assets (id, organization_id, asset_id, name, location_id)
      SELECT gen_random_uuid(), ${organization.id}, 'BULK-' || n, 'Asset ' || n, l.id
      FROM generate_series(1, 20000) n
      JOIN locations l ON l.organization_id = ${organization.id} AND l.name = 'Place ' || (n % 2000 + 1)`);
  });
  const began = performance.now();
  const found = await listAssets(services, founder, { location_id: top.id, limit: 50 });
  const took = performance.now() - began;
  // Place 7, 70 to 79 and 700 to 799, ten each.
  expect(found.total).toBe(1110);
  expect(took).toBeLessThan(1000);
  const plan = await transaction(database.pool, SYSTEM, (tx) =>
    tx.any(sql.unsafe`EXPLAIN SELECT id FROM assets a WHERE a.location_id = ANY (${branchOf(top.id)})`)
  );
  expect(JSON.stringify(plan)).toContain('assets_by_location');
}, 60_000);
