import type { Asset } from '#lib/contracts/assets.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { chooseAsset } from '#lib/laboratory/choose-asset.ts';
import { findAssetIdsNamed, findAssetsNamed, type AssetNames } from '#lib/server/db/assets.ts';
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
  return choose(await findAssetsNamed(tx, refs, organizationId, statusBasis(services)), refs, actor);
}

/**
 * The ids of the assets that many refs mean, each once.
 * @throws Refusal `not_found`, `ambiguous_ref`
 */
export async function resolveAssetIds(
  tx: Tx,
  actor: PersonActor,
  refs: readonly string[],
  organizationId: string
): Promise<readonly string[]> {
  const chosen = choose(await findAssetIdsNamed(tx, refs, organizationId), refs, actor);
  return [...new Set(chosen.map(({ id }) => id))];
}

function choose<A extends AssetNames>(
  visible: readonly A[],
  refs: readonly string[],
  actor: PersonActor
): readonly A[] {
  const meant = new Map<string, A[]>();
  for (const asset of visible) {
    for (const key of [asset.id, asset.asset_id.toLowerCase()]) meant.set(key, [...(meant.get(key) ?? []), asset]);
  }
  return refs.map((ref) => chooseAsset(meant.get(ref.toLowerCase()) ?? [], ref, actor));
}
