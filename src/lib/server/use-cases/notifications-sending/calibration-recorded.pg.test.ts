import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { listNotifications } from '#lib/server/use-cases/notifications/inbox.ts';
import {
  calibratedLaboratory,
  internalBody,
  recorded,
  type CalibratedLaboratory
} from '../../../../../tests/support/calibrated-laboratory.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { joined, person } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { notify } from './notify.ts';

let database: TestDatabase;
let laboratory: CalibratedLaboratory;
beforeAll(async () => {
  database = await createTestDatabase();
  laboratory = await calibratedLaboratory(await testServices(database));
});
afterAll(() => database.drop());

const inboxOf = async (actor: PersonActor) =>
  (await listNotifications(laboratory.services, actor, { limit: 50 })).items.filter(
    ({ category }) => category === 'calibration_recorded'
  );

test('every member who calibrates is notified once; the recorder, viewers, deactivated people and strangers are not', async () => {
  const { services, organizationId, admin, technician, asset } = laboratory;
  const colleague = await joined(services, await person(services, 'technician'), organizationId);
  const viewer = await joined(services, await person(services, 'viewer'), organizationId, 'admin');
  const gone = await joined(services, await person(services, 'technician'), organizationId);
  const stranger = await person(services, 'admin');
  await execute(database.url, 'UPDATE users SET is_active = false WHERE id = $1', [gone.userId]);
  const { id } = await recorded(services, technician, internalBody(laboratory));
  await Promise.all([1, 2, 3].map(() => notify(services, 'calibration_recorded', { calibration_id: id })));
  await notify(services, 'calibration_recorded', { calibration_id: id });
  for (const told of [admin, colleague]) {
    expect(await inboxOf(told)).toMatchObject([
      { title: 'TT-042 has been calibrated', link: `/calibrations/${id}`, asset_id: asset.id, read_at: null }
    ]);
  }
  for (const untold of [technician, viewer, stranger]) expect(await inboxOf(untold)).toEqual([]);
  const { rowCount } = await execute(database.url, 'SELECT FROM notifications WHERE user_id = $1', [gone.userId]);
  expect(rowCount).toBe(0);
});
