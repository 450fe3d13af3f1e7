import { sql } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SYSTEM, type PersonActor } from '#lib/laboratory/actor.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { createAsset } from '#lib/server/use-cases/assets/create-asset.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { joined, organizationOf, person, superadmin } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { createLocation } from './create-location.ts';
import { deleteLocation } from './delete-location.ts';
import { getLocation, listLocations } from './read-locations.ts';
import { updateLocation } from './update-location.ts';

let database: TestDatabase;
let services: Services;
let technician: PersonActor;
let viewer: PersonActor;
let admin: PersonActor;
let organizationId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  await superadmin(services);
  const own = await organizationOf(services, await person(services, 'technician'), { private: true });
  technician = own.founder;
  organizationId = own.organization.id;
  viewer = await joined(services, await person(services, 'viewer'), organizationId);
  admin = await person(services, 'admin');
});
afterAll(() => database.drop());

const create = (
  name: string,
  given: { parent_id?: string; organization_id?: string | null } = {},
  actor = technician
) => createLocation(services, actor, { name, organization_id: organizationId, is_calibration_lab: false, ...given });

test('a location is stored as entered and changed in part, and its history has what changed', async () => {
  const made = await createLocation(services, technician, {
    name: 'Lab 1',
    address: 'Street 1',
    is_calibration_lab: true,
    organization_id: organizationId
  });
  const changed = await updateLocation(services, technician, made.id, { address: null }, null);
  expect(changed).toMatchObject({ name: 'Lab 1', address: null, is_calibration_lab: true });
  const rows = await transaction(database.pool, SYSTEM, (tx) =>
    tx.any(sql.unsafe`SELECT action, actor_name, actor_role, request_id, changes FROM audit_log
                      WHERE resource_id = ${made.id} ORDER BY number`)
  );
  const by = { actor_name: 'A technician', actor_role: 'technician', request_id: 'test-request' };
  expect(rows).toEqual([
    { action: 'location.created', ...by, changes: {} },
    { action: 'location.updated', ...by, changes: { address: { old: 'Street 1', new: null } } }
  ]);
});

test('private locations are unknown outside; common ones are read by all and made by admins', async () => {
  const own = await create('Hidden');
  await expect(getLocation(services, admin, own.id)).rejects.toMatchObject({ code: 'not_found' });
  await expect(updateLocation(services, admin, own.id, { name: 'x' }, null)).rejects.toMatchObject({
    code: 'not_found'
  });
  await expect(create('No', {}, viewer)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(create('No', { organization_id: null })).rejects.toMatchObject({ code: 'forbidden' });
  const common = await create('Common', { organization_id: null }, admin);
  expect((await listLocations(services, admin, { limit: 50 })).items.map(({ name }) => name)).toEqual(['Common']);
  expect(await getLocation(services, viewer, common.id)).toEqual(common);
});

test('a parent is an own or a common location and never lies in its child', async () => {
  const house = await create('House');
  const room = await create('Room', { parent_id: house.id });
  const corner = await create('Corner', { parent_id: room.id });
  await expect(updateLocation(services, technician, house.id, { parent_id: corner.id }, null)).rejects.toMatchObject({
    faults: [{ loc: ['body', 'parent_id'], type: 'cycle' }]
  });
  const elsewhere = await organizationOf(services, technician);
  await expect(
    create('Abroad', { parent_id: house.id, organization_id: elsewhere.organization.id }, elsewhere.founder)
  ).rejects.toMatchObject({ faults: [{ loc: ['body', 'parent_id'], type: 'not_found' }] });
});

test('what is used cannot be deleted, what is not can, and devices hear of it', async () => {
  const used = await create('Used');
  const asset = { asset_id: 'A-1', name: 'Asset', organization_id: organizationId, location_id: used.id };
  await createAsset(services, technician, asset);
  await expect(deleteLocation(services, technician, used.id)).rejects.toMatchObject({ code: 'in_use' });
  const spare = await create('Spare');
  await deleteLocation(services, technician, spare.id);
  await expect(getLocation(services, technician, spare.id)).rejects.toMatchObject({ code: 'not_found' });
  const buried = await transaction(database.pool, SYSTEM, (tx) =>
    tx.anyFirst(sql.unsafe`SELECT collection FROM tombstones WHERE document_id = ${spare.id}`)
  );
  expect(buried).toEqual(['locations']);
});
