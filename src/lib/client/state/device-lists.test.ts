import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ListDevice } from '../../../../tests/support/list-device.ts';
import { DeviceLists } from './device-lists.svelte.ts';
import { today } from './today.svelte.ts';

/** Nothing was saved by an earlier start. */
const NO_DATABASE = {
  open: () => {
    const opening = { onerror: () => undefined };
    queueMicrotask(() => opening.onerror());
    return opening;
  }
};

let device: ListDevice;
let lists: DeviceLists;
beforeEach(async () => {
  // Noon of a machine in any zone that tests run in is the same day as in UTC.
  vi.useFakeTimers({ now: new Date(2026, 10, 28, 12), toFake: ['Date', 'setInterval', 'clearInterval'] });
  vi.stubGlobal('indexedDB', NO_DATABASE);
  device = await ListDevice.open();
  lists = new DeviceLists('person', device.device);
});
afterEach(async () => {
  lists.stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  await device.database.close();
});

const statuses = () => lists.assets.all.map(({ calibration_status }) => calibration_status);

test('a tab that stays visible past midnight shows what has become overdue, and the new day', async () => {
  await device.pull('A-1', '2026-11-28');
  await lists.show();
  await lists.follow();
  expect(statuses()).toEqual(['due_soon']);
  expect(today.current).toBe('2026-11-28');

  vi.setSystemTime(new Date(2026, 10, 29, 12));
  // The leading tab saves what it has caught up with, before anything has looked at the clock.
  await lists.save();
  vi.advanceTimersByTime(60_000);
  await vi.waitFor(() => expect(statuses()).toEqual(['overdue']));
  expect(today.current).toBe('2026-11-29');
});

test('an identifier of two organizations means neither of their assets: the UUID does', async () => {
  await device.pull('TT-1', '2026-11-28', 'ours');
  await device.pull('tt-1', '2026-11-28', 'theirs');
  await device.pull('TT-2', '2026-11-28', 'theirs');
  await lists.show();
  await lists.follow();
  expect(lists.findAsset('TT-1')).toBeNull();
  expect(lists.findAsset('theirs-tt-1')).toMatchObject({ organization_id: 'theirs' });
  expect(lists.findAsset('tt-2')).toMatchObject({ organization_id: 'theirs' });
  expect(['TT-1', 'tt-1', 'TT-2', 'TT-3'].filter((id) => lists.hasNamesakes(id))).toEqual(['TT-1', 'tt-1']);
});

test('a namesake that arrives later is noticed', async () => {
  await device.pull('TT-1', '2026-11-28', 'ours');
  await lists.show();
  await lists.follow();
  expect(lists.hasNamesakes('TT-1')).toBe(false);
  await device.pull('TT-1', '2026-11-28', 'theirs');
  await vi.waitFor(() => expect(lists.hasNamesakes('TT-1')).toBe(true));
  expect(lists.findAsset('TT-1')).toBeNull();
});

test('after its end it does not look at the clock any more', async () => {
  await lists.show();
  expect(vi.getTimerCount()).toBe(1);
  lists.stop();
  expect(vi.getTimerCount()).toBe(0);
});
