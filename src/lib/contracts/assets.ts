/** Measuring instruments and their channels (api.md, Registry). */
import { z } from 'zod';
import { VERDICTS } from '#lib/metrology/types.ts';
import { isUuid } from '#lib/laboratory/uuid.ts';
import { ASSET } from '#lib/records/asset.ts';
import { CHANNEL } from '#lib/records/channel.ts';
import { inputShape, recordShape } from './described.ts';
import { calendarDate, id, instant, optionalText, text } from './primitives.ts';
import { userSummarySchema } from './people.ts';
import { taskListInput, taskSchema } from './tasks.ts';

export const calibrationStatus = z.enum(['calibrated', 'due_soon', 'overdue', 'never']);
export type CalibrationStatus = z.infer<typeof calibrationStatus>;

/**
 * The result of the last valid calibration; for an asset with channels, that of a channel that does not conform, else
 * of the newest.
 */
export const lastVerdictSchema = z.strictObject({
  calibration_id: id,
  conforms: z.boolean().nullable().describe('The decisive verdict; null if there is none'),
  as_found: z.enum(VERDICTS).nullable(),
  as_left: z.enum(VERDICTS).nullable()
});
export type LastVerdict = z.infer<typeof lastVerdictSchema>;

/** Must not be used until it is put back into service: damaged, away, or in doubt. */
export const outOfServiceSchema = z.strictObject({
  since: instant,
  reason: z.string(),
  until: calendarDate.nullable().describe('Expected day of return; it stays out of service until it is put back')
});
export type OutOfService = z.infer<typeof outOfServiceSchema>;

/** Permanently out of use. */
export const retiredSchema = z.strictObject({
  at: instant,
  by: userSummarySchema.nullable(),
  reason: z.string().nullable().describe('Null if it was retired without a reason')
});
export type Retired = z.infer<typeof retiredSchema>;

/** Letters, digits and `. _ -`; never a UUID or a word of the routes, so that `{ref}` cannot be mistaken. */
export const assetIdentifier = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,64}$/)
  .refine((ref) => !isUuid(ref), 'An identifier cannot be a UUID')
  .refine((ref) => !['export', 'import', 'stickers', 'bulk'].includes(ref.toLowerCase()), 'This word is reserved');

export const channelSchema = z.strictObject(recordShape(CHANNEL, {}));
export type Channel = z.infer<typeof channelSchema>;
export const channelInput = z.strictObject({ id: id.optional(), ...inputShape(CHANNEL, {}) });

export const assetSchema = z.strictObject(
  recordShape(ASSET, {
    out_of_service: outOfServiceSchema,
    retired: retiredSchema,
    channels: z.array(channelSchema),
    tasks: z.array(taskSchema),
    calibration_status: calibrationStatus,
    overdue_channels: z.array(id),
    due_date: calendarDate,
    last_calibrated_at: calendarDate,
    last_verdict: lastVerdictSchema,
    created_by: userSummarySchema
  })
);
export type Asset = z.infer<typeof assetSchema>;

const { asset_id, ...editable } = inputShape(ASSET, {
  asset_id: assetIdentifier,
  channels: z.array(channelInput).max(200),
  tasks: taskListInput
});
export const createAssetBody = z.strictObject({ asset_id, organization_id: id, ...editable });
export const updateAssetBody = z.strictObject({ asset_id, ...editable }).partial();
/** Why an asset is retired or restored. */
export const stateReasonBody = z.strictObject({ reason: optionalText(1000).optional() });
export const duplicateAssetBody = z.strictObject({ asset_id: assetIdentifier, name: text(ASSET.name.max).optional() });
export const takeOutOfServiceBody = z.strictObject({ reason: text(1000), until: calendarDate.nullable().optional() });
