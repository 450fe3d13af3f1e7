/** Recalls: which calibrations a faulty reference has touched, with numbers, and what is decided about each. */
import { z } from 'zod';
import { DISPOSITIONS, RECALL_CAUSES, RECALL_CLASSES, RECALL_OBSTACLES, MOST_DECIDED } from '#lib/records/recall.ts';
import { VERDICTS } from '#lib/metrology/types.ts';
import { calibrationHeaderSchema } from './calibrations.ts';
import { userSummarySchema } from './people.ts';
import { calendarDate, finite, id, instant, optionalText, text } from './primitives.ts';

const count = z.int().nonnegative();
const named = z.strictObject({ id, version: z.int(), calibration_date: calendarDate });

export const recallSchema = z.strictObject({
  id,
  organization_id: id,
  calibration: calibrationHeaderSchema
    .pick({ id: true, version: true, calibration_date: true, asset: true, channel_id: true, unit: true })
    .extend({ voided: z.boolean() })
    .describe(
      'Calibration of the reference that was out of tolerance or voided; for a suspected reference, its last good calibration'
    ),
  cause: z.enum(RECALL_CAUSES),
  reason: z.string().nullable(),
  suspected_error: z.number().nullable().describe('For a suspected reference: its error as stated, if known'),
  before: named.nullable().describe('The last good calibration of the reference'),
  after: named.nullable().describe('The calibration whose errors as found are used'),
  state: z.enum(['running', 'ready', 'failed']),
  done: count,
  total: count.nullable().describe('Number of affected calibrations; null until they are found'),
  counts: z
    .strictObject({
      flipped: count,
      weakened: count,
      undetermined: count,
      unchanged: count,
      open: count,
      hidden: count
    })
    .describe(
      'Number of calibrations the caller can see in each class; `open`: without a decision; `hidden`: those the caller cannot see'
    ),
  started_at: instant,
  started_by: userSummarySchema,
  finished_at: instant.nullable()
});
export type Recall = z.infer<typeof recallSchema>;

const verdict = z.enum(VERDICTS).nullable();
const figures = z.strictObject({
  error: z.number().nullable().describe('Error at the decisive point'),
  at: z.number().nullable(),
  expanded_uncertainty: z.number().nullable(),
  as_found: verdict,
  as_left: verdict,
  conforms: z.boolean().nullable(),
  risk: z.number().nullable().describe('Probability that this error is outside its tolerance')
});

export const recallLineSchema = z.strictObject({
  calibration: calibrationHeaderSchema
    .pick({
      id: true,
      organization_id: true,
      version: true,
      calibration_date: true,
      asset: true,
      customer: true,
      unit: true
    })
    .extend({
      certificate_number: z.string(),
      voided: z.boolean(),
      location_name: z.string().nullable().describe('Current location of the asset'),
      organization_name: z.string()
    }),
  depth: z.int().positive().describe('1: calibrated with the reference itself'),
  class: z.enum(RECALL_CLASSES),
  obstacle: z.enum(RECALL_OBSTACLES).nullable(),
  shift: z.number().nullable().describe('The largest change of a reference value'),
  recorded: figures.nullable(),
  again: figures.nullable(),
  disposition: z.enum(DISPOSITIONS).nullable(),
  decisions: z
    .array(
      z.strictObject({
        disposition: z.enum(DISPOSITIONS).nullable().describe('null: reopened because the numbers had changed'),
        reason: z.string(),
        at: instant,
        by: userSummarySchema
      })
    )
    .describe('Newest first')
});
export type RecallLine = z.infer<typeof recallLineSchema>;

export const startRecallBody = z
  .strictObject({
    reason: optionalText(2000).optional(),
    suspected: z
      .strictObject({
        error: finite
          .nullable()
          .describe('Stated value minus true value, in the unit of the calibration; null if unknown')
      })
      .optional()
      .describe('The calibration was good, but the reference has been in doubt since; requires a reason')
  })
  .refine(({ reason, suspected }) => suspected === undefined || Boolean(reason), {
    error: 'Enter the reason why the reference is suspected',
    path: ['reason']
  });
export type StartRecallBody = z.infer<typeof startRecallBody>;
export const decideRecallBody = z.strictObject({
  calibration_ids: z.array(id).min(1).max(MOST_DECIDED),
  disposition: z.enum(DISPOSITIONS),
  reason: text(2000)
});
export type DecideRecallBody = z.infer<typeof decideRecallBody>;

export const recordLettersBody = z.strictObject({
  letters: z
    .array(z.strictObject({ calibration_id: id, recipient: text(500) }))
    .min(1)
    .max(MOST_DECIDED)
});
export type RecordLettersBody = z.infer<typeof recordLettersBody>;
