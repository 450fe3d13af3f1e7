import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { bulkChangeBody } from '#lib/contracts/asset-bulk.ts';
import { listAssetAuditLogs } from '#lib/server/use-cases/audit/list-asset-audit-logs.ts';
import { createLocation } from '#lib/server/use-cases/locations/create-location.ts';
import { deleteLocation } from '#lib/server/use-cases/locations/delete-location.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { joined, organizationOf, person, superadmin } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { changeAssets } from './change-assets.ts';
import { createAsset } from './create-asset.ts';
import { getAsset } from './read-assets.ts';
import { listAssetMoves } from './list-asset-moves.ts';
import { updateAsset } from './update-asset.ts';

let database: TestDatabase;
let services: Services;
let technician: PersonActor;
let outsider: PersonActor;
let mine: string;
let other: string;
let foreign: string;

beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  await superadmin(services);
  const owner = await person(services, 'admin');
  mine = (await organizationOf(services, owner)).organization.id;
  const second = await organizationOf(services, await person(services, 'admin'));
  other = second.organization.id;
  const third = await organizationOf(services, await person(services, 'admin'));
  foreign = third.organization.id;
  outsider = third.founder;
  technician = await joined(services, await person(services, 'technician'), mine);
  technician = await joined(services, technician, other);
});
afterAll(() => database.drop());

let count = 0;
const made = (organization_id = mine, fields: object = {}) =>
  createAsset(services, technician, { asset_id: `B-${++count}`, name: 'Gauge', organization_id, ...fields });
const place = (name: string, organization_id = mine) =>
  createLocation(services, technician, { name, organization_id, is_calibration_lab: false });
const change = (refs: readonly string[], wanted: object, actor = technician) =>
  changeAssets(services, actor, bulkChangeBody.parse({ refs, change: wanted }));
const read = (ref: string) => getAsset(services, technician, { ref });
const audit = async (ref: string) => (await listAssetAuditLogs(services, technician, { ref }, { limit: 50 })).items;

test('many are changed at once, each with its own entry; unchanged ones have none', async () => {
  const hall = await place('Hall');
  const a = await made(mine, { calibration_interval_days: 90, tags: ['spare', 'hot'] });
  const b = await made(mine, { tags: ['line 2'], calibration_interval_months: 6, location_id: hall.id });
  const wanted = {
    location_id: hall.id,
    calibration_interval_months: 6,
    tags_add: ['line 2'],
    tags_remove: ['spare'],
    reason: 'new plan'
  };
  // By either kind of ref, in any case, and named twice.
  expect(await change([a.asset_id.toLowerCase(), b.id, a.id], wanted)).toEqual({ changed: 1, unchanged: 1 });
  expect(await read(a.id)).toMatchObject({
    location_id: hall.id,
    calibration_interval_days: null,
    calibration_interval_months: 6,
    tags: ['hot', 'line 2']
  });
  const [entry, ...earlier] = await audit(a.id);
  expect(entry).toMatchObject({
    action: 'asset.updated',
    actor_id: technician.userId,
    changes: {
      location_id: { old: null, new: hall.id },
      calibration_interval_days: { old: 90, new: null },
      calibration_interval_months: { old: null, new: 6 },
      tags: { old: ['spare', 'hot'], new: ['hot', 'line 2'] },
      reason: { old: null, new: 'new plan' }
    }
  });
  expect(earlier).toHaveLength(1);
  expect(await audit(b.id)).toHaveLength(1);
});

test('assets of several organizations are retired and brought back with one reason', async () => {
  const refs = [(await made()).id, (await made(other)).id];
  expect(await change(refs, { status: 'retired', reason: 'sold' })).toEqual({ changed: 2, unchanged: 0 });
  for (const ref of refs) {
    expect((await read(ref)).retired).toMatchObject({ reason: 'sold', by: { id: technician.userId } });
    expect((await audit(ref))[0]).toMatchObject({ action: 'asset.retired', changes: { reason: { new: 'sold' } } });
  }
  await change(refs, { status: 'active' });
  expect(await read(refs[0] ?? '')).toMatchObject({ status: 'active', retired: null });
});

