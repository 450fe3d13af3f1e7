import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import {
  calibrationHeaderSchema,
  calibrationSchema,
  type Calibration,
  type CalibrationHeader,
  type Judgement
} from '#lib/contracts/calibrations.ts';
import type { Page } from '#lib/laboratory/page.ts';
import { asStored } from '#lib/metrology/as-stored.ts';
import type { AnalysisRequest, AnalysisResult } from '#lib/metrology/types.ts';
import { takeTurns } from '#lib/server/turns/take-turns.ts';
import { findPoints, runsOfRequest, runsOfResult, type StoredPoint } from './calibration-points.ts';
import { mayRead } from './may-read.ts';
import { isFoundIn, readLargePage } from './paging.ts';
import type { Tx } from './transaction.ts';

/** Finds a person's picture: by the column with their id. */
type PictureOf = (id: FragmentSqlToken) => FragmentSqlToken;
/**
 * A device keeps pulled data for weeks, but the path of a picture is valid for a day or two: it shows initials instead.
 */
const noPicture: PictureOf = () => sql.fragment`NULL`;
const currentPicture: PictureOf = (id) =>
  sql.fragment`(SELECT file_path(u.profile_picture_id) FROM users u WHERE u.id = ${id})`;

function person(name: string, pictureOf: PictureOf): FragmentSqlToken {
  const id = sql.identifier(['c', name]);
  return sql.fragment`json_build_object(
    'id', ${id}, 'full_name', ${sql.identifier(['c', `${name}_name`])}, 'role', ${sql.identifier(['c', `${name}_role`])},
    'profile_picture_url', ${pictureOf(sql.fragment`${id}`)})`;
}

/**
 * The header without the state of its certificate, from `calibrations c` only, with the names at the time of recording.
 */
const columnsOf = (pictureOf: PictureOf): FragmentSqlToken => sql.fragment`
  c.id, c.version, c.kind, c.organization_id,
  json_build_object('id', c.asset_id, 'asset_id', c.asset_label, 'name', c.asset_name) AS asset,
  c.channel_id, c.calibration_date, c.due_date, c.calibration_location_id, c.procedure_id, c.procedure_revision, c.reference_asset_id,
  c.reference_channel_id, c.reference_calibration_id, c.reference_superseded, c.reference_reason, c.customer, c.replaces_calibration_id,
  c.lab_name, c.lab_certificate_number, c.lab_accreditation, c.specification, c.received_on, c.item_condition, c.customer_data,
  c.coefficients_only, c.environment, c.notes,
  ${person('recorded_by', pictureOf)} AS recorded_by, c.recorded_at, c.imported IS NOT NULL AS imported,
  CASE WHEN c.voided_at IS NOT NULL THEN json_build_object(
    'at', instant_text(c.voided_at), 'by', ${person('voided_by', pictureOf)}, 'reason', c.void_reason) END AS voided,
  CASE WHEN c.reviewed_at IS NOT NULL THEN json_build_object(
    'at', instant_text(c.reviewed_at), 'by', ${person('reviewed_by', pictureOf)}) END AS reviewed,
  c.engine, c.conforms, c.unit, c.measured_unit, c.curve, c.profile, c.expanded_uncertainty,
  c.coverage_factor, c.effective_degrees_of_freedom, c.warnings`;

/** As devices hold them. */
export const documentColumns = columnsOf(noPicture);
/** Who decided to issue a held certificate; of `certificates ce`. No picture: its path is valid for a day or two. */
export const keptDecision = sql.fragment`CASE WHEN ce.kept_at IS NOT NULL THEN json_build_object(
  'at', instant_text(ce.kept_at), 'reason', ce.kept_reason, 'by', json_build_object(
    'id', ce.kept_by, 'full_name', ce.kept_by_name, 'role', ce.kept_by_role, 'profile_picture_url', NULL)) END`;
/** The last part of the address that the certificate prints; of `certificates ce`. */
export const verifyToken = sql.fragment`coalesce(ce.verify_token, ce.calibration_id::text)`;
const headerColumns = sql.fragment`${columnsOf(currentPicture)},
  CASE WHEN ce.calibration_id IS NOT NULL THEN
    jsonb_build_object('number', c.certificate_number, 'state', ce.state, 'sha256', ce.sha256,
      'issued_at', instant_text(ce.issued_at), 'error', ce.error, 'held_for', ce.held_for,
      'kept', ${keptDecision}, 'release', ce.release, 'review', ce.review, 'verify_token', ${verifyToken})
    || CASE WHEN ce.template IS NULL THEN '{}' ELSE jsonb_build_object('template', ce.template - '{language,source}'::text[]) END
  END AS certificate`;
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

/** What another system had computed. */
const original = calibrationSchema.shape.original;
const originalColumn = sql.fragment`CASE WHEN c.imported ->> 'system' IS NOT NULL THEN json_build_object(
  'system', c.imported ->> 'system', 'statistics', coalesce(c.imported -> 'statistics', '{}')) END`;

