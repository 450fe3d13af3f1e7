/**
 * Complete rows for an archive: every column of the table, so that a new one is never forgotten, except those specific
 * to this installation (its change numbers, the ids of its accounts).
 */
import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import type { Tx } from './transaction.ts';

/** The assets in an archive: all or some of an organization. */
export type ArchiveScope = { readonly organizationId: string; readonly assetIds: readonly string[] | null };
/** As read from the database; the archive's schemas (contracts/archive.ts) check it when an archive is read. */
export type ArchiveRow = Record<string, unknown>;
const row = z.object({ row: z.custom<ArchiveRow>() });
const rowsOf = async (tx: Tx, query: FragmentSqlToken): Promise<readonly ArchiveRow[]> =>
  (await tx.any(sql.type(row)`${query}`)).map((found) => found.row);

/** Distinguishes addresses without revealing them. */
const digestOf = (account: FragmentSqlToken) =>
  sql.fragment`(SELECT encode(sha256(convert_to(u.email, 'UTF8')), 'hex') FROM users u WHERE u.id = ${account})`;
const hash = (alias: string, column: string) => sql.fragment`
  coalesce(${digestOf(sql.fragment`${sql.identifier([alias, column])}`)},
           ${sql.identifier([alias, 'imported'])} -> 'people' ->> ${sql.literalValue(column)})`;

/** Who did this, for a row whose person may be one that an import brought along. */
const acted = (alias: string, column: string) => {
  const [account, imported] = [sql.identifier([alias, column]), sql.identifier([alias, 'imported'])];
  return sql.fragment`jsonb_build_object(
    ${sql.literalValue(column)}, coalesce(${digestOf(sql.fragment`${account}`)}, ${imported} ->> 'hash'),
    ${sql.literalValue(`${column}_name`)}, coalesce((SELECT u.full_name FROM users u WHERE u.id = ${account}), ${imported} ->> 'name'),
    ${sql.literalValue(`${column}_role`)}, coalesce((SELECT u.role FROM users u WHERE u.id = ${account}), ${imported} ->> 'role'))`;
};

/** The files of a record; their bytes are beside it. */
const filesOf = (holder: 'asset' | 'procedure' | 'calibration', record: string) => sql.fragment`
  (SELECT coalesce(jsonb_agg(to_jsonb(f) - ARRAY['organization_id', 'asset_id', 'procedure_id', 'calibration_id', 'imported']
            || ${acted('f', 'uploaded_by')} ORDER BY f.created_at, f.id), '[]')
   FROM attachments f WHERE ${sql.identifier(['f', `${holder}_id`])} = ${sql.identifier([record, 'id'])})`;

const scoped = ({ organizationId, assetIds }: ArchiveScope) => sql.fragment`
  a.organization_id = ${organizationId}
  AND (${assetIds === null}::bool OR a.id = ANY (${sql.array([...(assetIds ?? [])], 'uuid')}))`;

export const countArchived = (
  tx: Tx,
  scope: ArchiveScope
): Promise<{ readonly assets: number; readonly calibrations: number }> =>
  tx.one(sql.type(z.object({ assets: z.coerce.number(), calibrations: z.coerce.number() }))`
    SELECT (SELECT count(*) FROM assets a WHERE ${scoped(scope)}) AS assets,
           (SELECT count(*) FROM calibrations c JOIN assets a ON a.id = c.asset_id WHERE ${scoped(scope)}) AS calibrations`);

/** The next assets in the order of their identifiers, each with its channels and previous locations. */
export const archivedAssets = (
  tx: Tx,
  scope: ArchiveScope,
  after: string,
  limit: number
): Promise<readonly ArchiveRow[]> =>
  rowsOf(
    tx,
    sql.fragment`
    SELECT to_jsonb(a) - ARRAY['organization_id', 'seq', 'imported', 'searched'] || jsonb_build_object(
      'created_by', coalesce((SELECT u.full_name FROM users u WHERE u.id = a.created_by), a.imported -> 'names' ->> 'created_by'),
      'retired_by', coalesce((SELECT u.full_name FROM users u WHERE u.id = a.retired_by), a.imported -> 'names' ->> 'retired_by'),
      'people', jsonb_strip_nulls(jsonb_build_object(
        'created_by', ${hash('a', 'created_by')}, 'retired_by', ${hash('a', 'retired_by')})),
      'system', a.imported ->> 'system',
      'channels', (SELECT coalesce(jsonb_agg(to_jsonb(ch) - ARRAY['organization_id', 'asset_id'] ORDER BY ch.position, ch.id), '[]')
                   FROM channels ch WHERE ch.asset_id = a.id),
      'tasks', (SELECT coalesce(jsonb_agg(to_jsonb(t) - ARRAY['organization_id', 'asset_id'] || jsonb_build_object('performances', (
                  SELECT coalesce(jsonb_agg(to_jsonb(p) - ARRAY['organization_id', 'task_id', 'imported'] || ${acted('p', 'done_by')}
                         ORDER BY p.date, p.id), '[]')
                  FROM task_performances p WHERE p.task_id = t.id)) ORDER BY t.position, t.id), '[]')
                FROM tasks t WHERE t.asset_id = a.id),
      'files', ${filesOf('asset', 'a')},
      'moves', coalesce(a.imported -> 'moves', '[]') || (
        SELECT coalesce(jsonb_agg(jsonb_build_object('at', l.at, 'by', l.actor_name,
                 'from', l.changes -> 'location_id' -> 'old', 'to', l.changes -> 'location_id' -> 'new') ORDER BY l.number), '[]')
        FROM audit_log l WHERE l.organization_id = a.organization_id AND l.resource_type = 'asset' AND l.resource_id = a.id
          AND l.changes ? 'location_id')) AS row
    FROM assets a WHERE ${scoped(scope)} AND lower(a.asset_id) COLLATE "C" > ${after}
    ORDER BY lower(a.asset_id) COLLATE "C" LIMIT ${limit}`
  );

