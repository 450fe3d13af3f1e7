import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Asset } from '#lib/contracts/assets.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { createAsset } from '#lib/server/use-cases/assets/create-asset.ts';
import { updateAsset } from '#lib/server/use-cases/assets/update-asset.ts';
import { listAssetAuditLogs } from '#lib/server/use-cases/audit/list-asset-audit-logs.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { storedCalibration } from '../../../../../tests/support/calibration-row.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { joined, organizationOf, person, superadmin } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { listCalendarEvents } from './list-calendar-events.ts';

let database: TestDatabase;
let services: Services;
let technician: PersonActor;
let viewer: PersonActor;
let outsider: PersonActor;
let asset: Asset;

beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  const { organization, founder } = await organizationOf(services, await person(services, 'technician'));
  technician = founder;
  viewer = await joined(services, await person(services, 'viewer'), organization.id);
  outsider = await person(services, 'technician');
  const channels = [{ name: 'A' }, { name: 'B' }];
  asset = await createAsset(services, founder, {
    asset_id: 'T-1',
    name: 'Logger',
    organization_id: organization.id,
    channels
  });
});
afterAll(() => database.drop());

test('the calendar shows what was done and what falls due in the year, each channel by its latest, to members', async () => {
  const [a, b] = asset.channels.map((channel) => channel.id);
  if (!a || !b) throw new Error('two channels were made');
  const by = technician.userId;
  await storedCalibration(database, asset, by, { channelId: a, date: '2025-02-01', due: '2026-02-01' });
  await storedCalibration(database, asset, by, { channelId: a, date: '2026-01-20', due: '2027-01-20' });
  await storedCalibration(database, asset, by, { channelId: b, date: '2025-06-01', due: '2026-06-01' });
  await storedCalibration(database, asset, by, { channelId: b, date: '2026-03-03', due: '2028-01-01', voided: true });
  const event = (date: string, event_type: string) => ({ asset_id: 'T-1', name: 'Logger', date, event_type });
  expect(await listCalendarEvents(services, technician)).toEqual([
    event('2026-01-20', 'calibrated'),
    event('2026-06-01', 'calibration_due')
  ]);
  expect(await listCalendarEvents(services, viewer, 2027)).toEqual([event('2027-01-20', 'calibration_due')]);
  expect(await listCalendarEvents(services, await superadmin(services), 2025)).toHaveLength(2);
  expect(await listCalendarEvents(services, outsider)).toEqual([]);
});

test('the history of an asset is its members’ to read, newest first and page by page', async () => {
  for (const name of ['Logger 2', 'Logger 3']) await updateAsset(services, technician, { ref: 'T-1' }, { name }, null);
  const read = (actor: PersonActor, cursor?: string) =>
    listAssetAuditLogs(services, actor, { ref: 'T-1' }, { limit: 2, cursor });
  const first = await read(viewer);
  expect(first.total).toBe(3);
  expect(first.items.map(({ action, changes }) => [action, changes])).toEqual([
    ['asset.updated', { name: { old: 'Logger 2', new: 'Logger 3' } }],
    ['asset.updated', { name: { old: 'Logger', new: 'Logger 2' } }]
  ]);
  expect(first.items[0]).toMatchObject({
    actor_name: technician.fullName,
    actor_role: 'technician',
    resource_label: 'T-1'
  });
  const second = await read(viewer, first.nextCursor ?? '');
  expect(second.items.map(({ action }) => action)).toEqual(['asset.created']);
  await expect(read(outsider)).rejects.toMatchObject({ code: 'forbidden' });
});
