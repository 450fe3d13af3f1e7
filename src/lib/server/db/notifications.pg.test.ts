import { sql } from 'slonik';
import { z } from 'zod';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import type { NotificationEvent } from '#lib/laboratory/notifications/notification-event.ts';
import { kindOf, NOTIFICATION_CATEGORIES } from '#lib/records/notifications.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { v7 as uuidv7 } from 'uuid';
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/database.ts';
import { organizationOf, person } from '../../../../tests/support/people.ts';
import { testServices } from '../../../../tests/support/services.ts';
import { insertNotifications } from './notifications.ts';
import { transaction } from './transaction.ts';

let database: TestDatabase;
let services: Services;
beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
});
afterAll(() => database.drop());

test('every category can be stored; people who may not see the organization read only notifications about themselves', async () => {
  const { organization } = await organizationOf(services, await person(services, 'technician', 'Fay Founder'), {
    private: true
  });
  const reader = await person(services, 'technician', 'Rob Reader');
  const told = (categories: typeof NOTIFICATION_CATEGORIES) =>
    categories.map((category) => ({
      id: uuidv7(),
      user_id: reader.userId,
      event: { category, parameters: {} } as unknown as NotificationEvent,
      asset_id: null,
      organization_id: organization.id,
      event_key: `${category}:test`
    }));
  await transaction(services.pool, SYSTEM, (tx) => insertNotifications(tx, told(NOTIFICATION_CATEGORIES)));
  const read = await transaction(services.pool, reader, (tx) =>
    tx.anyFirst(sql.type(z.object({ category: z.string() }))`SELECT category FROM notifications ORDER BY 1`)
  );
  expect(read).toEqual(NOTIFICATION_CATEGORIES.filter((category) => kindOf(category).ofReader));
  expect(read).not.toEqual([]);
});
