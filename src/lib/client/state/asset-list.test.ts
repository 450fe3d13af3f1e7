import { afterEach, beforeEach, expect, test } from 'vitest';
import { ListDevice } from '../../../../tests/support/list-device.ts';
import { AssetList } from './asset-list.ts';

let day: string;
let device: ListDevice;
beforeEach(async () => {
  day = '2026-11-28';
  device = await ListDevice.open();
});
afterEach(() => device.database.close());

/** A list as a tab has it after its start. */
async function start(): Promise<AssetList> {
  const context = () => ({ organizationName: () => '', locationName: () => null, today: day, leadDays: 30 });
  const list = new AssetList(device.device, context, () => undefined);
  list.loadSaved(device.saved());
  await list.follow(device.database);
  return list;
}
const statuses = (list: AssetList) => list.sorted.map(({ calibration_status }) => calibration_status);

test('a list that is saved after midnight has the statuses of the new day, here and at the next start', async () => {
  await device.pull('A-1', '2026-11-28');
  const list = await start();
  await list.save();
  expect(statuses(list)).toEqual(['due_soon']);

  day = '2026-11-29';
  await list.save();
  expect(statuses(list)).toEqual(['overdue']);
  expect(statuses(await start())).toEqual(['overdue']);
});

test('a list that was started from what was saved knows the day of that', async () => {
  await device.pull('A-1', '2026-11-28');
  await (await start()).save();
  const list = await start();

  day = '2026-11-29';
  await list.refreshDay();
  expect(statuses(list)).toEqual(['overdue']);
});

test('an asset that changes after midnight does not make the others count as refreshed', async () => {
  await device.pull('A-1', '2026-11-28');
  const list = await start();

  day = '2026-11-29';
  await device.pull('A-2', '2026-11-28');
  await list.save();
  expect(statuses(list)).toEqual(['overdue', 'overdue']);
  expect(statuses(await start())).toEqual(['overdue', 'overdue']);
});

test('a midnight during a save does not put the statuses of yesterday under the new day', async () => {
  await device.pull('A-1', '2026-11-28');
  const list = await start();
  device.revisionsRead = () => (day = '2026-11-29');
  await list.save();
  expect(day).toBe('2026-11-29');
  expect(statuses(await start())).toEqual(['overdue']);
});
