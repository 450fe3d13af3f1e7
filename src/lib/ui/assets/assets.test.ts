import { describe, expect, it, test } from 'vitest';
import { anAsset } from '#lib/contracts/asset-fixture.ts';
import { countAssets, filterAssets, filterNamed, sortAssets } from './filter-assets.ts';
import type { ListedAsset } from '../search/searched-asset.ts';
import { csvTable } from '#lib/laboratory/csv.ts';
import { assetsTable } from './assets-table.ts';
import { windowRows } from '../table/window-rows.ts';

const asset = (asset_id: string, more: Partial<ListedAsset> = {}): ListedAsset => ({
  ...anAsset(asset_id, { name: 'Transmitter', calibration_status: 'calibrated', due_date: '2027-01-01' }),
  id: asset_id,
  ...more
});
const ids = (assets: readonly ListedAsset[]) => assets.map(({ asset_id }) => asset_id);

test.each([
  ['due_30', ['TODAY', 'D30']],
  ['due_60', ['TODAY', 'D30', 'D31']],
  ['due_90', ['TODAY', 'D30', 'D31']]
] as const)('what the dashboard counts as %s is what its list shows', (filter, expected) => {
  const today = '2026-11-20';
  const all = [
    asset('YESTERDAY', { due_date: '2026-11-19', calibration_status: 'overdue' }),
    asset('TODAY', { due_date: today }),
    asset('D30', { due_date: '2026-12-20' }),
    asset('D31', { due_date: '2026-12-21' }),
    asset('D91', { due_date: '2027-02-19' }),
    asset('GONE', { due_date: today, status: 'retired' })
  ];
  expect(ids(filterAssets(all, filter, '', today))).toEqual(expected);
  expect(countAssets(all, today)[filter]).toBe(expected.length);
});

test('as a table, the list has its columns, its order and no formulas', () => {
  const assets = [
    asset('=A1', { location_name: 'Hall, 3', range_min: -40, range_max: 120, unit: '°C' }),
    asset('B', { status: 'retired', due_date: null })
  ];
  const { heads, rows } = assetsTable(assets, (key) => key, 'en');
  expect(
    csvTable(heads, rows)
      .replaceAll(/[^\S\r\n]/g, ' ')
      .split('\r\n')
      .slice(1, -1)
  ).toEqual([
    '\'=A1,Transmitter,"Hall, 3",-40 assets.range_to 120 °C,2027-01-01,common.status.calibrated'.replace('-40', '−40'),
    'B,Transmitter,,,,common.status.retired'
  ]);
  expect(heads).toHaveLength(6);
});

describe('the asset list', () => {
  const all = [
    asset('TT-10'),
    asset('TT-9', { calibration_status: 'overdue', due_date: '2026-01-01', serial_number: 'SN 77' }),
    asset('REF-1', { is_reference: true, location_name: 'Büro' }),
    asset('OLD', { status: 'retired' }),
    asset('NEW', { calibration_status: 'never', due_date: null })
  ];
  it('shows retired assets only when they are asked for', () => {
    expect(ids(filterAssets(all, 'all', ''))).not.toContain('OLD');
    expect(ids(filterAssets(all, 'retired', ''))).toEqual(['OLD']);
  });
  it('finds by serial number and location, without accents', () => {
    expect(ids(filterAssets(all, 'all', 'sn 77'))).toEqual(['TT-9']);
    expect(ids(filterAssets(all, 'all', 'buro'))).toEqual(['REF-1']);
  });
  it('finds by tag', () => {
    const tagged = [...all, asset('TT-11', { tags: ['loan', 'Halle 7'] })];
    expect(ids(filterAssets(tagged, 'all', 'halle 7'))).toEqual(['TT-11']);
  });
  it('counts each filter', () => {
    expect(countAssets(all)).toMatchObject({ all: 4, overdue: 1, references: 1, never: 1, retired: 1 });
  });
  it('calls nothing calibrated that has failed, and leaves it among what is overdue', () => {
    const last_verdict = { calibration_id: 'c', conforms: false, as_found: 'fail', as_left: null } as const;
    const more = [
      ...all,
      asset('BAD', { last_verdict }),
      asset('LATE', { last_verdict, calibration_status: 'overdue' })
    ];
    expect(ids(filterAssets(more, 'failed', ''))).toEqual(['BAD', 'LATE']);
    expect(ids(filterAssets(more, 'calibrated', ''))).not.toContain('BAD');
    expect(ids(filterAssets(more, 'overdue', ''))).toContain('LATE');
    expect(countAssets(more)).toMatchObject({ failed: 2, calibrated: 2, overdue: 2 });
    expect(filterNamed('failed')).toBe('failed');
  });
  it('calls nothing due that is out of service, and keeps it in the list', () => {
    const out_of_service = { since: '2026-01-01T00:00:00Z', reason: 'dropped', until: null };
    const away = asset('AWAY', { out_of_service, calibration_status: 'overdue' });
    const gone = asset('GONE', { out_of_service, status: 'retired' });
    const more = [...all, away, gone];
    expect(ids(filterAssets(more, 'out_of_service', ''))).toEqual(['AWAY']);
    expect(ids(filterAssets(more, 'overdue', ''))).toEqual(['TT-9']);
    expect(ids(filterAssets(more, 'all', ''))).toContain('AWAY');
    expect(countAssets(more)).toMatchObject({ all: 5, overdue: 1, out_of_service: 1, retired: 2 });
  });
  it('sorts ids as people count and puts what has no date last', () => {
    expect(ids(sortAssets(all, 'asset_id'))).toEqual(['NEW', 'OLD', 'REF-1', 'TT-9', 'TT-10']);
    expect(ids(sortAssets(all, 'due'))[0]).toBe('TT-9');
    expect(ids(sortAssets(all, 'due')).at(-1)).toBe('NEW');
  });
  it('takes a filter from the address, all where it is unknown', () => {
    expect(filterNamed('overdue')).toBe('overdue');
    expect(filterNamed('nonsense')).toBe('all');
  });
});

describe('windowRows', () => {
  it('renders what is seen and keeps the height of the rest', () => {
    const window = windowRows(20_000, 44, 44_000, 880, { above: 10, below: 10 });
    expect(window).toEqual({ first: 990, last: 1030, before: 990 * 44, after: 18_970 * 44 });
  });
  it('never leaves the list, scrolled above, below or when it shrank', () => {
    const spare = { above: 12, below: 12 };
    expect(windowRows(5, 44, -300, 880, spare)).toEqual({ first: 0, last: 5, before: 0, after: 0 });
    expect(windowRows(5, 44, 99_999, 880, spare)).toEqual({ first: 5, last: 5, before: 220, after: 0 });
  });
});
