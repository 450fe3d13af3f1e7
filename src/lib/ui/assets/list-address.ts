/** What the list of assets shows, and the address that says so: Back, a reload and a saved view return to it. */
import type { AssetView } from '#lib/contracts/asset-views.ts';
import { ASSET_COLUMNS, ASSET_SORTS, LONGEST_QUERY, type AssetSort } from '#lib/records/asset-list.ts';
import { filterNamed } from './filter-assets.ts';

const sortNamed = (text: string | null): AssetSort => ASSET_SORTS.find((sort) => sort === text) ?? 'due';

export type ShownList = Omit<AssetView, 'id' | 'name' | 'updated_at'>;

/** What an address names; the usual list where it names nothing. */
export function listOfAddress(search: URLSearchParams): ShownList {
  const columns = search.get('columns')?.split(',');
  return {
    query: (search.get('q') ?? '').slice(0, LONGEST_QUERY),
    filter: filterNamed(search.get('filter')),
    location_id: search.get('location') || null,
    sort: sortNamed(search.get('sort')),
    columns: ASSET_COLUMNS.filter((column) => columns?.includes(column) ?? true)
  };
}

/** The same address with what the list shows now; what is usual is left out. */
export function addressOfList(from: URL, { query, filter, location_id, sort, columns }: ShownList): URL {
  const address = new URL(from);
  const said = {
    q: query,
    filter: filter === 'all' ? '' : filter,
    location: location_id ?? '',
    sort: sort === 'due' ? '' : sort
  };
  for (const [key, value] of Object.entries(said)) {
    if (value === '') address.searchParams.delete(key);
    else address.searchParams.set(key, value);
  }
  if (columns.length === ASSET_COLUMNS.length) address.searchParams.delete('columns');
  else address.searchParams.set('columns', columns.join(','));
  return address;
}

/**
 * Those of a view, without its name. The columns are in the order of the list, however they were saved, and what only a later release of
 * the app knows is left out.
 */
export const listOfView = ({ query, filter, location_id, sort, columns }: AssetView): ShownList => ({
  query,
  filter: filterNamed(filter),
  location_id,
  sort: sortNamed(sort),
  columns: ASSET_COLUMNS.filter((column) => columns.includes(column))
});

export const isSameList = (a: ShownList, b: ShownList): boolean =>
  a.query.trim() === b.query.trim() &&
  a.filter === b.filter &&
  a.location_id === b.location_id &&
  a.sort === b.sort &&
  a.columns.join() === b.columns.join();
