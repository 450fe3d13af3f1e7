import { sql } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Asset } from '#lib/contracts/assets.ts';
import { SYSTEM, type PersonActor } from '#lib/laboratory/actor.ts';
import { findBrokenLink } from '#lib/server/db/audit-chain.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { listCalendarEvents } from '#lib/server/use-cases/dashboard/list-calendar-events.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { storedCalibration } from '../../../../../tests/support/calibration-row.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { joined, organizationOf, person, superadmin } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { createAsset } from './create-asset.ts';
import { getAsset, listAssets } from './read-assets.ts';
import { putBackIntoService, takeOutOfService } from './out-of-service.ts';
import { retireAsset } from './retire-asset.ts';
import { updateAsset } from './update-asset.ts';

let database: TestDatabase;
let services: Services;
let technician: PersonActor;
let viewer: PersonActor;
let outsider: PersonActor;
let organizationId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  await superadmin(services);
  const own = await organizationOf(services, await person(services, 'technician', 'Tess Technician'), {
    name: 'Private lab',
    private: true
  });
  technician = own.founder;
  organizationId = own.organization.id;
  viewer = await joined(services, await person(services, 'viewer'), organizationId, 'admin');
  outsider = await person(services, 'admin', 'Oscar Outsider');
});
afterAll(() => database.drop());

let count = 0;
const create = () =>
  createAsset(services, technician, { asset_id: `OOS-${++count}`, name: 'Gauge', organization_id: organizationId });
const take = (asset: Asset, body: Parameters<typeof takeOutOfService>[3], actor = technician) =>
  takeOutOfService(services, actor, { ref: asset.id }, body);
const putBack = (asset: Asset, actor = technician) => putBackIntoService(services, actor, { ref: asset.id });
const auditOf = async (asset: Asset) =>
  (await transaction(database.pool, SYSTEM, (tx) =>
    tx.any(sql.unsafe`SELECT action, changes FROM audit_log WHERE resource_id = ${asset.id} ORDER BY number`)
  )) as readonly { action: string; changes: Record<string, { old: unknown; new: unknown }> }[];

test('out of service with a reason, corrected later, and back: the start date stays, each change leaves one row', async () => {
  const asset = await create();
  expect(asset.out_of_service).toBeNull();
  const taken = await take(asset, { reason: 'Dropped' });
  expect(taken.out_of_service).toMatchObject({ reason: 'Dropped', until: null });
  expect(await take(asset, { reason: 'Dropped' })).toEqual(taken);
  const better = await take(asset, { reason: 'Dropped, at the maker', until: '2027-01-31' });
  expect(better.out_of_service).toEqual({
    since: taken.out_of_service?.since,
    reason: 'Dropped, at the maker',
    until: '2027-01-31'
  });
  expect(better.updated_at > taken.updated_at).toBe(true);
  expect((await getAsset(services, viewer, { ref: asset.id })).out_of_service).toEqual(better.out_of_service);
  expect((await putBack(asset)).out_of_service).toBeNull();
  await putBack(asset);
  expect((await auditOf(asset)).slice(1)).toEqual([
    {
      action: 'asset.taken_out_of_service',
      changes: { out_of_service: { old: false, new: true }, reason: { old: null, new: 'Dropped' } }
    },
    {
      action: 'asset.taken_out_of_service',
      changes: {
        reason: { old: 'Dropped', new: 'Dropped, at the maker' },
        expected_back: { old: null, new: '2027-01-31' }
      }
    },
    {
      action: 'asset.put_back_into_service',
      changes: {
        out_of_service: { old: true, new: false },
        reason: { old: 'Dropped, at the maker', new: null },
        expected_back: { old: '2027-01-31', new: null }
      }
    }
  ]);
});

test('the state survives a change of other fields, and the day it is expected back', async () => {
  const asset = await create();
  await take(asset, { reason: 'Away', until: services.today() });
  expect(
    (await updateAsset(services, technician, { ref: asset.id }, { name: 'Other' }, null)).out_of_service
  ).toMatchObject({ reason: 'Away' });
  const later = { ...services, today: () => '2028-01-01' };
  expect((await getAsset(later, technician, { ref: asset.id })).out_of_service).toMatchObject({ reason: 'Away' });
});

test('refused: a day in the past, a retired asset, people who may not change or see it', async () => {
  const asset = await create();
  await expect(take(asset, { reason: 'Away', until: '2026-01-01' })).rejects.toMatchObject({
    faults: [{ loc: ['body', 'until'], type: 'date_in_past' }]
  });
  await expect(take(asset, { reason: 'Away' }, viewer)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(take(asset, { reason: 'Away' }, outsider)).rejects.toMatchObject({ code: 'not_found' });
  await take(asset, { reason: 'Away' });
  await expect(putBack(asset, viewer)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(putBack(asset, outsider)).rejects.toMatchObject({ code: 'not_found' });
  const gone = await create();
  await retireAsset(services, technician, { ref: gone.id });
  await expect(take(gone, { reason: 'Away' })).rejects.toMatchObject({ code: 'asset_retired' });
  expect((await auditOf(gone)).map(({ action }) => action)).toEqual(['asset.created', 'asset.retired']);
});

test('of many at once each finds the state that the one before left, and the chain of the history is sound', async () => {
  const asset = await create();
  await Promise.all(
    Array.from({ length: 12 }, (_, n) => (n % 2 === 0 ? take(asset, { reason: 'Away' }) : putBack(asset)))
  );
  const turns = (await auditOf(asset)).slice(1).map(({ changes }) => changes.out_of_service?.new);
  expect(turns.every((now, n) => now === (n % 2 === 0))).toBe(true);
  expect((await getAsset(services, viewer, { ref: asset.id })).out_of_service !== null).toBe(turns.at(-1));
  expect(await transaction(database.pool, SYSTEM, (tx) => findBrokenLink(tx, organizationId))).toBeNull();
});

test('it is found by its state, and is never due', async () => {
  const asset = await create();
  await storedCalibration(database, asset, technician.userId, { date: '2025-12-02', due: '2026-12-02' });
  const events = async () =>
    (await listCalendarEvents(services, technician)).filter(({ asset_id }) => asset_id === asset.asset_id);
  expect(await events()).toMatchObject([{ date: '2026-12-02', event_type: 'calibration_due' }]);
  await take(asset, { reason: 'Away' });
  expect(await events()).toEqual([]);
  const found = async (out_of_service: boolean) =>
    (await listAssets(services, technician, { organization_id: organizationId, limit: 50, out_of_service })).items.map(
      ({ id }) => id
    );
  expect(await found(true)).toContain(asset.id);
  expect(await found(false)).not.toContain(asset.id);
});

test('the database keeps no state without a reason', async () => {
  const asset = await create();
  await expect(
    execute(database.url, `UPDATE assets SET out_of_service_since = now() WHERE id = $1`, [asset.id])
  ).rejects.toThrow(/assets_out_of_service_check/);
});
