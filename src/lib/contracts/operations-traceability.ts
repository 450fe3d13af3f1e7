import { z } from 'zod';
import { operation } from './operation.ts';
import { id } from './primitives.ts';
import { MOST_TRACED, traceabilitySchema } from './traceability.ts';

const depth = z.coerce.number().int().min(1).max(1000).optional().describe('Steps at most; left out, all');

export const traceabilityOperations = {
  listUsedBy: operation({
    method: 'GET',
    path: '/calibrations/{id}/used-by',
    tag: 'Traceability',
    summary:
      'What rests on a calibration: those that took their reference values from it, those that rest on these, and so on',
    description: `At most ${MOST_TRACED} calibrations, nearest first. Those of organizations that the caller may not see are counted.`,
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
    summary: 'What the calibration of an asset rests on, back to the laboratories outside',
    description: 'Of the calibration named, else of the one that counts now, for each channel.',
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
