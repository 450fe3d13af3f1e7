/** What the records of our archive of assets are: whole rows, as the export writes them (server/db/archive-rows.ts). */
import { z } from 'zod';
import { ASSET } from '#lib/records/asset.ts';
import { RELEASES } from '#lib/records/certificate-states.ts';
import { CHANNEL } from '#lib/records/channel.ts';
import { LOCATION } from '#lib/records/location.ts';
import { PROCEDURE } from '#lib/records/procedure.ts';
import { attachmentName, MOST_ATTACHMENTS } from './attachments.ts';
import { assetIdentifier } from './assets.ts';
import {
  calibrationHeaderSchema,
  certificateState,
  coefficientsOnlySchema,
  reviewRemarkSchema
} from './calibrations.ts';
import { readCertificateContext } from './certificate-context.ts';
import { inputShape } from './described.ts';
import { calendarDate, finite, globalRole, id, instant, optionalText, text } from './primitives.ts';

/** People by the hash of their address. */
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const people = z.record(z.string().max(40), hash);
const system = text(50).nullable();
const sha256 = hash;
const position = z.int().min(0).max(100_000);
const optionalInstant = instant.nullable();

/** A file of a record. Its bytes are beside the record, named after their hash. */
const archivedFileSchema = z.strictObject({
  id,
  name: attachmentName,
  media_type: text(200),
  bytes: z.int().positive(),
  sha256,
  created_at: instant,
  uploaded_by: hash.nullable(),
  uploaded_by_name: text(200),
  uploaded_by_role: globalRole
});
export type ArchivedFile = z.infer<typeof archivedFileSchema>;
const files = z.array(archivedFileSchema).max(MOST_ATTACHMENTS);

export const archivedChannelSchema = z
  .strictObject({ ...inputShape(CHANNEL, {}), id, position, archived_at: optionalInstant })
  .required();

const {
  channels: _channels,
  tasks: _tasks,
  ...assetFields
} = inputShape(ASSET, { asset_id: assetIdentifier, channels: z.never(), tasks: z.never() });

const archivedTaskSchema = z.strictObject({
  id,
  channel_id: id.nullable(),
  position,
  name: text(200),
  kind: z.enum(['verification', 'intermediate_check', 'maintenance', 'other']),
  interval_value: z.int().min(1).max(100_000),
  interval_unit: z.enum(['days', 'weeks', 'months', 'years']),
  lead_days: z.int().min(0).max(100_000).nullable(),
  next_due: calendarDate,
  archived_at: optionalInstant,
  performances: z
    .array(
      z.strictObject({
        id,
        date: calendarDate,
        outcome: z.enum(['ok', 'not_ok']),
        note: optionalText(5000),
        values: z.array(z.record(z.string(), z.unknown())).max(1000),
        took_out_of_service: z.boolean(),
        recorded_at: instant,
        done_by: hash.nullable(),
        done_by_name: text(200),
        done_by_role: globalRole
      })
    )
    .max(100_000)
});
export const archivedAssetSchema = z
  .strictObject({
    ...assetFields,
    id,
    status: z.enum(['active', 'retired']),
    photo_file_id: id.nullable(),
    out_of_service_since: optionalInstant,
    out_of_service_reason: optionalText(1000),
    out_of_service_until: calendarDate.nullable(),
    retired_at: optionalInstant,
    retired_reason: optionalText(1000),
    created_at: instant,
    updated_at: instant,
    created_by: optionalText(200),
    retired_by: optionalText(200),
    people,
    system,
    files,
    channels: z.array(archivedChannelSchema).max(10_000),
    tasks: z.array(archivedTaskSchema).max(1000),
    moves: z
      .array(z.strictObject({ at: instant, by: optionalText(200), from: id.nullable(), to: id.nullable() }))
      .max(100_000)
  })
  .required();
/** Without its files, which are read by themselves. */
export type ArchivedAsset = Omit<z.infer<typeof archivedAssetSchema>, 'files'>;

export const archivedLocationSchema = z
  .strictObject({ ...inputShape(LOCATION, {}), id, common: z.boolean(), created_at: instant, updated_at: instant })
  .required();
