import type { AssetMove } from '#lib/contracts/asset-bulk.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import type { Page } from '#lib/laboratory/page.ts';
import { assertMayReadAuditOf } from '#lib/laboratory/permissions.ts';
import { pageOfAssetMoves } from '#lib/server/db/asset-moves.ts';
import { reading } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import type { AssetRef } from './read-assets.ts';
import { resolveAsset } from './resolve-asset.ts';

/**
 * The moves of an asset between locations, and who moved it; for members of its organization.
 * @throws Refusal `not_found`, `ambiguous_ref`, `forbidden`, `invalid_cursor`
 */
export const listAssetMoves = (
  { pool }: Services,
  actor: PersonActor,
  { ref, organizationId }: AssetRef,
  page: { readonly limit: number; readonly cursor?: string | undefined }
): Promise<Page<AssetMove>> =>
  reading(pool, actor, async (tx) => {
    const asset = await resolveAsset(tx, ref, organizationId);
    assertMayReadAuditOf(actor, asset.organization_id);
    return pageOfAssetMoves(tx, asset, page);
  });
