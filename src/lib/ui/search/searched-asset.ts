/** What a list and the search know of an asset, and by what both find it. The search itself is loaded when it is opened. */
import type { Asset } from '#lib/contracts/assets.ts';
import { hasFailed } from '#lib/laboratory/calibration-status.ts';
import { ASSET, type SearchedAssetKey } from '#lib/records/asset.ts';
import { searchedKeys } from '#lib/records/field.ts';

/** What search shows beside an asset's name: only states in which it cannot simply be used. */
export type NotableState = 'retired' | 'out_of_service' | 'failed';
/** What an asset is found by, in the asset list too. */
export type NamedAsset = Readonly<Pick<Asset, 'id' | SearchedAssetKey>>;
export type SearchableAsset = NamedAsset & Pick<Asset, 'status' | 'out_of_service' | 'last_verdict'>;
/** An asset as a list shows it. */
export type ListedAsset = SearchableAsset &
  Pick<
    Asset,
    | 'status'
    | 'out_of_service'
    | 'is_reference'
    | 'calibration_status'
    | 'last_verdict'
    | 'due_date'
    | 'range_min'
    | 'range_max'
    | 'unit'
    | 'channels'
  >;

/** What is shown instead of the due date of an asset; null if it is in use and has not failed. */
export function notableState(asset: SearchableAsset): NotableState | null {
  if (asset.status === 'retired') return 'retired';
  if (asset.out_of_service) return 'out_of_service';
  return hasFailed(asset) ? 'failed' : null;
}

/** The same parts for the list and the search, so that both find the same. */
const SEARCHED = searchedKeys(ASSET);
export const assetParts = (asset: NamedAsset): readonly (string | null)[] =>
  SEARCHED.map((key) => {
    if (key === 'attributes') return attributesText(asset[key]);
    return key === 'tags' ? asset[key].join('\n') : asset[key];
  });
/** Left out by what a device holds from before there were attributes. */
const attributesText = (attributes: NamedAsset['attributes'] | undefined): string | null =>
  attributes?.map(({ key, value, unit }) => `${key} ${value} ${unit ?? ''}`).join('\n') ?? null;
