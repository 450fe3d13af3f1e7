import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { externalBody, recorded } from '../../../../../tests/support/calibrated-laboratory.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { joined, organizationOf, person, superadmin } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { createAsset } from './create-asset.ts';
import { updateAsset } from './update-asset.ts';

let database: TestDatabase;
let services: Services;
let technician: PersonActor;
let organization_id: string;

beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  await superadmin(services);
  const own = await organizationOf(services, await person(services, 'admin'));
  organization_id = own.organization.id;
  technician = await joined(services, await person(services, 'technician'), organization_id);
});
afterAll(() => database.drop());

const BOTH = { calibration_interval_days: 90, calibration_interval_months: 3 };
const made = (asset_id: string, fields: object = {}) =>
  createAsset(services, technician, { asset_id, name: 'Gauge', organization_id, ...fields });
const change = (id: string, body: object) => updateAsset(services, technician, { ref: id }, body, null);

test('an interval is in days or in months: one replaces the other, and both at once are refused', async () => {
  const asset = await made('I-1', { calibration_interval_days: 90 });
  expect(await change(asset.id, { calibration_interval_months: 3 })).toMatchObject({
    calibration_interval_days: null,
    calibration_interval_months: 3
  });
  expect(await change(asset.id, { calibration_interval_days: 30 })).toMatchObject({
    calibration_interval_days: 30,
    calibration_interval_months: null
  });
  expect(await change(asset.id, { calibration_interval_months: null })).toMatchObject({
    calibration_interval_days: 30
  });
  for (const refused of [made('I-2', BOTH), change(asset.id, BOTH)]) {
    await expect(refused).rejects.toMatchObject({
      faults: [{ loc: ['body', 'calibration_interval_months'], type: 'two_intervals' }]
    });
  }
  await expect(
    execute(database.url, 'UPDATE assets SET calibration_interval_months = 3 WHERE id = $1', [asset.id])
  ).rejects.toThrow('assets_interval_check');
});

test('what is calibrated on the last day of a month is due on the last day of a month', async () => {
  const asset = await made('I-3', { calibration_interval_months: 3, in_use_since: '2020-01-01' });
  const { due_date: _, ...body } = externalBody(asset);
  const calibration = await recorded(services, technician, { ...body, calibration_date: '2025-11-30' });
  expect(calibration.due_date).toBe('2026-02-28');
});