/** One calibration with its points and analysis; `null` if there is none that may be read. */
export async function findCalibration(tx: Tx, id: string): Promise<Calibration | null> {
  const row = await tx.maybeOne(sql.type(calibrationHeaderSchema.extend({ ...analysisRow, original }))`
    SELECT ${headerColumns}, ${analysisColumns}, ${originalColumn} AS original FROM ${headerTables}
    WHERE c.id = ${id} AND app_may_read(c.organization_id)`);
  if (row === null) return null;
  const pause = takeTurns();
  const points = (await findPoints(tx, [id])).get(id) ?? [];
  // Thousands of them have been read, and are assembled next.
  await pause();
  return { ...row, ...joinPoints(row, points) };
}

/** Request and result, complete again; their points are separate rows. */
export function joinPoints(row: AnalysisRow, points: readonly StoredPoint[]) {
  const found = runsOfResult(points);
  const analysis = asStored({
    analysis_request: row.analysis_request && { ...row.analysis_request, points: [], ...runsOfRequest(points) },
    result: row.result && { ...row.result, points: [], ...found },
    device_result: row.device_result
  });
  return { ...analysis, points: found.points ?? [] } as Pick<
    Calibration,
    'analysis_request' | 'result' | 'points' | 'device_result'
  >;
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
  readonly judgement?: Judgement | undefined;
  readonly recordedBy?: string | undefined;
  readonly locationId?: string | undefined;
  readonly kind?: CalibrationHeader['kind'] | undefined;
  readonly certificateState?: NonNullable<CalibrationHeader['certificate']>['state'] | undefined;
  readonly q?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** One of `CALIBRATION_SORTS` or, within one asset, its versions. */
  readonly sort: string;
};

const JUDGED: Readonly<Record<Judgement, FragmentSqlToken>> = {
  conforms: sql.fragment`c.conforms = true`,
  does_not_conform: sql.fragment`c.conforms = false`,
  not_judged: sql.fragment`c.conforms IS NULL`,
  failed_as_found: sql.fragment`c.profile ->> 'as_found' = 'fail'`
};

/** @throws Refusal `invalid_cursor` */
export const pageOfCalibrations = (tx: Tx, filter: CalibrationFilter): Promise<Page<CalibrationHeader>> =>
  readLargePage(tx, {
    row: calibrationHeaderSchema,
    columns: headerColumns,
    from: headerTables,
    chosenFrom: headerTables,
    where: conditions(filter),
    id: sql.fragment`c.id`,
    organization: sql.fragment`c.organization_id`,
    sortKeys: {
      calibration_date: { expression: sql.fragment`c.calibration_date`, type: 'date' },
      recorded_at: { expression: sql.fragment`c.recorded_at`, type: 'timestamptz' },
      asset: { expression: sql.fragment`lower(c.asset_label)`, type: 'text' },
      certificate_number: { expression: sql.fragment`lower(c.certificate_number)`, type: 'text' },
      version: { expression: sql.fragment`c.version::bigint`, type: 'bigint' }
    },
    sort: filter.sort,
    look: 'along the index',
    limit: filter.limit,
    cursor: filter.cursor
  });

function conditions(filter: CalibrationFilter): FragmentSqlToken[] {
  const where: FragmentSqlToken[] = [];
  const when = <T>(value: T | undefined, condition: (value: T) => FragmentSqlToken) => {
    if (value !== undefined) where.push(condition(value));
  };
  when(filter.assetId, (id) => sql.fragment`c.asset_id = ${id}`);
  when(filter.organizationId, (id) => sql.fragment`c.organization_id = ${id}`);
  when(filter.channelId, (id) => sql.fragment`c.channel_id = ${id}`);
  when(filter.reference?.assetId, (id) => sql.fragment`c.reference_asset_id = ${id}`);
  when(filter.reference?.channelId, (id) => sql.fragment`c.reference_channel_id = ${id}`);
  when(filter.reference?.calibrationId, (id) => sql.fragment`c.reference_calibration_id = ${id}`);
  when(filter.includeVoided ? undefined : true, () => sql.fragment`c.voided_at IS NULL`);
  when(filter.from, (day) => sql.fragment`c.calibration_date >= ${day}::date`);
  when(filter.to, (day) => sql.fragment`c.calibration_date <= ${day}::date`);
  when(filter.judgement, (judgement) => JUDGED[judgement]);
  when(filter.recordedBy, (id) => sql.fragment`c.recorded_by = ${id}`);
  when(filter.locationId, (id) => sql.fragment`c.calibration_location_id = ${id}`);
  when(filter.kind, (kind) => sql.fragment`c.kind = ${kind}`);
  when(filter.certificateState, (state) => sql.fragment`coalesce(ce.state, 'pending') = ${state}`);
  when(filter.q || undefined, (q) => isFoundIn(q, sql.fragment`c.searched`));
  return where;
}

/** More calibrations of one instrument than this add nothing to the newest ones. */
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