test('if one cannot be changed, none is', async () => {
  const a = await made();
  const theirs = await createAsset(services, outsider, { asset_id: 'F-1', name: 'Theirs', organization_id: foreign });
  const full = await made(mine, { tags: Array.from({ length: 50 }, (_, i) => `tag ${i}`) });
  const elsewhere = await place('Elsewhere', other);
  const tagged = { tags_add: ['x'] };
  await expect(change([a.id, theirs.id], tagged)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(change([a.id, 'no-such-asset'], tagged)).rejects.toMatchObject({ code: 'not_found' });
  await expect(change([a.id, full.id], tagged)).rejects.toMatchObject({ faults: [{ type: 'too_big' }] });
  await expect(change([a.id], { location_id: elsewhere.id })).rejects.toMatchObject({
    faults: [{ type: 'not_found' }]
  });
  await expect(change([a.id], { calibration_interval_days: 3, calibration_interval_months: 3 })).rejects.toMatchObject({
    faults: [{ type: 'two_intervals' }]
  });
  await expect(change([a.id], tagged, outsider)).rejects.toMatchObject({ code: 'forbidden' });
  expect(await read(a.id)).toEqual(a);
  expect(() => bulkChangeBody.parse({ refs: [a.id], change: { reason: 'nothing else' } })).toThrow(
    'Name what is to change'
  );
  expect(() => bulkChangeBody.parse({ refs: Array(1001).fill(a.id), change: tagged })).toThrow();
});

test('changes that cross each other all happen, whatever their order and whose assets they are', async () => {
  const assets = [await made(), await made(other), await made(), await made(other)].map(({ id }) => id);
  await Promise.all(
    Array.from({ length: 8 }, (_, i) => change(i % 2 === 0 ? assets : assets.toReversed(), { tags_add: [`tag ${i}`] }))
  );
  for (const id of assets)
    expect((await read(id)).tags.toSorted()).toEqual(Array.from({ length: 8 }, (_, i) => `tag ${i}`));
});

test('a thousand are changed at once', async () => {
  await execute(
    database.url,
    `INSERT INTO assets (id, organization_id, asset_id, name)
     SELECT gen_random_uuid(), $1, 'MANY-' || n, 'Gauge' FROM generate_series(1, 1000) n`,
    [mine]
  );
  const refs = Array.from({ length: 1000 }, (_, i) => `many-${i + 1}`);
  const begun = performance.now();
  expect(await change(refs, { tags_add: ['all'] })).toEqual({ changed: 1000, unchanged: 0 });
  expect(performance.now() - begun).toBeLessThan(20_000);
});

test('the previous locations of an asset come from its history, each move with its locations and author', async () => {
  const [hall, cellar] = [await place('Hall 1'), await place('Cellar')];
  const { id } = await made(mine, { location_id: hall.id });
  await updateAsset(services, technician, { ref: id }, { location_id: cellar.id, name: 'Renamed' }, null);
  await updateAsset(services, technician, { ref: id }, { name: 'Again' }, null);
  await change([id], { location_id: null });
  await deleteLocation(services, technician, cellar.id);
  const moves = (actor: PersonActor, page: { limit: number; cursor?: string | undefined }) =>
    listAssetMoves(services, actor, { ref: id }, page);
  const by = { id: technician.userId, full_name: technician.fullName };
  const first = await moves(technician, { limit: 1 });
  expect(first.items).toMatchObject([{ from: { id: cellar.id, name: null }, to: null, by }]);
  const rest = await moves(technician, { limit: 5, cursor: first.nextCursor ?? undefined });
  expect(rest.items).toMatchObject([{ from: { id: hall.id, name: 'Hall 1' }, to: { id: cellar.id, name: null }, by }]);
  await expect(moves(outsider, { limit: 5 })).rejects.toMatchObject({ code: 'forbidden' });
});
