import { describe, expect, it } from 'vitest';
import { countAssets, filterAssets, filterNamed, sortAssets, type ListedAsset } from './filter-assets.ts';
import { windowRows } from './window-rows.ts';

const asset = (asset_id: string, more: Partial<ListedAsset> = {}): ListedAsset => ({
  id: asset_id,
  asset_id,
  name: 'Transmitter',
  serial_number: null,
  location_name: null,
  status: 'active',
  is_reference: false,
  calibration_status: 'calibrated',
  due_date: '2027-01-01',
  range_min: null,
  range_max: null,
  unit: null,
  channels: [],
  ...more
});
const ids = (assets: readonly ListedAsset[]) => assets.map(({ asset_id }) => asset_id);

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
  it('counts each filter', () => {
    expect(countAssets(all)).toMatchObject({ all: 4, overdue: 1, references: 1, never: 1, retired: 1 });
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
    const window = windowRows(20_000, 44, 44_000, 880, 10);
    expect(window).toEqual({ first: 990, last: 1030, before: 990 * 44, after: 18_970 * 44 });
  });
  it('never leaves the list, scrolled above, below or when it shrank', () => {
    expect(windowRows(5, 44, -300, 880, 12)).toEqual({ first: 0, last: 5, before: 0, after: 0 });
    expect(windowRows(5, 44, 99_999, 880, 12)).toEqual({ first: 5, last: 5, before: 220, after: 0 });
  });
});
