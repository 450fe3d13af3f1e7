import type { Asset } from '#lib/contracts/assets.ts';
import { calibrationStatus, type ChannelDates } from '#lib/laboratory/calibration-status.ts';
import { naturalOrder } from '#lib/laboratory/natural-order.ts';
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

/** The asset as the REST API would return it, from the device's data. */
export function deriveAsset(document: DocumentOf<'assets'>, context: AssetContext): Asset {
  return {
    ...document,
    organization_name: context.organizationName(document.organization_id),
    location_name: document.location_id === null ? null : context.locationName(document.location_id),
    // An address expires after two days: whoever shows the photo requests one.
    photo_url: null,
    ...calibrationStatus(document.channels, context.dates(document.id), context.today, context.leadDays)
  };
}

const inOrder = naturalOrder('en');

/** The order of lists: by identifier, numbers in it by their value. */
export const byAssetId = (a: Asset, b: Asset): number =>
  inOrder(a.asset_id, b.asset_id) || (a.id < b.id ? -1 : Number(a.id > b.id));

/**
 * The sorted list after some assets have changed. `current` returns the current asset, undefined if it is gone. An
 * asset with the same identifier keeps its position, so a change of status needs no sorting.
 */
export function replaceInOrder(
  sorted: readonly Asset[],
  ids: ReadonlySet<string>,
  current: (id: string) => Asset | undefined
): Asset[] {
  const kept: Asset[] = [];
  const unseen = new Set(ids);
  const placed: Asset[] = [];
  for (const asset of sorted) {
    const now = ids.has(asset.id) ? current(asset.id) : asset;
    unseen.delete(asset.id);
    if (now !== undefined) (now.asset_id === asset.asset_id ? kept : placed).push(now);
  }
  for (const id of unseen) placed.push(...[current(id)].filter((asset) => asset !== undefined));
  return placed.length === 0 ? kept : merge(kept, placed.sort(byAssetId));
}

function merge(a: readonly Asset[], b: readonly Asset[]): Asset[] {
  const merged: Asset[] = [];
  let next = 0;
  for (const asset of a) {
    for (let other = b[next]; other !== undefined && byAssetId(other, asset) < 0; other = b[next]) {
      merged.push(other);
      next += 1;
    }
    merged.push(asset);
  }
  return merged.concat(b.slice(next));
}
