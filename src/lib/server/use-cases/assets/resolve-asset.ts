import { Refusal } from '#lib/laboratory/refusal.ts';
import { isUuid } from '#lib/laboratory/uuid.ts';
import { findAssetKeys, type AssetKey } from '#lib/server/db/assets.ts';
import type { Tx } from '#lib/server/db/transaction.ts';

/**
 * The asset that a `{ref}` means: its UUID, or its `asset_id` in any case. Assets of the caller's own organizations
 * come before others that they may see. @param organizationId decides if several organizations use the same `asset_id`.
 * @throws Refusal `not_found`; `ambiguous_ref` with `context.candidates`.
 */
export async function resolveAsset(tx: Tx, ref: string, organizationId: string | null = null): Promise<AssetKey> {
  const found = await findAssetKeys(tx, isUuid(ref) ? { id: ref } : { asset_id: ref }, organizationId);
  const own = found.filter((asset) => asset.is_own);
  const [asset, ...others] = own.length > 0 ? own : found;
  if (!asset) throw new Refusal('not_found', 'Asset not found.');
  if (others.length === 0) return asset;
  throw new Refusal(
    'ambiguous_ref',
    'Several organizations have an asset with this identifier. Specify the organization.',
    {
      candidates: [asset, ...others].map(({ is_own: _own, ...candidate }) => candidate)
    }
  );
}
