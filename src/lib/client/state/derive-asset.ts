import type { Asset } from '#lib/contracts/assets.ts';
import { calibrationStatus, type ChannelDates } from '#lib/laboratory/calibration-status.ts';
import type { DocumentOf } from '#sync/protocol/documents.ts';

/** What an asset's derived fields depend on, besides the asset. */
export type AssetContext = {
  readonly organizationName: (id: string) => string;
  readonly locationName: (id: string) => string | null;
  readonly dates: (assetId: string) => readonly ChannelDates[];
  /** Calendar date in the instance's time zone. */
  readonly today: string;
  readonly leadDays: number;
};

/** The asset as the REST API would answer it, from what the device holds. */
export function deriveAsset(document: DocumentOf<'assets'>, context: AssetContext): Asset {
  return {
    ...document,
    organization_name: context.organizationName(document.organization_id),
    location_name: document.location_id === null ? null : context.locationName(document.location_id),
    ...calibrationStatus(document.channels, context.dates(document.id), context.today, context.leadDays)
  };
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
/** The order of lists: by identifier, numbers in it by their value. */
export const byAssetId = (a: Asset, b: Asset): number =>
  collator.compare(a.asset_id, b.asset_id) || (a.id < b.id ? -1 : Number(a.id > b.id));

/** Above this many changes, sorting everything is faster than placing each. */
const MANY = 200;

/**
 * The sorted list after some assets have changed. `current` answers an asset as it is now, undefined where it is gone.
 */
export function replaceInOrder(
  sorted: readonly Asset[],
  ids: ReadonlySet<string>,
  current: (id: string) => Asset | undefined
): Asset[] {
  const changed = [...ids].map(current).filter((asset) => asset !== undefined);
  const kept = sorted.filter((asset) => !ids.has(asset.id));
  if (changed.length > MANY) return [...kept, ...changed].sort(byAssetId);
  for (const asset of changed) kept.splice(placeOf(kept, asset), 0, asset);
  return kept;
}

function placeOf(sorted: readonly Asset[], asset: Asset): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const there = sorted[middle];
    if (there !== undefined && byAssetId(there, asset) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
