import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { listAssetAuditLogs } from '#lib/server/use-cases/audit/list-asset-audit-logs.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { externalBody, recorded } from '../../../../../tests/support/calibrated-laboratory.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { joined, organizationOf, person, superadmin } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { createAsset } from './create-asset.ts';
import { duplicateAsset } from './duplicate-asset.ts';
import { getAsset } from './read-assets.ts';
import { restoreAsset, retireAsset } from './retire-asset.ts';
import { updateAsset } from './update-asset.ts';

let database: TestDatabase;
let services: Services;
let technician: PersonActor;
let viewer: PersonActor;
let organization_id: string;

beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  await superadmin(services);
  const own = await organizationOf(services, await person(services, 'admin'));
  organization_id = own.organization.id;
  technician = await joined(services, await person(services, 'technician'), organization_id);
  viewer = await joined(services, await person(services, 'viewer'), organization_id);
});
afterAll(() => database.drop());

const LIKE = {
  description: 'By the door',
  manufacturer: 'Maker',
  category: 'thermometer',
  calibration_interval_months: 6,
  unit: '°C',
  tags: ['hot'],
  attributes: [{ key: 'Cable', value: '3', unit: 'm' }]
};
const audit = async (ref: string) => (await listAssetAuditLogs(services, technician, { ref }, { limit: 50 })).items;

test('a copy has the same measuring fields, but not the history, serial number, photo or state', async () => {
  const like = await createAsset(services, technician, {
    ...LIKE,
    asset_id: 'D-1',
    name: 'Logger',
    organization_id,
    serial_number: '4711',
    in_use_since: '2020-01-01',
    channels: [{ name: 'T1', unit: '°C', resolution: 0.1 }, { name: 'T2' }]
  });
  const [first] = like.channels;
  await recorded(services, technician, externalBody(like, { channel_id: first?.id }));
  // The calibrated channel is archived and not copied.
  await updateAsset(services, technician, { ref: 'D-1' }, { channels: [{ name: 'T3', resolution: 0.5 }] }, null);
  await retireAsset(services, technician, { ref: 'D-1' }, { reason: 'broken' });

  const copy = await duplicateAsset(services, technician, { ref: 'D-1' }, { asset_id: 'D-2' });
  expect(copy).toMatchObject({
    ...LIKE,
    asset_id: 'D-2',
    name: 'Logger',
    serial_number: null,
    in_use_since: null,
    photo_file_id: null,
    status: 'active',
    retired: null,
    calibration_status: 'never',
    created_by: { id: technician.userId }
  });
  expect(copy.channels).toMatchObject([{ name: 'T3', resolution: 0.5, archived_at: null }]);
  expect(copy.channels.map(({ id }) => id)).not.toContain(
    (await getAsset(services, technician, { ref: 'D-1' })).channels[0]?.id
  );
  expect((await audit('D-2')).map(({ action }) => action)).toEqual(['asset.created']);
  expect((await duplicateAsset(services, technician, { ref: 'D-1' }, { asset_id: 'D-3', name: 'Other' })).name).toBe(
    'Other'
  );
});

test('a copy needs an identifier of its own, and the right to edit', async () => {
  await createAsset(services, technician, { asset_id: 'D-9', name: 'Gauge', organization_id });
  const copy = (actor: PersonActor, asset_id: string) => duplicateAsset(services, actor, { ref: 'D-9' }, { asset_id });
  await expect(copy(technician, 'd-9')).rejects.toMatchObject({ code: 'asset_id_taken' });
  await expect(copy(viewer, 'D-10')).rejects.toMatchObject({ code: 'forbidden' });
});

test('retiring an asset needs a reason, restoring may have one, and the history has both', async () => {
  const { id } = await createAsset(services, technician, { asset_id: 'R-1', name: 'Gauge', organization_id });
  const retired = await retireAsset(services, technician, { ref: id }, { reason: 'cracked glass' });
  expect(retired).toMatchObject({
    status: 'retired',
    retired: { by: { id: technician.userId }, reason: 'cracked glass' }
  });
  expect(Date.parse(retired.retired?.at ?? '')).not.toBeNaN();
  // Repeated, nothing changes.
  expect(await retireAsset(services, technician, { ref: id }, { reason: 'other' })).toEqual(retired);
  const back = await restoreAsset(services, technician, { ref: id }, { reason: 'repaired' });
  expect(back).toMatchObject({ status: 'active', retired: null });
  expect((await retireAsset(services, technician, { ref: id })).retired).toMatchObject({ reason: null });
  expect((await audit('R-1')).slice(1, 3)).toMatchObject([
    { action: 'asset.restored', changes: { reason: { old: 'cracked glass', new: 'repaired' } } },
    {
      action: 'asset.retired',
      changes: { status: { old: 'active', new: 'retired' }, reason: { new: 'cracked glass' } }
    }
  ]);
});
