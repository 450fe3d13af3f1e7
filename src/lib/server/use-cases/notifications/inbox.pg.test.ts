import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SYSTEM, type PersonActor } from '#lib/laboratory/actor.ts';
import type { NotificationEvent } from '#lib/laboratory/notifications/notification-event.ts';
import { insertNotifications } from '#lib/server/db/notifications.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { joined, organizationOf, person, refreshed } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import {
  clearNotifications,
  deleteNotification,
  listNotifications,
  readAllNotifications,
  readNotification
} from './inbox.ts';

let database: TestDatabase;
let services: Services;
let reader: PersonActor;
let other: PersonActor;
let organizationId: string;
const assetId = uuidv7();

beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  const { organization } = await organizationOf(services, await person(services, 'technician'), { private: true });
  organizationId = organization.id;
  reader = { ...(await joined(services, await person(services, 'technician'), organizationId)), language: 'de' };
  other = await joined(services, await person(services, 'technician'), organizationId);
});
afterAll(() => database.drop());

const recorded = (version: number): NotificationEvent => ({
  category: 'calibration_recorded',
  parameters: {
    asset_id: 'TT-1',
    asset_name: 'Fühler',
    channel_name: null,
    version,
    recorded_by: 'Tess',
    conforms: true
  }
});
const tell = (to: PersonActor, version: number, key = `calibration ${version}`) =>
  transaction(database.pool, SYSTEM, (tx) =>
    insertNotifications(tx, [
      {
        id: uuidv7(),
        user_id: to.userId,
        event: recorded(version),
        asset_id: assetId,
        organization_id: organizationId,
        event_key: key
      }
    ])
  );
const inbox = async (actor = reader, unread?: boolean) =>
  (await listNotifications(services, actor, { limit: 50, unread })).items;

test('notifications come newest first, in the reader’s language, with a link to the asset, and once', async () => {
  await tell(reader, 1);
  await tell(reader, 2);
  await tell(reader, 2);
  const items = await inbox();
  expect(items.map(({ body }) => body)).toEqual([
    'Tess hat Version 2 von Fühler erfasst. Das Ergebnis ist konform.',
    'Tess hat Version 1 von Fühler erfasst. Das Ergebnis ist konform.'
  ]);
  expect(items[0]).toMatchObject({ title: 'TT-1 wurde kalibriert', link: `/assets/${assetId}`, read_at: null });
});

test('reading, removing and clearing touch one’s own alone', async () => {
  await tell(other, 1);
  const [newest, oldest] = await inbox();
  if (!newest || !oldest) throw new Error('two were told');
  await expect(readNotification(services, other, newest.id)).rejects.toMatchObject({ code: 'not_found' });
  await expect(deleteNotification(services, other, newest.id)).rejects.toMatchObject({ code: 'not_found' });
  expect((await readNotification(services, reader, newest.id)).read_at).not.toBeNull();
  expect((await inbox(reader, true)).map(({ id }) => id)).toEqual([oldest.id]);
  await readAllNotifications(services, reader);
  expect(await inbox(reader, true)).toEqual([]);
  await deleteNotification(services, reader, newest.id);
  await expect(deleteNotification(services, reader, newest.id)).rejects.toMatchObject({ code: 'not_found' });
  await clearNotifications(services, reader);
  expect(await inbox()).toEqual([]);
  expect(await inbox(other, true)).toHaveLength(1);
});

test('whoever lost access to a private organization can no longer read anything of it', async () => {
  await tell(other, 3);
  await execute(database.url, 'DELETE FROM memberships WHERE user_id = $1', [other.userId]);
  expect(await inbox(await refreshed(services, other))).toEqual([]);
});
