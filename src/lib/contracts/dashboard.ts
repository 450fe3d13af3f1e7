import { z } from 'zod';
import { calibrationHeaderSchema } from './calibrations.ts';
import { calendarDate, id } from './primitives.ts';

export const calendarEventSchema = z.strictObject({
  asset_id: z.string(),
  name: z.string(),
  date: calendarDate,
  event_type: z.enum(['calibration_due', 'calibrated'])
});

const count = z.int().nonnegative();
const share = z.number().min(0).max(1).nullable();

/** Figures for one organization, or for all of the caller's; retired assets and voided calibrations do not count. */
export const dashboardSummarySchema = z.strictObject({
  by_status: z
    .strictObject({ calibrated: count, due_soon: count, overdue: count, never: count })
    .describe('Assets in service; an asset that failed its last calibration does not count as calibrated'),
  due_in: z
    .strictObject({ 30: count, 60: count, 90: count })
    .describe('Assets in service that are due today or within this number of days; excludes overdue ones'),
  failed: count.describe('Assets whose last verdict does not conform'),
  out_of_service: count,
  pass_rate: z.strictObject({
    as_found: share.describe(
      'Proportion of calibrations with a verdict that passed as found; null if none has a verdict'
    ),
    as_left: share.describe('The same after correction'),
    n: count.describe('Calibrations with a verdict in either run'),
    months: z.literal(12)
  }),
  recent: z.array(calibrationHeaderSchema).max(10),
  tasks_due: count.describe('Tasks of assets in service that are overdue, or due within their lead time')
});
export type DashboardSummary = z.infer<typeof dashboardSummarySchema>;

export const FOUND_KINDS = ['asset', 'calibration', 'procedure', 'location', 'person', 'organization'] as const;
/** A search result: enough to show it and to request the record. */
export const searchHitSchema = z.strictObject({
  kind: z.enum(FOUND_KINDS),
  id,
  title: z.string().describe('asset_id, certificate number, code or name'),
  detail: z.string().describe('Distinguishes results with the same title; may be empty'),
  organization_id: id.nullable()
});
export type SearchHit = z.infer<typeof searchHitSchema>;
