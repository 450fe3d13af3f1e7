/**
 * The registry's data needed to record calibrations, read for a whole batch at once and only as far as the actor may
 * see it.
 */
import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { calibrationHeaderSchema } from '#lib/contracts/calibrations.ts';
import { assetSchema, outOfServiceSchema } from '#lib/contracts/assets.ts';
import { recordShape } from '#lib/contracts/described.ts';
import { calendarDate, id } from '#lib/contracts/primitives.ts';
import { environmentLimitsSchema } from '#lib/contracts/procedure-content.ts';
import { RELEASES } from '#lib/records/certificate-states.ts';
import { CHANNEL } from '#lib/records/channel.ts';
import { columnKeys } from '#lib/records/field.ts';
import { MEASURING } from '#lib/records/measuring.ts';
import { outOfService } from './asset-record.ts';
import { columnNames } from './column.ts';
import { asJson } from './described.ts';
import type { Tx } from './transaction.ts';

const nullableText = z.string().nullable();
const measuring = recordShape(MEASURING, {});
const MEASURED = columnKeys(MEASURING);
const channelFacts = z.object({ id, name: z.string(), archived: z.boolean(), ...measuring });
const ownFields = assetSchema.pick({
  id: true,
  organization_id: true,
  asset_id: true,
  name: true,
  description: true,
  manufacturer: true,
  model: true,
  serial_number: true,
  status: true,
  calibration_interval_days: true,
  calibration_interval_months: true,
  in_use_since: true,
  created_at: true,
  updated_at: true
}).shape;
const OWN_COLUMNS = columnNames([...Object.keys(ownFields), ...MEASURED], 'a');
const CHANNEL_COLUMNS = asJson(CHANNEL, 'c', columnKeys(CHANNEL));
const assetFacts = z.object({
  ...ownFields,
  location_name: nullableText,
  out_of_service: outOfServiceSchema.nullable(),
  ...measuring,
  channels: z.array(channelFacts),
  organization: z.object({
    id,
    name: z.string(),
    full_name: nullableText,
    address: nullableText,
    email: nullableText,
    phone: nullableText,
    website: nullableText,
    logo_file_id: id.nullable(),
    certificate_prefix: z.string(),
    release: z.enum(RELEASES)
  })
});
export type AssetFacts = z.infer<typeof assetFacts>;
export type ChannelFacts = z.infer<typeof channelFacts>;

/** Assets by UUID and by `asset_id`, which may name several. */
export const findAssetFacts = (
  tx: Tx,
  ids: readonly string[],
  assetIds: readonly string[]
): Promise<readonly AssetFacts[]> =>
  tx.any(sql.type(assetFacts)`
    SELECT ${OWN_COLUMNS}, place.name AS location_name, ${outOfService} AS out_of_service,
           (SELECT coalesce(json_agg(json_build_object('archived', c.archived_at IS NOT NULL, ${CHANNEL_COLUMNS})), '[]')
            FROM channels c WHERE c.asset_id = a.id) AS channels,
           json_build_object('id', o.id, 'name', o.name, 'full_name', o.full_name, 'address', coalesce(o.address, seat.address),
             'email', o.email, 'phone', o.phone, 'website', o.website, 'logo_file_id', o.logo_file_id,
             'certificate_prefix', o.certificate_prefix, 'release', o.release) AS organization
    FROM assets a
    JOIN organizations o ON o.id = a.organization_id
    LEFT JOIN locations seat ON seat.id = o.location_id
    LEFT JOIN locations place ON place.id = a.location_id
    WHERE (a.id = ANY(${sql.array([...ids], 'uuid')}) OR lower(a.asset_id) = ANY(${sql.array([...assetIds], 'text')}))
      AND app_may_read(a.organization_id)`);

const priorCalibration = z.object({
  id,
  asset_id: id,
  channel_id: id.nullable(),
  version: z.int(),
  kind: z.enum(['internal', 'external']),
  calibration_date: calendarDate,
  due_date: calendarDate.nullable(),
  voided: z.boolean(),
  /** Its certificate was issued, or is about to be: a later one can say that it replaces it. */
  was_released: z.boolean(),
  lab_name: nullableText,
  lab_certificate_number: nullableText,
  lab_accreditation: nullableText,
  certificate_number: z.string(),
  laboratory: z.string(),
  unit: nullableText,
  conforms: z.boolean().nullable(),
  expanded_uncertainty: z.number().nullable(),
  coverage_factor: z.number().nullable(),
  effective_degrees_of_freedom: z.number().nullable()
});
/** The parts of an earlier calibration to which a later one refers. */
export type PriorCalibration = z.infer<typeof priorCalibration>;

/** A query for the calibration of a reference that counts on a day, in a unit. */
export type ReferenceQuestion = {
  readonly assetId: string;
  readonly channelId: string | null;
  readonly date: string;
  readonly unit: string | null;
};

const prior = sql.fragment`
  c.id, c.asset_id, c.channel_id, c.version, c.kind, c.calibration_date, c.due_date, c.voided_at IS NOT NULL AS voided,
  EXISTS (SELECT FROM certificates ce WHERE ce.calibration_id = c.id AND ce.state IN ('pending', 'issued', 'failed')) AS was_released,
  c.lab_name, c.lab_certificate_number, c.lab_accreditation, c.certificate_number,
  c.certificate_context -> 'organization' ->> 'name' AS laboratory,
  c.unit, c.conforms, c.expanded_uncertainty, c.coverage_factor, c.effective_degrees_of_freedom`;

