import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { calibrationHeaderSchema, type Calibration, type CalibrationHeader } from '#lib/contracts/calibrations.ts';
import type { Page } from '#lib/laboratory/page.ts';
import type { AnalysisRequest, AnalysisResult } from '#lib/metrology/types.ts';
import { findPoints, runsOfRequest, runsOfResult, type StoredPoint } from './calibration-points.ts';
import { mayRead } from './may-read.ts';
import { readPage } from './paging.ts';
import type { Tx } from './transaction.ts';

/** How somebody's picture is found: by the column that holds their id. */
type PictureOf = (id: FragmentSqlToken) => FragmentSqlToken;
/** A device keeps what it pulled for weeks, and the path of a picture is good for a day or two: it shows initials. */
const noPicture: PictureOf = () => sql.fragment`NULL`;
const currentPicture: PictureOf = (id) =>
  sql.fragment`(SELECT file_path(u.profile_picture_id) FROM users u WHERE u.id = ${id})`;

function person(name: string, pictureOf: PictureOf): FragmentSqlToken {
  const id = sql.identifier(['c', name]);
  return sql.fragment`json_build_object(
    'id', ${id}, 'full_name', ${sql.identifier(['c', `${name}_name`])}, 'role', ${sql.identifier(['c', `${name}_role`])},
    'profile_picture_url', ${pictureOf(sql.fragment`${id}`)})`;
}

