import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { getAsset, listAssets } from '#lib/server/use-cases/assets/read-assets.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import {
  calibratedLaboratory,
  externalBody,
  recorded,
  type CalibratedLaboratory
} from '../../../../../tests/support/calibrated-laboratory.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { person } from '../../../../../tests/support/people.ts';
import { pulled } from '../../../../../tests/support/pulled.ts';
import { testServices, TODAY } from '../../../../../tests/support/services.ts';
import { createAsset } from '#lib/server/use-cases/assets/create-asset.ts';
import { addDays } from '#lib/laboratory/calibration-status.ts';
import { updateEmailSettings } from './email-settings.ts';

let database: TestDatabase;
let services: Services;
let laboratory: CalibratedLaboratory;
let admin: PersonActor;
let ref: string;

beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  laboratory = await calibratedLaboratory(services);
  admin = await person(services, 'admin');
  const { organizationId, technician } = laboratory;
  const asset = await createAsset(services, technician, {
    asset_id: 'DUE-IN-20-DAYS',
    name: 'Thermometer',
    organization_id: organizationId
  });
  ref = asset.id;
  const due_date = addDays(TODAY, 20);
  await recorded(services, technician, { ...externalBody(asset), calibration_date: addDays(TODAY, -30), due_date });
});
afterAll(() => database.drop());

const set = (reminder_lead_days: number) => updateEmailSettings(services, admin, { reminder_lead_days }, null);
const seen = async () => {
  const { technician } = laboratory;
  const one = await getAsset(services, technician, { ref, organizationId: undefined });
  const { items } = await listAssets(services, technician, { calibration_status: 'due_soon', limit: 50 });
  const { instance } = await pulled(services, technician, { collection: 'assets', limit: 1 });
  return {
    status: one.calibration_status,
    listed: items.some(({ id }) => id === ref),
    told: instance.reminder_lead_days
  };
};

test('status, filter and devices follow the lead time of the settings, or of the environment if none is set', async () => {
  expect(await seen()).toEqual({ status: 'due_soon', listed: true, told: 30 });
  await set(10);
  expect(await seen()).toEqual({ status: 'calibrated', listed: false, told: 10 });
  await set(20);
  expect(await seen()).toEqual({ status: 'due_soon', listed: true, told: 20 });
});

test('devices are asked to pull when it changes, and not when something else does', async () => {
  const listener = new pg.Client({ connectionString: database.url });
  await listener.connect();
  const heard: (string | undefined)[] = [];
  listener.on('notification', ({ payload }) => heard.push(payload));
  await listener.query('LISTEN plumbline_changes');
  await updateEmailSettings(services, admin, { from_name: 'Laboratory' }, null);
  await set(12);
  await listener.query('SELECT 1');
  await listener.end();
  expect(heard).toEqual(['organization:00000000-0000-0000-0000-000000000000']);
});
