import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Services } from '#lib/server/use-cases/services.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { meanwhile } from '../../../../../tests/support/meanwhile.ts';
import { person } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { getNotificationPreferences, updateNotificationPreferences } from './notification-preferences.ts';

let database: TestDatabase;
let services: Services;
beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
});
afterAll(() => database.drop());

const ALL = { email: true, in_app: true, push: true };
const NONE = { email: false, in_app: false, push: false };
const DEFAULTS = { calibration_due: ALL, calibration_recorded: ALL, join_request: ALL, join_decision: ALL };

test('all channels are on until one chooses; the choice of a category leaves the others, and is one’s own', async () => {
  const [actor, other] = [await person(services, 'technician'), await person(services, 'viewer')];
  expect(await getNotificationPreferences(services, actor)).toEqual(DEFAULTS);
  const chosen = { ...DEFAULTS, join_decision: NONE };
  expect(await updateNotificationPreferences(services, actor, { join_decision: NONE })).toEqual(chosen);
  expect(await updateNotificationPreferences(services, actor, {})).toEqual(chosen);
  expect(await getNotificationPreferences(services, actor)).toEqual(chosen);
  expect(await getNotificationPreferences(services, other)).toEqual(DEFAULTS);
});

test('of two choices at once each holds', async () => {
  const actor = await person(services, 'technician');
  await updateNotificationPreferences(services, actor, DEFAULTS);
  const choose = (category: keyof typeof DEFAULTS, within = services) =>
    updateNotificationPreferences(within, actor, { [category]: NONE });
  await meanwhile(
    database,
    services,
    (within) => choose('calibration_due', within),
    () => choose('join_decision')
  );
  expect(await getNotificationPreferences(services, actor)).toEqual({
    ...DEFAULTS,
    calibration_due: NONE,
    join_decision: NONE
  });
});
