import type { Asset } from '#lib/contracts/assets.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { chooseAsset } from '#lib/laboratory/choose-asset.ts';
import { findAssetsNamed } from '#lib/server/db/assets.ts';
import type { Tx } from '#lib/server/db/transaction.ts';
import { statusBasis, type Services } from '#lib/server/use-cases/services.ts';

/**
 * The assets that many refs mean, in their order.
 * @param organizationId decides if several organizations use the same `asset_id`.
 * @throws Refusal `not_found`, `ambiguous_ref`
 */
export async function resolveAssets(
  tx: Tx,
  services: Services,
  actor: PersonActor,
  refs: readonly string[],
  organizationId: string | null
): Promise<readonly Asset[]> {
  const visible = await findAssetsNamed(tx, refs, organizationId, statusBasis(services));
  const meant = new Map<string, Asset[]>();
  for (const asset of visible) {
    for (const key of [asset.id, asset.asset_id.toLowerCase()]) meant.set(key, [...(meant.get(key) ?? []), asset]);
  }
  return refs.map((ref) => chooseAsset(meant.get(ref.toLowerCase()) ?? [], ref, actor));
}
