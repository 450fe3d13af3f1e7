import { expect, test } from 'vitest';
import type { Notification } from '#lib/contracts/notifications.ts';
import { groupLink, groupNotifications } from './group-notifications.ts';

const notification = (id: string, category: Notification['category'], at: Date): Notification => ({
  id,
  category,
  title: id,
  body: '',
  link: `/of/${id}`,
  asset_id: null,
  organization_id: null,
  read_at: null,
  created_at: at.toISOString()
});
const at = (day: number, hour: number) => new Date(2026, 10, day, hour);

test('the calibrations recorded on one day are one row, where the newest of them stands; everything else is a row of its own', () => {
  const groups = groupNotifications([
    notification('c4', 'calibration_recorded', at(22, 11)),
    notification('j1', 'join_request', at(22, 10)),
    notification('c3', 'calibration_recorded', at(22, 9)),
    notification('j2', 'join_request', at(21, 18)),
    notification('c2', 'calibration_recorded', at(21, 17))
  ]);
  expect(groups.map(({ items }) => items.map(({ id }) => id))).toEqual([['c4', 'c3'], ['j1'], ['j2'], ['c2']]);
  expect(groups.map(groupLink)).toEqual(['/calibrations?recorded=2026-11-22', '/of/j1', '/of/j2', '/of/c2']);
});

test('hundreds of them are a few rows', () => {
  const many = Array.from({ length: 500 }, (_, i) =>
    notification(`c${i}`, 'calibration_recorded', at(22 - Math.floor(i / 100), 12))
  );
  expect(groupNotifications(many).map(({ items }) => items.length)).toEqual([100, 100, 100, 100, 100]);
  expect(groupNotifications([])).toEqual([]);
});
