import type { AuditEntry } from '#lib/contracts/audit.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import type { Page } from '#lib/laboratory/page.ts';
import { assertMayReadAuditOf } from '#lib/laboratory/permissions.ts';
import { pageOfAssetAudit } from '#lib/server/db/audit-log.ts';
import { reading } from '#lib/server/db/transaction.ts';
import type { AssetRef } from '#lib/server/use-cases/assets/read-assets.ts';
import { resolveAsset } from '#lib/server/use-cases/assets/resolve-asset.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/**
 * Who did what to an asset; for members of its organization.
 * @throws Refusal `not_found`, `ambiguous_ref`, `forbidden`, `invalid_cursor`
 */
export const listAssetAuditLogs = (
  { pool }: Services,
  actor: PersonActor,
  { ref, organizationId }: AssetRef,
  page: { readonly limit: number; readonly cursor?: string | undefined }
): Promise<Page<AuditEntry>> =>
  reading(pool, actor, async (tx) => {
    const asset = await resolveAsset(tx, ref, organizationId);
    assertMayReadAuditOf(actor, asset.organization_id);
    return pageOfAssetAudit(tx, asset, page);
  });
