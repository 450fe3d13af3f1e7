/** Counters that have passed 2³¹, where a number of 32 bits ends: everything goes on as before. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { voidCalibration } from '#lib/server/use-cases/calibrations/void-calibration.ts';
import { notify } from '#lib/server/use-cases/notifications-sending/notify.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { documentsOf } from '../campaign/device/kept-replica.ts';
import { calibratedLaboratory, externalBody, type CalibratedLaboratory } from '../support/calibrated-laboratory.ts';
import { createTestDatabase, execute, type TestDatabase } from '../support/database.ts';
import { joined, person } from '../support/people.ts';
import { testServices } from '../support/services.ts';
import { workingDevice } from './working-device.ts';

const LAST = 2 ** 31 - 1;

let database: TestDatabase;
let services: Services;
let laboratory: CalibratedLaboratory;
beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  laboratory = await calibratedLaboratory(services);
});
afterAll(() => database.drop());

const numberOf = async (statement: string): Promise<number> => {
  const { rows } = await execute(database.url, statement);
  return Number((rows as { n: string }[])[0]?.n);
};

test('changes: devices that know the number before and new ones hold the same', async () => {
  const { technician, organizationId, asset, admin } = laboratory;
  const device = workingDevice(services, async () => technician);
  const calibrate = async () => {
    const id = device.save(externalBody(asset), organizationId);
    expect(await device.sync()).toEqual([]);
    return id;
  };
  await calibrate();
  await execute(database.url, 'UPDATE organization_changes SET last_seq = $1', [LAST - 2]);
  const across = [await calibrate(), await calibrate(), await calibrate()];
  await voidCalibration(services, admin, across[1] ?? '', 'Wrong bath');
  expect(await device.sync()).toEqual([]);
  expect(await numberOf('SELECT max(last_seq) AS n FROM organization_changes')).toBeGreaterThan(LAST);
  const fresh = workingDevice(services, async () => technician);
  expect(await fresh.sync()).toEqual([]);
  const [held, wanted] = [documentsOf(device.replica), documentsOf(fresh.replica)];
  for (const [key, document] of wanted) expect([key, held.get(key)]).toEqual([key, document]);
  expect(device.replica.ids('calibrations')).toEqual(fresh.replica.ids('calibrations'));
  expect(across.map((id) => device.row(id)?.applied?.version)).toEqual([2, 3, 4]);
});

test('notifications: a device that knows the number before pulls those after it', async () => {
  const { organizationId } = laboratory;
  const newcomer = await joined(services, await person(services, 'technician'), organizationId);
  const device = workingDevice(services, async () => newcomer);
  await device.sync();
  await execute(
    database.url,
    `INSERT INTO notification_counters (user_id, last_number) VALUES ($1, $2)
     ON CONFLICT (user_id) DO UPDATE SET last_number = excluded.last_number`,
    [newcomer.userId, LAST - 1]
  );
  for (const kind of ['first', 'second', 'third'])
    device.save(externalBody(laboratory.asset, { notes: kind }), organizationId);
  expect(await device.sync()).toEqual([]);
  for (const id of device.replica.ids('calibrations'))
    await notify(services, 'calibration_recorded', { calibration_id: id });
  expect(await device.sync()).toEqual([]);
  const told = await numberOf(`SELECT count(*) AS n FROM notifications WHERE user_id = '${newcomer.userId}'`);
  expect(device.replica.ids('notifications')).toHaveLength(told);
  expect(await numberOf('SELECT max(last_number) AS n FROM notification_counters')).toBeGreaterThan(LAST);
});
