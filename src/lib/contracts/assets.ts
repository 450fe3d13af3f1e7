/** Measuring instruments, their channels and what is measured with them (api.md, Registry). */
import { z } from 'zod';
import { isUuid } from '#lib/laboratory/uuid.ts';
import { tolerancePartSchema } from './analysis-request.ts';
import { calendarDate, finite, id, instant, optionalText, text } from './primitives.ts';
import { userSummarySchema } from './people.ts';

export const calibrationStatus = z.enum(['calibrated', 'due_soon', 'overdue', 'never']);
export type CalibrationStatus = z.infer<typeof calibrationStatus>;

/** Letters, digits and `. _ -`; never a UUID or a word of the routes, so that `{ref}` cannot be mistaken. */
export const assetIdentifier = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,64}$/)
  .refine((ref) => !isUuid(ref), 'An identifier cannot be a UUID')
  .refine((ref) => !['export', 'import', 'stickers'].includes(ref.toLowerCase()), 'This word is reserved');

const measuringFields = {
  quantity: z.string().nullable(),
  unit: z.string().nullable(),
  measured_unit: z.string().nullable(),
  range_min: z.number().nullable(),
  range_max: z.number().nullable(),
  resolution: z.number().nullable(),
  tolerance: z.array(tolerancePartSchema),
  correction_applied: z.boolean(),
  cmc: z.number().nullable()
};
const measuringInput = {
  quantity: optionalText(100).optional(),
  unit: optionalText(32).optional(),
  measured_unit: optionalText(32).optional(),
  range_min: finite.nullable().optional(),
  range_max: finite.nullable().optional(),
  resolution: finite.positive().nullable().optional(),
  tolerance: z.array(tolerancePartSchema).max(10).optional(),
  correction_applied: z.boolean().optional(),
  cmc: finite.nonnegative().nullable().optional()
};

export const channelSchema = z.strictObject({
  id,
  name: z.string(),
  ...measuringFields,
  archived_at: instant.nullable()
});
export type Channel = z.infer<typeof channelSchema>;
export const channelInput = z.strictObject({ id: id.optional(), name: text(200), ...measuringInput });

export const assetSchema = z.strictObject({
  id,
  asset_id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  organization_id: id,
  organization_name: z.string(),
  manufacturer: z.string().nullable(),
  model: z.string().nullable(),
  serial_number: z.string().nullable(),
  category: z.string().nullable(),
  is_reference: z.boolean(),
  status: z.enum(['active', 'retired']),
  location_id: id.nullable(),
  location_name: z.string().nullable(),
  procedure_id: id.nullable(),
  calibration_interval_days: z.int().nullable(),
  ...measuringFields,
  channels: z.array(channelSchema),
  calibration_status: calibrationStatus,
  overdue_channels: z.array(id),
  due_date: calendarDate.nullable(),
  last_calibrated_at: calendarDate.nullable(),
  photo_file_id: id.nullable(),
  tags: z.array(z.string()),
  created_at: instant,
  updated_at: instant,
  created_by: userSummarySchema.nullable()
});
export type Asset = z.infer<typeof assetSchema>;

const editable = {
  name: text(200),
  description: optionalText(5000).optional(),
  manufacturer: optionalText(200).optional(),
  model: optionalText(200).optional(),
  serial_number: optionalText(200).optional(),
  category: optionalText(100).optional(),
  is_reference: z.boolean().optional(),
  location_id: id.nullable().optional(),
  calibration_interval_days: z.int().min(1).max(36_500).nullable().optional(),
  ...measuringInput,
  channels: z.array(channelInput).max(200).optional(),
  tags: z.array(text(50)).max(50).optional()
};
export const createAssetBody = z.strictObject({ asset_id: assetIdentifier, organization_id: id, ...editable });
export const updateAssetBody = z.strictObject({ asset_id: assetIdentifier, ...editable }).partial();
