import { hasFailed, isInService } from '#lib/laboratory/calibration-status.ts';
import { naturalOrder } from '#lib/laboratory/natural-order.ts';
import { assetParts, type ListedAsset } from '../search/find-everything.ts';
import { matches, searchText, wordsOf } from '../text/plain-text.ts';

export const FILTERS = [
  'all',
  'failed',
  'overdue',
  'due_soon',
  'references',
  'never',
  'calibrated',
  'out_of_service',
  'retired'
] as const;
export type AssetFilter = (typeof FILTERS)[number];
export const SORTS = ['due', 'asset_id', 'name', 'location'] as const;
export type AssetSort = (typeof SORTS)[number];

const passes: Readonly<Record<AssetFilter, (asset: ListedAsset) => boolean>> = {
  all: ({ status }) => status === 'active',
  failed: (asset) => asset.status === 'active' && hasFailed(asset),
  overdue: (asset) => isInService(asset) && asset.calibration_status === 'overdue',
  due_soon: (asset) => isInService(asset) && asset.calibration_status === 'due_soon',
  references: ({ status, is_reference }) => status === 'active' && is_reference,
  calibrated: (asset) => isInService(asset) && asset.calibration_status === 'calibrated' && !hasFailed(asset),
  never: (asset) => isInService(asset) && asset.calibration_status === 'never',
  out_of_service: (asset) => asset.status === 'active' && !isInService(asset),
  retired: ({ status }) => status === 'retired'
};

const isFilter = (text: string): text is AssetFilter => FILTERS.some((filter) => filter === text);

/** The filter that an address names; all where it names none. */
export const filterNamed = (text: string | null): AssetFilter => (text !== null && isFilter(text) ? text : 'all');

/** Those that a filter and every word of a query leave, in their order. */
export function filterAssets<A extends ListedAsset>(assets: readonly A[], filter: AssetFilter, query: string): A[] {
  const words = wordsOf(query);
  const isIn = passes[filter];
  return assets.filter((asset) => isIn(asset) && (words.length === 0 || matches(searchText(asset, assetParts), words)));
}

/** How many assets stand behind each filter; counted in one pass, because the first screen waits for it. */
export function countAssets(assets: readonly ListedAsset[]): Record<AssetFilter, number> {
  const counts: Record<AssetFilter, number> = {
    all: 0,
    failed: 0,
    overdue: 0,
    due_soon: 0,
    references: 0,
    calibrated: 0,
    never: 0,
    out_of_service: 0,
    retired: 0
  };
  for (const asset of assets) {
    if (asset.status === 'retired') counts.retired += 1;
    else {
      const failed = hasFailed(asset);
      counts.all += 1;
      if (failed) counts.failed += 1;
      if (!isInService(asset)) counts.out_of_service += 1;
      else if (!failed || asset.calibration_status !== 'calibrated') counts[asset.calibration_status] += 1;
      if (asset.is_reference) counts.references += 1;
    }
  }
  return counts;
}

const inOrder = naturalOrder();
const byId = (a: ListedAsset, b: ListedAsset) => inOrder(a.asset_id, b.asset_id);
const LAST = '9999';
const orders: Readonly<Record<Exclude<AssetSort, 'due'>, (a: ListedAsset, b: ListedAsset) => number>> = {
  asset_id: byId,
  name: (a, b) => inOrder(a.name, b.name) || byId(a, b),
  location: (a, b) => inOrder(a.location_name ?? LAST, b.location_name ?? LAST) || byId(a, b)
};

/** A sorted copy; by due date, those without one come last. What is equal keeps its order, which is that of the identifiers. */
export const sortAssets = <A extends ListedAsset>(assets: readonly A[], sort: AssetSort): A[] =>
  sort === 'due' ? sortByDue(assets) : [...assets].sort(orders[sort]);

/** Twenty thousand assets are due on a few hundred days: the days are sorted, not the assets. It is the first screen's order. */
function sortByDue<A extends ListedAsset>(assets: readonly A[]): A[] {
  const days = new Map<string, A[]>();
  for (const asset of assets) {
    const day = asset.due_date ?? LAST;
    const sameDay = days.get(day);
    if (sameDay === undefined) days.set(day, [asset]);
    else sameDay.push(asset);
  }
  return [...days.keys()].sort().flatMap((day) => days.get(day) ?? []);
}
