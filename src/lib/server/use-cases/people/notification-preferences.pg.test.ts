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

const BOTH = { email: true, in_app: true };
const NEITHER = { email: false, in_app: false };
const DEFAULTS = { calibration_due: BOTH, calibration_recorded: BOTH, join_request: BOTH, join_decision: BOTH };

test('both channels are on until one chooses; the choice of a category leaves the others, and is one’s own', async () => {
  const [actor, other] = [await person(services, 'technician'), await person(services, 'viewer')];
  expect(await getNotificationPreferences(services, actor)).toEqual(DEFAULTS);
  const chosen = { ...DEFAULTS, join_decision: NEITHER };
  expect(await updateNotificationPreferences(services, actor, { join_decision: NEITHER })).toEqual(chosen);
  expect(await updateNotificationPreferences(services, actor, {})).toEqual(chosen);
  expect(await getNotificationPreferences(services, actor)).toEqual(chosen);
  expect(await getNotificationPreferences(services, other)).toEqual(DEFAULTS);
});

test('of two choices at once each holds', async () => {
  const actor = await person(services, 'technician');
  await updateNotificationPreferences(services, actor, DEFAULTS);
  const choose = (category: keyof typeof DEFAULTS, within = services) =>
    updateNotificationPreferences(within, actor, { [category]: NEITHER });
  await meanwhile(
    database,
    services,
    (within) => choose('calibration_due', within),
    () => choose('join_decision')
  );
  expect(await getNotificationPreferences(services, actor)).toEqual({
    ...DEFAULTS,
    calibration_due: NEITHER,
    join_decision: NEITHER
  });
});