/**
 * For the requested instruments and days, as `latest`, these columns of the calibration `c` that counts: not voided,
 * with the greatest date not after the day `q.day`, then the greatest version.
 * @param further conditions on `c`, beginning with AND
 */
const countingOn = (
  questions: readonly ReferenceQuestion[],
  columns: FragmentSqlToken,
  further: FragmentSqlToken
): FragmentSqlToken => sql.fragment`
  FROM unnest(${sql.array(
    questions.map((q) => q.assetId),
    'uuid'
  )}, ${sql.array(
    questions.map((q) => q.channelId),
    'uuid'
  )}, ${sql.array(
    questions.map((q) => q.date),
    'date'
  )}, ${sql.array(
    questions.map((q) => q.unit),
    'text'
  )}) AS q(asset_id, channel_id, day, unit)
  CROSS JOIN LATERAL (
    SELECT ${columns} FROM calibrations c
    WHERE c.asset_id = q.asset_id AND coalesce(c.channel_id, nobody()) = coalesce(q.channel_id, nobody())
      AND c.voided_at IS NULL AND c.calibration_date <= q.day AND app_may_read(c.organization_id) ${further}
    ORDER BY c.calibration_date DESC, c.version DESC LIMIT 1
  ) latest`;

/**
 * For each query the calibration that counts (metrology.md §6: not voided, same unit, greatest date not after the day,
 * then greatest version), and those named by id whatever their state.
 */
export async function findPriorCalibrations(
  tx: Tx,
  questions: readonly ReferenceQuestion[],
  ids: readonly string[]
): Promise<readonly PriorCalibration[]> {
  if (questions.length === 0 && ids.length === 0) return [];
  return tx.any(sql.type(priorCalibration)`
    SELECT ${prior} FROM calibrations c
    WHERE c.id = ANY(${sql.array([...ids], 'uuid')}) AND app_may_read(c.organization_id)
    UNION
    SELECT latest.* ${countingOn(
      questions,
      prior,
      sql.fragment`AND c.expanded_uncertainty IS NOT NULL AND (q.unit IS NULL OR c.unit IS NULL OR c.unit = q.unit)`
    )}`);
}

const curveFacts = z.object({
  id,
  asset_id: id,
  channel_id: id.nullable(),
  version: z.int(),
  calibration_date: calendarDate,
  unit: nullableText,
  curve: calibrationHeaderSchema.shape.curve,
  voided: z.null()
});
/** A calibration whose curve may be the correction in force. */
export type CurveFacts = z.infer<typeof curveFacts>;

/** For each instrument and day the calibration that counts for the instrument itself, whatever its unit. */
export const findLatestCurves = async (
  tx: Tx,
  questions: readonly Pick<ReferenceQuestion, 'assetId' | 'channelId' | 'date'>[]
): Promise<readonly CurveFacts[]> =>
  questions.length === 0
    ? []
    : tx.any(sql.type(curveFacts)`
        SELECT DISTINCT latest.* ${countingOn(
          questions.map((question) => ({ ...question, unit: null })),
          sql.fragment`
            c.id, c.asset_id, c.channel_id, c.version, c.calibration_date, c.unit, c.curve, NULL AS voided`,
          sql.fragment``
        )}`);

const placeFacts = z.object({ id, organization_id: id.nullable(), name: z.string(), address: nullableText });
const procedureFacts = z.object({
  id,
  organization_id: id.nullable(),
  name: z.string(),
  code: z.string(),
  revision: z.int(),
  is_current: z.boolean(),
  retired: z.boolean(),
  environment: environmentLimitsSchema.nullable()
});
export type PlaceFacts = z.infer<typeof placeFacts>;
export type ProcedureFacts = z.infer<typeof procedureFacts>;

export const findPlaces = async (tx: Tx, ids: readonly string[]): Promise<readonly PlaceFacts[]> =>
  ids.length === 0
    ? []
    : tx.any(sql.type(placeFacts)`
        SELECT id, organization_id, name, address FROM locations
        WHERE id = ANY(${sql.array([...ids], 'uuid')}) AND app_may_read(organization_id)`);

/** Each procedure in its current revision, and in the requested ones. */
export const findProcedures = async (
  tx: Tx,
  followed: readonly { readonly id: string; readonly revision: number | null }[]
): Promise<readonly ProcedureFacts[]> =>
  followed.length === 0
    ? []
    : tx.any(sql.type(procedureFacts)`
        SELECT p.id, p.organization_id, r.name, r.code, r.revision, r.revision = p.revision AS is_current,
               p.retired_at IS NOT NULL AS retired, r.environment
        FROM procedures p JOIN procedure_revisions r ON r.procedure_id = p.id
        WHERE p.id = ANY(${sql.array(
          followed.map(({ id }) => id),
          'uuid'
        )})
          AND (r.revision = p.revision OR r.revision = ANY(${sql.array(
            followed.flatMap(({ revision }) => revision ?? []),
            'int4'
          )}))
          AND app_may_read(p.organization_id)`);
