/** Bulk changes of assets, and the moves of an asset. */
import { z } from 'zod';
import { ASSET } from '#lib/records/asset.ts';
import { inputShape } from './described.ts';
import { assetIdentifier, channelInput } from './assets.ts';
import { id, instant, text } from './primitives.ts';
import { taskListInput } from './tasks.ts';

const MOST = 1000;
const { location_id, procedure_id, calibration_interval_days, calibration_interval_months, tags } = inputShape(ASSET, {
  asset_id: assetIdentifier,
  channels: z.array(channelInput),
  tasks: taskListInput
});

export const bulkChangeSchema = z
  .strictObject({
    location_id,
    procedure_id,
    calibration_interval_days,
    calibration_interval_months,
    tags_add: tags,
    tags_remove: tags,
    status: z.enum(ASSET.status.of).optional(),
    reason: text(1000).optional().describe('Reason; stored in the history, and with the state of a retired asset')
  })
  .refine(
    ({ reason: _, ...fields }) => Object.values(fields).some((value) => value !== undefined),
    'Name what is to change'
  );
export type BulkChange = z.output<typeof bulkChangeSchema>;
export type BulkChangeInput = z.input<typeof bulkChangeSchema>;

export const bulkChangeBody = z.strictObject({
  refs: z.array(z.string().min(1).max(64)).min(1).max(MOST),
  change: bulkChangeSchema
});
export const bulkChangeAnswer = z.strictObject({
  changed: z.int(),
  unchanged: z.int().describe('Number of assets that already had this state')
});

const place = z.strictObject({
  id,
  name: z.string().nullable().describe('Its current name; null if it has been deleted')
});
/** From one location to another; null: no location. */
export const assetMoveSchema = z.strictObject({
  id: id.describe('Id of the history entry'),
  at: instant,
  from: place.nullable(),
  to: place.nullable(),
  by: z.strictObject({ id, full_name: z.string().nullable() }).nullable()
});
export type AssetMove = z.infer<typeof assetMoveSchema>;
