import { alikeOf, countAssetStates, DUE_WITHIN, isDueWithin, type DueWithin } from '#lib/laboratory/asset-counts.ts';
import { ASSET_FILTERS, type AssetFilter, type AssetSort } from '#lib/records/asset-list.ts';
import { dayHere } from '#lib/laboratory/calendar-day.ts';
import { hasFailed, isInService } from '#lib/laboratory/calibration-status.ts';
import { naturalOrder } from '#lib/laboratory/natural-order.ts';
import { assetParts, type ListedAsset } from '../search/searched-asset.ts';
import { matches, searchText, wordsOf } from '../text/plain-text.ts';

/** Numbers of the dashboard lead to these; the list itself offers the others. */
export const OFFERED = ASSET_FILTERS.filter((filter) => !/^due_\d/.test(filter));

type Passes = (asset: ListedAsset) => boolean;
const passes: Readonly<Record<Exclude<AssetFilter, `due_${DueWithin}`>, Passes>> = {
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

function passesOf(filter: AssetFilter, today: string): Passes {
  const days = DUE_WITHIN.find((within) => filter === `due_${within}`);
  if (days === undefined) return passes[filter as keyof typeof passes];
  const isDue = isDueWithin(days, today);
  return (asset) => isInService(asset) && isDue(asset.due_date);
}

const isFilter = (text: string): text is AssetFilter => ASSET_FILTERS.some((filter) => filter === text);

/** The filter that an address names; all where it names none. */
export const filterNamed = (text: string | null): AssetFilter => (text !== null && isFilter(text) ? text : 'all');

/** Those that a filter and every word of a query leave, in their order. */
export function filterAssets<A extends ListedAsset>(
  assets: readonly A[],
  filter: AssetFilter,
  query: string,
  today = dayHere(new Date())
): A[] {
  const words = wordsOf(query);
  const isIn = passesOf(filter, today);
  return assets.filter((asset) => isIn(asset) && (words.length === 0 || matches(searchText(asset, assetParts), words)));
}

/** How many assets stand behind each filter. */
export function countAssets(assets: readonly ListedAsset[], today = dayHere(new Date())): Record<AssetFilter, number> {
  const inUse = assets.filter(({ status }) => status === 'active');
  const { by_status, due_in, failed, out_of_service } = countAssetStates(
    inUse.flatMap((asset) => alikeOf(asset) ?? []),
    today
  );
  return {
    ...{ ...by_status, failed, out_of_service, due_30: due_in[30], due_60: due_in[60], due_90: due_in[90] },
    all: inUse.length,
    references: inUse.filter(({ is_reference }) => is_reference).length,
    retired: assets.length - inUse.length
  };
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
