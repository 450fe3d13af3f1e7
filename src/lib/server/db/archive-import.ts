/** The queries of an import, and writing of complete rows. */
import { sql, type ListSqlToken } from 'slonik';
import { z } from 'zod';
import type { ArchiveRow } from './archive-rows.ts';
import type { Tx } from './transaction.ts';

const uuids = (ids: readonly string[]) => sql.array([...ids], 'uuid');
const idRow = z.object({ id: z.string() });

/**
 * Which of these ids are in use, in any organization. Queried as the system, because an id used by others is not
 * available either.
 */
export const findTakenIds = async (tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set(
    await tx.anyFirst(sql.type(idRow)`
      SELECT k.id FROM unnest(${uuids(ids)}) AS k(id)
      WHERE EXISTS (SELECT FROM assets t WHERE t.id = k.id) OR EXISTS (SELECT FROM channels t WHERE t.id = k.id)
         OR EXISTS (SELECT FROM calibrations t WHERE t.id = k.id) OR EXISTS (SELECT FROM applied_ids t WHERE t.id = k.id)
         OR EXISTS (SELECT FROM locations t WHERE t.id = k.id) OR EXISTS (SELECT FROM procedures t WHERE t.id = k.id)
         OR EXISTS (SELECT FROM files t WHERE t.id = k.id) OR EXISTS (SELECT FROM tasks t WHERE t.id = k.id)
         OR EXISTS (SELECT FROM task_performances t WHERE t.id = k.id) OR EXISTS (SELECT FROM attachments t WHERE t.id = k.id)`)
  );

/** The assets of an organization by their lower-case identifiers. */
export const findAssetIds = async (tx: Tx, organizationId: string): Promise<ReadonlyMap<string, string>> => {
  const rows = await tx.any(sql.type(z.object({ id: z.string(), asset_id: z.string() }))`
    SELECT id, lower(asset_id) AS asset_id FROM assets WHERE organization_id = ${organizationId}`);
  return new Map(rows.map(({ id, asset_id }) => [asset_id, id]));
};

/** Identifiers of those of these assets that an organization has, by their ids. */
export const findIdentifiers = async (
  tx: Tx,
  organizationId: string,
  ids: readonly string[]
): Promise<ReadonlyMap<string, string>> => {
  const rows = await tx.any(sql.type(z.object({ id: z.string(), asset_id: z.string() }))`
    SELECT id, asset_id FROM assets WHERE organization_id = ${organizationId} AND id = ANY (${uuids(ids)})`);
  return new Map(rows.map(({ id, asset_id }) => [id, asset_id]));
};

/** Which of these are assets of an organization, and whether they are references. */
export const findOwnAssets = async (
  tx: Tx,
  organizationId: string,
  ids: readonly string[]
): Promise<ReadonlyMap<string, boolean>> => {
  const rows = await tx.any(sql.type(z.object({ id: z.string(), is_reference: z.boolean() }))`
    SELECT id, is_reference FROM assets WHERE organization_id = ${organizationId} AND id = ANY (${uuids(ids)})`);
  return new Map(rows.map(({ id, is_reference }) => [id, is_reference]));
};

/** The ids of an asset's channels, tasks, files and calibrations; calibrations by `channel:version`. */
export async function findHistoryIds(
  tx: Tx,
  assetId: string
): Promise<{ readonly parts: ReadonlySet<string>; readonly versions: ReadonlyMap<string, string> }> {
  const parts = await tx.anyFirst(sql.type(idRow)`
    SELECT id FROM channels WHERE asset_id = ${assetId} UNION ALL SELECT id FROM tasks WHERE asset_id = ${assetId}
    UNION ALL SELECT p.id FROM task_performances p JOIN tasks t ON t.id = p.task_id WHERE t.asset_id = ${assetId}
    UNION ALL SELECT id FROM attachments WHERE asset_id = ${assetId}
    UNION ALL SELECT f.id FROM attachments f JOIN calibrations c ON c.id = f.calibration_id WHERE c.asset_id = ${assetId}`);
  const versions = await tx.any(sql.type(z.object({ id: z.string(), key: z.string() }))`
    SELECT id, coalesce(channel_id::text, '') || ':' || version AS key FROM calibrations WHERE asset_id = ${assetId}`);
  return { parts: new Set(parts), versions: new Map(versions.map(({ id, key }) => [key, id])) };
}

/** Locations that an organization can use. */
export const findUsableLocations = async (tx: Tx, organizationId: string): Promise<ReadonlySet<string>> =>
  new Set(
    await tx.anyFirst(sql.type(idRow)`
      SELECT id FROM locations WHERE organization_id = ${organizationId} OR organization_id IS NULL`)
  );

const named = z.object({ id: z.string(), parent_id: z.string().nullable(), name: z.string() });
/** Locations that an organization can use, its own last. */
export const findNamedLocations = (tx: Tx, organizationId: string): Promise<readonly z.infer<typeof named>[]> =>
  tx.any(sql.type(named)`
    SELECT id, parent_id, name FROM locations WHERE organization_id = ${organizationId} OR organization_id IS NULL
    ORDER BY organization_id NULLS FIRST, id DESC`);
/** Procedures that an organization can use, its own last. */
export const findNamedProcedures = (
  tx: Tx,
  organizationId: string
): Promise<readonly { readonly id: string; readonly name: string }[]> =>
  tx.any(sql.type(named.omit({ parent_id: true }))`
    SELECT id, name FROM procedures
    WHERE (organization_id = ${organizationId} OR organization_id IS NULL) AND retired_at IS NULL
    ORDER BY organization_id NULLS FIRST, id DESC`);

/** Procedures that an organization can use, by id; for its own, also by code. */
export const findUsableProcedures = (
  tx: Tx,
  organizationId: string
): Promise<readonly { readonly id: string; readonly code: string; readonly own: boolean }[]> =>
  tx.any(sql.type(z.object({ id: z.string(), code: z.string(), own: z.boolean() }))`
    SELECT id, lower(code) AS code, organization_id IS NOT NULL AS own FROM procedures
    WHERE organization_id = ${organizationId} OR organization_id IS NULL`);

/** The calibrations of an organization that have these certificate numbers. */
export const findNumbers = async (
  tx: Tx,
  organizationId: string,
  numbers: readonly string[]
): Promise<ReadonlyMap<string, string>> => {
  const rows = await tx.any(sql.type(z.object({ id: z.string(), number: z.string() }))`
    SELECT id, certificate_number AS number FROM calibrations
    WHERE organization_id = ${organizationId} AND certificate_number = ANY (${sql.array([...numbers], 'text')})`);
  return new Map(rows.map(({ id, number }) => [number, id]));
};

export const findCalibrationIds = async (
  tx: Tx,
  organizationId: string,
  ids: readonly string[]
): Promise<ReadonlySet<string>> =>
  new Set(
    await tx.anyFirst(sql.type(idRow)`
      SELECT id FROM calibrations WHERE organization_id = ${organizationId} AND id = ANY (${uuids(ids)})`)
  );

/** Accounts of an organization's people by the hash of their address: who else has an account is not to be found out by an archive. */
export const findAccounts = async (tx: Tx, organizationId: string): Promise<ReadonlyMap<string, string>> => {
  const rows = await tx.any(sql.type(z.object({ id: z.string(), hash: z.string() }))`
    SELECT u.id, encode(sha256(convert_to(u.email, 'UTF8')), 'hex') AS hash FROM users u
    JOIN memberships m ON m.user_id = u.id WHERE m.organization_id = ${organizationId}`);
  return new Map(rows.map(({ id, hash }) => [hash, id]));
};

/** From here on the transaction writes imported data: revisions with their procedures, references in any order. */
export async function beginImporting(tx: Tx): Promise<void> {
  await tx.query(sql.unsafe`SELECT set_config('app.importing', 'on', true)`);
  await tx.query(sql.unsafe`
    SET CONSTRAINTS calibrations_reference_calibration_id_fkey, calibrations_replaces_calibration_id_fkey DEFERRED`);
}

export type ArchivedTable =
  | 'assets'
  | 'channels'
  | 'tasks'
  | 'task_performances'
  | 'files'
  | 'attachments'
  | 'locations'
  | 'procedures'
  | 'procedure_revisions'
  | 'calibrations'
  | 'calibration_points'
  | 'certificates';

const columnsKnown = new WeakMap<Tx, Map<ArchivedTable, Promise<ListSqlToken>>>();
/** The columns that are written, read once in a transaction. */
function columnsOf(tx: Tx, table: ArchivedTable): Promise<ListSqlToken> {
  const known = columnsKnown.get(tx) ?? new Map<ArchivedTable, Promise<ListSqlToken>>();
  columnsKnown.set(tx, known);
  const columns = known.get(table) ?? readColumns(tx, table);
  known.set(table, columns);
  return columns;
}

async function readColumns(tx: Tx, table: ArchivedTable): Promise<ListSqlToken> {
  const stored = await tx.anyFirst(sql.type(z.object({ attname: z.string() }))`
    SELECT attname FROM pg_attribute
    WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`);
  return sql.join(
    stored.map((column) => sql.identifier([column])),
    sql.fragment`, `
  );
}

/** Writes complete rows: a missing column is NULL. The database itself makes what it generates. */
export async function insertWhole(tx: Tx, table: ArchivedTable, rows: readonly ArchiveRow[]): Promise<void> {
  if (rows.length === 0) return;
  const name = sql.identifier([table]);
  const columns = await columnsOf(tx, table);
  await tx.query(sql.unsafe`
    INSERT INTO ${name} (${columns})
    SELECT ${columns} FROM jsonb_populate_recordset(NULL::${name}, ${JSON.stringify(rows)}::jsonb)`);
}

/** Overwrites columns of an asset. */
export async function updateWholeAsset(tx: Tx, row: ArchiveRow): Promise<void> {
  const columns = Object.keys(row).filter((key) => key !== 'id');
  const set = sql.join(
    columns.map((key) => sql.fragment`${sql.identifier([key])} = r.${sql.identifier([key])}`),
    sql.fragment`, `
  );
  await tx.query(sql.unsafe`
    UPDATE assets SET ${set} FROM jsonb_populate_record(NULL::assets, ${JSON.stringify(row)}::jsonb) r
    WHERE assets.id = r.id`);
}

/** Versions continue after the imported ones. */
export async function raiseVersions(tx: Tx, assetIds: readonly string[]): Promise<void> {
  if (assetIds.length === 0) return;
  await tx.query(sql.unsafe`
    INSERT INTO version_counters AS counter (asset_id, channel_key, last_version)
    SELECT asset_id, coalesce(channel_id, nobody()), max(version) FROM calibrations WHERE asset_id = ANY (${sql.array([...assetIds], 'uuid')})
    GROUP BY 1, 2
    ORDER BY 1, 2
    ON CONFLICT (asset_id, channel_key) DO UPDATE SET last_version = greatest(counter.last_version, excluded.last_version)`);
}

/** Locations that an organization can use, by name. */
export const findLocationNames = (tx: Tx, organizationId: string) =>
  tx.any(sql.type(z.object({ id: z.string(), name: z.string(), parent_id: z.string().nullable() }))`
    SELECT id, name, parent_id FROM locations WHERE organization_id = ${organizationId} OR organization_id IS NULL`);

const sheetAsset = z.object({
  asset_id: z.string(),
  has_channels: z.boolean(),
  external: z.array(z.string()).describe('Day and certificate of each calibration by another laboratory')
});
export type SheetAsset = z.infer<typeof sheetAsset>;

/** The assets of an organization by their identifiers in lower case, as far as a table asks. */
export const findSheetAssets = async (tx: Tx, organizationId: string): Promise<ReadonlyMap<string, SheetAsset>> => {
  const rows = await tx.any(sql.type(sheetAsset)`
    SELECT lower(a.asset_id) AS asset_id, EXISTS (SELECT FROM channels c WHERE c.asset_id = a.id) AS has_channels,
      ARRAY(SELECT c.calibration_date || ' ' || c.lab_certificate_number FROM calibrations c
            WHERE c.asset_id = a.id AND c.kind = 'external' AND c.voided_at IS NULL) AS external
    FROM assets a WHERE a.organization_id = ${organizationId}`);
  return new Map(rows.map((row) => [row.asset_id, row]));
};
