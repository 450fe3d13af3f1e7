import type { Asset } from '#lib/contracts/assets.ts';

/** By the identifier in lower case, which is unique within an organization. */
export type AssetsByName = ReadonlyMap<string, Asset | 'several'>;

export function assetsByName(assets: readonly Asset[]): AssetsByName {
  const named = new Map<string, Asset | 'several'>();
  for (const asset of assets) {
    const name = asset.asset_id.toLowerCase();
    named.set(name, named.has(name) ? 'several' : asset);
  }
  return named;
}