/** An instant inside JSON, as the contract writes it. */
const instantOf = (column: FragmentSqlToken): FragmentSqlToken =>
  sql.fragment`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** The header without the state of its certificate, from `calibrations c` alone: names are those of its day. */
const columnsOf = (pictureOf: PictureOf): FragmentSqlToken => sql.fragment`
  c.id, c.version, c.kind, c.organization_id,
  json_build_object('id', c.asset_id, 'asset_id', c.asset_label, 'name', c.asset_name) AS asset,
  c.channel_id, c.calibration_date, c.due_date, c.calibration_location_id, c.procedure_id, c.reference_asset_id,
  c.reference_channel_id, c.reference_calibration_id, c.reference_superseded, c.customer, c.replaces_calibration_id,
  c.lab_name, c.lab_certificate_number, c.coefficients_only, c.environment, c.notes,
  ${person('recorded_by', pictureOf)} AS recorded_by, c.recorded_at,
  CASE WHEN c.voided_at IS NOT NULL THEN json_build_object(
    'at', ${instantOf(sql.fragment`c.voided_at`)}, 'by', ${person('voided_by', pictureOf)}, 'reason', c.void_reason) END AS voided,
  CASE WHEN c.reviewed_at IS NOT NULL THEN json_build_object(
    'at', ${instantOf(sql.fragment`c.reviewed_at`)}, 'by', ${person('reviewed_by', pictureOf)}) END AS reviewed,
  c.engine, c.conforms, c.unit, c.measured_unit, c.curve, c.profile, c.expanded_uncertainty,
  c.coverage_factor, c.effective_degrees_of_freedom, c.warnings`;

/** As devices hold them. */
export const documentColumns = columnsOf(noPicture);
const headerColumns = sql.fragment`${columnsOf(currentPicture)},
  json_build_object('number', c.certificate_number, 'state', coalesce(ce.state, 'pending'), 'sha256', ce.sha256,
    'issued_at', ${instantOf(sql.fragment`ce.issued_at`)}, 'error', ce.error) AS certificate`;
const headerTables = sql.fragment`calibrations c LEFT JOIN certificates ce ON ce.calibration_id = c.id`;

/** Headers of these calibrations, as far as they may be read. */
export async function findHeaders(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, CalibrationHeader>> {
  const rows = await tx.any(sql.type(calibrationHeaderSchema)`
    SELECT ${headerColumns} FROM ${headerTables}
    WHERE c.id = ANY(${sql.array([...ids], 'uuid')}) AND ${mayRead(sql.fragment`c.organization_id`)}`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Request and result without their points. */
export const analysisColumns = sql.fragment`c.analysis_request, c.result, c.device_result`;
export const analysisRow = {
  analysis_request: z.custom<Omit<AnalysisRequest, 'points'> | null>(),
  result: z.custom<Omit<AnalysisResult, 'points'> | null>(),
  device_result: z.custom<AnalysisResult | null>()
};
type AnalysisRow = { readonly [K in keyof typeof analysisRow]: z.infer<(typeof analysisRow)[K]> };

/** One calibration with its points and analysis; `null` where there is none that may be read. */
export async function findCalibration(tx: Tx, id: string): Promise<Calibration | null> {
  const row = await tx.maybeOne(sql.type(calibrationHeaderSchema.extend(analysisRow))`
    SELECT ${headerColumns}, ${analysisColumns} FROM ${headerTables}
    WHERE c.id = ${id} AND app_may_read(c.organization_id)`);
  if (row === null) return null;
  const points = (await findPoints(tx, [id])).get(id) ?? [];
  return { ...row, ...joinPoints(row, points) };
}

/** Request and result whole again; their points are rows of their own. */
export function joinPoints(row: AnalysisRow, points: readonly StoredPoint[]) {
  const found = runsOfResult(points);
  return {
    analysis_request: row.analysis_request && { ...row.analysis_request, ...runsOfRequest(points) },
    result: row.result && { ...row.result, points: [], ...found },
    points: found.points ?? [],
    device_result: row.device_result
  } as Pick<Calibration, 'analysis_request' | 'result' | 'points' | 'device_result'>;
}

export type CalibrationFilter = {
  readonly assetId?: string | undefined;
  readonly organizationId?: string | undefined;
  readonly channelId?: string | undefined;
  /** Those that this asset was the reference of, its channel, or this calibration of it. */
  readonly reference?: {
    readonly assetId: string;
    readonly channelId: string | undefined;
    readonly calibrationId: string | undefined;
  };
  readonly includeVoided: boolean;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** Newest date first, or, within one asset, newest version first. */
  readonly sort: '-calibration_date' | '-version';
};

/** @throws Refusal `invalid_cursor` */
export function pageOfCalibrations(tx: Tx, filter: CalibrationFilter): Promise<Page<CalibrationHeader>> {
  const where: FragmentSqlToken[] = [mayRead(sql.fragment`c.organization_id`)];
  if (filter.assetId) where.push(sql.fragment`c.asset_id = ${filter.assetId}`);
  if (filter.organizationId) where.push(sql.fragment`c.organization_id = ${filter.organizationId}`);
  if (filter.channelId) where.push(sql.fragment`c.channel_id = ${filter.channelId}`);
  if (filter.reference) {
    const { assetId, channelId, calibrationId } = filter.reference;
    where.push(sql.fragment`c.reference_asset_id = ${assetId}`);
    if (channelId) where.push(sql.fragment`c.reference_channel_id = ${channelId}`);
    if (calibrationId) where.push(sql.fragment`c.reference_calibration_id = ${calibrationId}`);
  }
  if (!filter.includeVoided) where.push(sql.fragment`c.voided_at IS NULL`);
  if (filter.from) where.push(sql.fragment`c.calibration_date >= ${filter.from}::date`);
  if (filter.to) where.push(sql.fragment`c.calibration_date <= ${filter.to}::date`);
  return readPage(tx, {
    row: calibrationHeaderSchema,
    columns: headerColumns,
    from: headerTables,
    where,
    id: sql.fragment`c.id`,
    sortKeys: {
      calibration_date: { expression: sql.fragment`c.calibration_date`, type: 'date' },
      version: { expression: sql.fragment`c.version::bigint`, type: 'bigint' }
    },
    sort: filter.sort,
    limit: filter.limit,
    cursor: filter.cursor
  });
}

/** More calibrations of one instrument than this tell nothing that the newest of them do not. */
const LONGEST_HISTORY = 500;

/** The newest calibrations of an asset or of one of its channels that count, for its health. */
export const findHistory = (
  tx: Tx,
  assetId: string,
  channelId: string | null,
  limit = LONGEST_HISTORY
): Promise<readonly CalibrationHeader[]> =>
  tx.any(sql.type(calibrationHeaderSchema)`
    SELECT ${headerColumns} FROM ${headerTables}
    WHERE c.asset_id = ${assetId} AND coalesce(c.channel_id, nobody()) = coalesce(${channelId}::uuid, nobody())
      AND c.voided_at IS NULL AND app_may_read(c.organization_id)
    ORDER BY c.calibration_date DESC, c.version DESC LIMIT ${limit}`);
