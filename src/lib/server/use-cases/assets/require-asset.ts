import type { Asset } from '#lib/contracts/assets.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { findAsset } from '#lib/server/db/assets.ts';
import type { Tx } from '#lib/server/db/transaction.ts';
import { statusBasis, type Services } from '#lib/server/use-cases/services.ts';

/** @throws Refusal `not_found`, also for an asset that the caller may not see. */
export async function requireAsset(tx: Tx, services: Services, id: string): Promise<Asset> {
  const asset = await findAsset(tx, id, statusBasis(services));
  if (!asset) throw new Refusal('not_found', 'Asset not found.');
  return asset;
}
