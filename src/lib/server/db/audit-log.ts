import { sql } from 'slonik';
import { auditEntrySchema, type AuditEntry } from '#lib/contracts/audit.ts';
import type { Page } from '#lib/laboratory/page.ts';
import { readPage } from './paging.ts';
import type { Tx } from './transaction.ts';

/** The history of one asset, newest first: its own changes, and what was recorded, voided and restored for it. */
export const pageOfAssetAudit = (
  tx: Tx,
  asset: { readonly id: string; readonly organization_id: string },
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined }
): Promise<Page<AuditEntry>> =>
  readPage(tx, {
    row: auditEntrySchema,
    columns: sql.fragment`id, at, actor_id, actor_name, actor_role, NULL AS profile_picture_url, action, resource_type,
      resource_id, resource_label, changes, request_id`,
    from: sql.fragment`audit_log`,
    where: [
      sql.fragment`organization_id = ${asset.organization_id}`,
      sql.fragment`(resource_type, resource_id) IN (
        SELECT 'asset', ${asset.id}::uuid
        UNION ALL SELECT 'calibration', c.id FROM calibrations c WHERE c.asset_id = ${asset.id})`
    ],
    id: sql.fragment`id`,
    sortKeys: { number: { expression: sql.fragment`number`, type: 'bigint' } },
    sort: '-number',
    limit,
    cursor
  });
