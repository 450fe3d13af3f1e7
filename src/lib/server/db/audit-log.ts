import { sql, type FragmentSqlToken } from 'slonik';
import { auditEntrySchema, type AuditEntry } from '#lib/contracts/audit.ts';
import type { Page } from '#lib/laboratory/page.ts';
import { readPage } from './paging.ts';
import type { Tx } from './transaction.ts';

const columns = sql.fragment`id, at, actor_id, actor_name, actor_role, 
  (SELECT file_path(u.profile_picture_id) FROM users u WHERE u.id = actor_id) AS profile_picture_url, action, resource_type,
  resource_id, resource_label, changes, request_id, organization_id, number, encode(previous_hash, 'hex') AS previous_hash,
  encode(hash, 'hex') AS hash`;

/** The history of one asset, newest first: its own changes, and what was recorded, voided and restored for it. */
export const pageOfAssetAudit = (
  tx: Tx,
  asset: { readonly id: string; readonly organization_id: string },
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined }
): Promise<Page<AuditEntry>> =>
  readPage(tx, {
    row: auditEntrySchema,
    columns,
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

/** The scope of the history: some organizations, the installation itself, or everything. */
export type AuditScope = { readonly organizations: readonly string[]; readonly instance: boolean } | 'everything';
export type AuditFilter = {
  readonly organization_id?: string | undefined;
  readonly actor_id?: string | undefined;
  readonly resource_type?: string | undefined;
  readonly resource_id?: string | undefined;
  readonly action?: string | undefined;
  /** Instants; the first included, the second not. */
  readonly from?: string | undefined;
  readonly until?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
};

/** Entries of all chains within a scope, newest first. */
export const pageOfAudit = (tx: Tx, scope: AuditScope, filter: AuditFilter): Promise<Page<AuditEntry>> =>
  readPage(tx, {
    row: auditEntrySchema,
    columns,
    from: sql.fragment`audit_log`,
    where: [within(scope), ...conditions(filter)],
    id: sql.fragment`id`,
    sortKeys: { at: { expression: sql.fragment`at`, type: 'timestamptz' } },
    sort: '-at',
    limit: filter.limit,
    cursor: filter.cursor
  });

const within = (scope: AuditScope): FragmentSqlToken =>
  scope === 'everything'
    ? sql.fragment`true`
    : sql.fragment`(organization_id = ANY (${sql.array([...scope.organizations], 'uuid')})
        OR (${scope.instance} AND organization_id IS NULL))`;

function conditions(filter: AuditFilter): FragmentSqlToken[] {
  const { organization_id, actor_id, resource_type, resource_id, action, from, until } = filter;
  return [
    organization_id === undefined ? [] : sql.fragment`organization_id = ${organization_id}`,
    actor_id === undefined ? [] : sql.fragment`actor_id = ${actor_id}`,
    resource_type === undefined ? [] : sql.fragment`resource_type = ${resource_type}`,
    resource_id === undefined ? [] : sql.fragment`resource_id = ${resource_id}`,
    action === undefined ? [] : sql.fragment`action = ${action}`,
    from === undefined ? [] : sql.fragment`at >= ${from}::timestamptz`,
    until === undefined ? [] : sql.fragment`at < ${until}::timestamptz`
  ].flat();
}