export type ArchivedLocation = z.infer<typeof archivedLocationSchema>;

const procedureFields = { ...inputShape(PROCEDURE, {}), body: z.string().max(PROCEDURE.body.max) };
const revision = z.int().min(1).max(1_000_000);
export const archivedProcedureSchema = z
  .strictObject({
    ...procedureFields,
    id,
    revision,
    common: z.boolean(),
    files,
    retired_at: optionalInstant,
    created_at: instant,
    updated_at: instant,
    revisions: z.array(z.strictObject({ ...procedureFields, revision, created_at: instant }).required()).max(10_000)
  })
  .required();
export type ArchivedProcedure = Omit<z.infer<typeof archivedProcedureSchema>, 'files'>;

const header = calibrationHeaderSchema.shape;
const role = globalRole.nullable();
const name = optionalText(200);
export const archivedCalibrationSchema = z.strictObject({
  ...calibrationHeaderSchema.omit({
    organization_id: true,
    asset: true,
    recorded_by: true,
    voided: true,
    reviewed: true,
    certificate: true,
    imported: true
  }).shape,
  // The next one is counted on from it.
  version: z.int().min(1).max(1_000_000),
  asset_id: id,
  asset_label: text(64),
  asset_name: text(200),
  coefficients_only: coefficientsOnlySchema.nullable(),
  recorded_by_name: text(200),
  recorded_by_role: globalRole,
  voided_at: optionalInstant,
  voided_by_name: name,
  voided_by_role: role,
  void_reason: optionalText(2000),
  reviewed_at: optionalInstant,
  reviewed_by_name: name,
  reviewed_by_role: role,
  clock_skew_seconds: z.int32().nullable(),
  // Without their points, which are beside them; whole they are held to their own schemas.
  analysis_request: z.record(z.string(), z.unknown()).nullable(),
  result: z.record(z.string(), z.unknown()).nullable(),
  device_result: z.record(z.string(), z.unknown()).nullable(),
  certificate_context: z
    .record(z.string(), z.unknown())
    .refine((context) => readCertificateContext.safeParse(context).success, 'No context of a certificate'),
  certificate_number: text(60),
  files,
  people,
  system,
  statistics: z.record(z.string(), z.unknown()).nullable(),
  points: z
    .array(
      z.strictObject({
        role: z.enum(['points', 'as_found', 'verification']),
        position,
        reference: finite,
        measured: finite,
        u_reference: finite.nullable(),
        u_measured: finite.nullable(),
        group_number: z.int32().nullable(),
        direction: z.enum(['up', 'down']).nullable(),
        nominal: finite.nullable(),
        // Without its two coordinates, which are beside it.
        result: z
          .record(z.string(), z.unknown())
          .refine((found) => !('reference' in found || 'measured' in found), 'Has the coordinates of its point again')
          .nullable()
      })
    )
    .max(100_000),
  certificate: z
    .strictObject({
      state: certificateState,
      sha256: sha256.nullable(),
      bytes: z.int32().positive().nullable(),
      issued_at: optionalInstant,
      error: optionalText(2000),
      held_for: z.array(z.string().max(100)).max(100),
      kept_at: optionalInstant,
      kept_by_name: name,
      kept_by_role: role,
      kept_reason: optionalText(2000),
      // Archives from before a second person could release have neither.
      release: z.enum(RELEASES).default('automatic'),
      review: z.array(reviewRemarkSchema).max(10_000).default([])
    })
    .nullable(),
  warnings: header.warnings
});
export type ArchivedCalibration = Omit<z.infer<typeof archivedCalibrationSchema>, 'files'>;

/** A line of the manifest: an entry of the archive. */
export const manifestFileSchema = z.strictObject({
  path: z.string().max(500),
  bytes: z.int().nonnegative(),
  sha256
});
/** The manifest; its files are read one by one. */
export const manifestSchema = z.looseObject({
  format: z.literal('plumbline-assets'),
  version: z.literal(1),
  files: z.array(manifestFileSchema)
});
