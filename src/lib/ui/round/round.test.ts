import { expect, test } from 'vitest';
import { anAsset } from '#lib/contracts/asset-fixture.ts';
import type { Asset, Channel } from '#lib/contracts/assets.ts';
import { dueStops, newRound, nextStop, placeIn, stopHref, stopKey, withSaved } from './round.ts';

const id = (n: number) => `018f0000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const asset = (name: string, n: number, changes: Partial<Asset> = {}) => anAsset(name, { id: id(n), ...changes });
const channel = (n: number, name: string, archived_at: string | null = null) =>
  ({ id: id(n), name, archived_at }) as Channel;

test('what is due is listed place by place; calibrated ones, references, retired ones and those out of service are not', () => {
  const rows = dueStops([
    asset('TT-10', 1, { calibration_status: 'overdue', location_name: 'B', due_date: '2026-01-01' }),
    asset('TT-2', 2, { calibration_status: 'due_soon', location_name: 'A', due_date: '2026-12-01' }),
    asset('TT-3', 3, { calibration_status: 'calibrated' }),
    asset('REF-1', 4, { calibration_status: 'overdue', is_reference: true }),
    asset('TT-5', 5, { calibration_status: 'overdue', status: 'retired' }),
    asset('TT-7', 7, {
      calibration_status: 'overdue',
      out_of_service: { since: '2026-01-01T00:00:00Z', reason: 'dropped', until: null }
    }),
    asset('TT-6', 6, { calibration_status: 'never', location_name: null, due_date: null })
  ]);
  expect(rows.map(({ label }) => label)).toEqual(['TT-2', 'TT-10', 'TT-6']);
  expect(rows.map(({ overdue }) => overdue)).toEqual([false, true, false]);
});

test('each channel of a logger is one, archived ones are none', () => {
  const channels = [channel(11, 'Probe 1'), channel(12, 'Probe 2'), channel(13, 'Probe 3', '2026-01-01T00:00:00Z')];
  const rows = dueStops([asset('LOG', 1, { calibration_status: 'overdue', channels, overdue_channels: [id(12)] })]);
  expect(rows.map(({ label, overdue }) => [label, overdue])).toEqual([
    ['LOG · Probe 1', false],
    ['LOG · Probe 2', true]
  ]);
});

test('a save leads to the next that is not saved, round to those that were skipped, and then to the end', () => {
  const stops = [1, 2, 3].map((n) => ({ asset_id: id(n), channel_id: null }));
  const [first, second, third] = stops.map(stopKey) as [string, string, string];
  let round = newRound(stops);
  expect(nextStop(round, null)).toEqual(stops[0]);
  expect(nextStop(round, first)).toEqual(stops[1]);
  expect(placeIn(round, second)).toEqual({ n: 2, of: 3 });
  expect(placeIn(round, 'other')).toBeNull();
  const air = { temperature: '22.4', humidity: '', pressure: '' };
  round = withSaved(round, second, { environment: air, reference: 'ref' });
  expect(nextStop(round, second)).toEqual(stops[2]);
  round = withSaved(round, third, { environment: air, reference: null });
  expect(round).toMatchObject({ environment: air, reference: 'ref', done: [second, third] });
  expect(nextStop(round, third)).toEqual(stops[0]);
  round = withSaved(round, first, { environment: air, reference: null });
  expect(nextStop(round, first)).toBeNull();
});

test('the address names the channel', () => {
  expect(stopHref({ asset_id: 'a', channel_id: 'c' })).toBe('/assets/a/calibrate?round=1&channel=c');
});