/** The ids of all calibrations of an asset, voided ones too, in the order of the archive. */
export const archivedCalibrationIds = (tx: Tx, assetId: string): Promise<readonly string[]> =>
  tx.anyFirst(sql.type(z.object({ id: z.string() }))`
    SELECT id FROM calibrations WHERE asset_id = ${assetId} ORDER BY coalesce(channel_id, nobody()), version`);

/**
 * The file of a certificate in an archive: the original, or, where that was lost and issued again, the last one of what took its place.
 * `again` is empty for an original.
 */
const FILE_ISSUED_AGAIN = sql.fragment`
  LEFT JOIN LATERAL (
    SELECT r.object_key, r.sha256, r.bytes FROM certificate_revisions r
    WHERE r.calibration_id = ce.calibration_id
      AND EXISTS (SELECT FROM certificate_revisions n WHERE n.calibration_id = r.calibration_id AND n.continues_sha256 IS NULL)
    ORDER BY r.number DESC LIMIT 1) again ON true`;

/** Complete calibrations: points, certificate and the facts frozen with them. */
export const archivedCalibrations = (tx: Tx, ids: readonly string[]): Promise<readonly ArchiveRow[]> =>
  rowsOf(
    tx,
    sql.fragment`
    SELECT to_jsonb(c) - ARRAY['organization_id', 'seq', 'imported', 'searched', 'recorded_by', 'voided_by', 'reviewed_by'] || jsonb_build_object(
      'people', jsonb_strip_nulls(jsonb_build_object(
        'recorded_by', ${hash('c', 'recorded_by')}, 'voided_by', ${hash('c', 'voided_by')}, 'reviewed_by', ${hash('c', 'reviewed_by')},
        'kept_by', coalesce(${digestOf(sql.fragment`ce.kept_by`)}, c.imported -> 'people' ->> 'kept_by'))),
      'system', c.imported ->> 'system',
      'statistics', c.imported -> 'statistics',
      'points', (SELECT coalesce(jsonb_agg(to_jsonb(p) - ARRAY['organization_id', 'calibration_id'] ORDER BY p.role, p.position), '[]')
                 FROM calibration_points p WHERE p.calibration_id = c.id),
      'files', ${filesOf('calibration', 'c')},
      'certificate', to_jsonb(ce) - ARRAY['organization_id', 'calibration_id', 'seq', 'object_key', 'signing_certificate_id', 'kept_by', 'template', 'content_sha256', 'verify_token', 'issued_void']
        || CASE WHEN again.sha256 IS NULL THEN '{}' ELSE jsonb_build_object('sha256', again.sha256, 'bytes', again.bytes) END
    ) AS row
    FROM calibrations c LEFT JOIN certificates ce ON ce.calibration_id = c.id ${FILE_ISSUED_AGAIN}
    WHERE c.id = ANY (${sql.array([...ids], 'uuid')})
    ORDER BY array_position(${sql.array([...ids], 'uuid')}, c.id)`
  );

/** The stored files of these calibrations' certificates. */
export const issuedKeys = async (tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const rows = await tx.any(sql.type(z.object({ id: z.string(), key: z.string() }))`
    SELECT ce.calibration_id AS id, coalesce(again.object_key, ce.object_key) AS key
    FROM certificates ce ${FILE_ISSUED_AGAIN}
    WHERE ce.calibration_id = ANY (${sql.array([...ids], 'uuid')}) AND ce.state = 'issued'`);
  return new Map(rows.map(({ id, key }) => [id, key]));
};

/** Current and previous locations of the assets and their calibrations, with all parent locations. */
export const archivedLocations = (tx: Tx, scope: ArchiveScope): Promise<readonly ArchiveRow[]> =>
  rowsOf(
    tx,
    sql.fragment`
    WITH RECURSIVE named AS (
      SELECT a.location_id AS id FROM assets a WHERE ${scoped(scope)}
      UNION SELECT c.calibration_location_id FROM calibrations c JOIN assets a ON a.id = c.asset_id WHERE ${scoped(scope)}
      UNION SELECT l.parent_id FROM locations l JOIN named ON named.id = l.id
    )
    SELECT to_jsonb(l) - ARRAY['organization_id', 'seq'] || jsonb_build_object('common', l.organization_id IS NULL) AS row
    FROM locations l WHERE l.id IN (SELECT id FROM named) ORDER BY l.id`
  );

/** Procedures of the assets and their calibrations, with all revisions. */
export const archivedProcedures = (tx: Tx, scope: ArchiveScope): Promise<readonly ArchiveRow[]> =>
  rowsOf(
    tx,
    sql.fragment`
    SELECT to_jsonb(p) - ARRAY['organization_id', 'seq'] || jsonb_build_object(
      'common', p.organization_id IS NULL,
      'files', ${filesOf('procedure', 'p')},
      'revisions', (SELECT coalesce(jsonb_agg(to_jsonb(r) - ARRAY['organization_id', 'procedure_id', 'created_by'] ORDER BY r.revision), '[]')
                    FROM procedure_revisions r WHERE r.procedure_id = p.id)) AS row
    FROM procedures p WHERE p.id IN (
      SELECT a.procedure_id FROM assets a WHERE ${scoped(scope)}
      UNION SELECT c.procedure_id FROM calibrations c JOIN assets a ON a.id = c.asset_id WHERE ${scoped(scope)})
    ORDER BY p.id`
  );
