import { z } from 'zod';
import { operation } from './operation.ts';
import { id } from './primitives.ts';
import { MOST_TRACED, traceabilitySchema } from './traceability.ts';

const depth = z.coerce.number().int().min(1).max(1000).optional().describe('Maximum number of steps; by default, all');

export const traceabilityOperations = {
  listUsedBy: operation({
    method: 'GET',
    path: '/calibrations/{id}/used-by',
    tag: 'Traceability',
    summary:
      'Calibrations that depend on a calibration: those that used it as their reference, those that used these, and so on',
    description: `At most ${MOST_TRACED} calibrations, nearest first. Those in organizations that the caller cannot see are only counted.`,
    access: 'user',
    params: z.strictObject({ id }),
    query: z.strictObject({ depth }),
    answers: { 200: traceabilitySchema },
    refusals: ['not_found']
  }),
  getTraceability: operation({
    method: 'GET',
    path: '/assets/{ref}/traceability',
    tag: 'Traceability',
    summary: 'The traceability chain of an asset’s calibration, back to external laboratories',
    description: 'For the given calibration, or by default for the current calibration of each channel.',
    access: 'user',
    params: z.strictObject({ ref: z.string().min(1).max(64) }),
    query: z.strictObject({
      organization_id: id.optional(),
      channel_id: id.optional(),
      calibration_id: id.optional(),
      depth
    }),
    answers: { 200: traceabilitySchema },
    refusals: ['not_found', 'ambiguous_ref']
  })
} as const;
