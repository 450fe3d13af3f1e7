import { expect, test } from 'vitest';
import { anAsset } from '#lib/contracts/asset-fixture.ts';
import { byAssetId, deriveAsset, replaceInOrder } from './derive-asset.ts';

test('names, status and dates come from the device’s data', () => {
  const derived = deriveAsset(anAsset('PG-1', { location_id: 'l' }), {
    organizationName: () => 'Hallam',
    locationName: () => 'Bench 4',
    dates: () => [{ channel_id: null, due_date: '2026-03-10', last_calibrated_at: '2025-03-10' }],
    today: '2026-03-01',
    leadDays: 30
  });
  expect(derived).toMatchObject({
    organization_name: 'Hallam',
    location_name: 'Bench 4',
    calibration_status: 'due_soon',
    due_date: '2026-03-10',
    last_calibrated_at: '2025-03-10'
  });
});

test('numbers within identifiers sort by their value', () => {
  const sorted = ['PG-10', 'PG-9', 'pg-2', 'A-1'].map((id) => anAsset(id)).sort(byAssetId);
  expect(sorted.map(({ asset_id }) => asset_id)).toEqual(['A-1', 'pg-2', 'PG-9', 'PG-10']);
});

test.each([3, 500])('%i changes give the same list as sorting again', (count) => {
  const before = Array.from({ length: 600 }, (_, index) => anAsset(`T-${index}`)).sort(byAssetId);
  const now = new Map(before.map((one) => [one.id, one]));
  const ids = new Set(before.slice(10, 10 + count).map(({ id }) => id));
  for (const id of ids) now.set(id, { ...anAsset(`Z-${id}`), id });
  const gone = before[0]?.id ?? '';
  now.delete(gone);
  ids.add(gone);
  const fresh = anAsset('M-1');
  now.set(fresh.id, fresh);
  ids.add(fresh.id);
  expect(replaceInOrder(before, ids, (id) => now.get(id))).toEqual([...now.values()].sort(byAssetId));
});
