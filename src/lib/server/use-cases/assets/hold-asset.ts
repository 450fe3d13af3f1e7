import type { Asset } from '#lib/contracts/assets.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { assertMayEditRecordsOf } from '#lib/laboratory/permissions.ts';
import { lockAuditChain } from '#lib/server/db/audit.ts';
import type { Tx } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import type { AssetRef } from './read-assets.ts';
import { requireAsset } from './require-asset.ts';
import { resolveAsset } from './resolve-asset.ts';

/**
 * The asset that is about to be changed, read under its organization's audit lock: nobody else changes it until the
 * transaction ends.
 * @throws Refusal `not_found`, `ambiguous_ref`, `forbidden`
 */
export async function holdAsset(
  tx: Tx,
  services: Services,
  actor: PersonActor,
  { ref, organizationId }: AssetRef
): Promise<Asset> {
  const { id, organization_id } = await resolveAsset(tx, ref, organizationId);
  assertMayEditRecordsOf(actor, organization_id);
  await lockAuditChain(tx, organization_id);
  return requireAsset(tx, services, id);
}
