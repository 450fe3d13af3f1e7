import { expect, test } from 'vitest';
import { ASSET_COLUMNS } from '#lib/records/asset-list.ts';
import { addressOfList, isSameList, listOfAddress, listOfView, type ShownList } from './list-address.ts';

const USUAL: ShownList = { query: '', filter: 'all', location_id: null, sort: 'due', columns: [...ASSET_COLUMNS] };
const CASES: readonly (readonly [string, Partial<ShownList>])[] = [
  ['', {}],
  ['?q=pt100+oven&filter=overdue', { query: 'pt100 oven', filter: 'overdue' }],
  ['?location=0197&sort=name', { location_id: '0197', sort: 'name' }],
  ['?columns=location', { columns: ['location'] }],
  ['?columns=', { columns: [] }]
];

test.each(CASES)('%s is the address of what it shows, and the other way round', (search, shown) => {
  const list = { ...USUAL, ...shown };
  expect(listOfAddress(new URLSearchParams(search))).toEqual(list);
  expect(
    addressOfList(new URL('http://x.example/assets?q=old&filter=failed&location=x&sort=name&columns=due'), list).search
  ).toBe(search);
});

test('what the list does not know is left out, and other parts of the address stay', () => {
  expect(listOfAddress(new URLSearchParams('?filter=odd&sort=odd&columns=odd,due'))).toEqual({
    ...USUAL,
    columns: ['due']
  });
  expect(addressOfList(new URL('http://x.example/assets?pick=calibrate'), USUAL).search).toBe('?pick=calibrate');
});

test('a view shows the same list in whatever order its columns were saved', () => {
  const view = { ...USUAL, id: '1', name: 'Late', updated_at: '', columns: ['state' as const, 'name' as const] };
  expect(listOfView(view)).toEqual({ ...USUAL, columns: ['name', 'state'] });
  expect(isSameList(listOfView(view), { ...USUAL, columns: ['name', 'state'], query: ' ' })).toBe(true);
  expect(isSameList(listOfView(view), USUAL)).toBe(false);
});
