import { z } from 'zod';
import { calibrationHeaderSchema } from './calibrations.ts';
import { assetHealthSchema, curveComparisonSchema, MOST_CURVES } from './health.ts';
import { operation } from './operation.ts';
import { calendarDate, id, pageQuery, queryFlag } from './primitives.ts';

const byRef = z.strictObject({ ref: z.string().min(1).max(64) });
const ofChannel = z.strictObject({ channel_id: id.optional(), organization_id: id.optional() });
const idList = z
  .string()
  .transform((list) => list.split(','))
  .pipe(z.array(id).min(1).max(MOST_CURVES));

export const healthOperations = {
  getAssetHealth: operation({
    method: 'GET',
    path: '/assets/{ref}/health',
    tag: 'Health',
    summary: 'Drift, stability and the recommended interval of an asset or channel',
    access: 'user',
    params: byRef,
    query: ofChannel,
    answers: { 200: assetHealthSchema },
    refusals: ['not_found', 'ambiguous_ref']
  }),
  compareAssetCurves: operation({
    method: 'GET',
    path: '/assets/{ref}/curves',
    tag: 'Health',
    summary: 'Curves of an asset or channel on one grid, and whether their differences are within their uncertainties',
    description: `\`ids\` lists at most ${MOST_CURVES} calibrations, separated by commas; by default, the latest ones are compared. Voided ones are left out.`,
    access: 'user',
    params: byRef,
    query: ofChannel.extend({ ids: idList.optional() }),
    answers: { 200: curveComparisonSchema },
    refusals: ['not_found', 'ambiguous_ref']
  }),
  listCalibrationsUsing: operation({
    method: 'GET',
    path: '/assets/{ref}/calibrations/used-by',
    tag: 'Health',
    summary: 'Calibrations that used this asset as their reference, newest first',
    access: 'user',
    params: byRef,
    query: pageQuery.omit({ q: true }).extend({
      organization_id: id.optional(),
      channel_id: id.optional(),
      calibration_id: id.optional().describe('Only calibrations that used the uncertainty from this calibration'),
      include_voided: queryFlag.optional(),
      from: calendarDate.optional(),
      to: calendarDate.optional()
    }),
    answers: { 200: z.array(calibrationHeaderSchema) },
    refusals: ['not_found', 'ambiguous_ref', 'invalid_cursor'],
    paged: true
  })
} as const;
