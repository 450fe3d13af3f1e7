/** On which calibrations a calibration rests, and which rest on it, to any depth. */
import { z } from 'zod';
import { calibrationHeaderSchema } from './calibrations.ts';
import { id } from './primitives.ts';

/** More calibrations than this one answer does not hold. */
export const MOST_TRACED = 20_000;

export const tracedCalibrationSchema = calibrationHeaderSchema
  .pick({
    id: true,
    organization_id: true,
    asset: true,
    channel_id: true,
    version: true,
    kind: true,
    calibration_date: true,
    due_date: true,
    lab_name: true,
    lab_certificate_number: true,
    lab_accreditation: true,
    conforms: true,
    unit: true,
    expanded_uncertainty: true,
    coverage_factor: true
  })
  .extend({
    organization_name: z.string(),
    channel_name: z.string().nullable(),
    certificate_number: z.string(),
    voided: z.boolean(),
    depth: z.int().nonnegative().describe('Number of steps from a starting calibration'),
    rests_on_id: id.nullable().describe('The next visible calibration towards the national standard'),
    hidden_between: z.int().nonnegative().describe('Number of calibrations in between that the caller cannot see')
  });
export type TracedCalibration = z.infer<typeof tracedCalibrationSchema>;

export const traceabilitySchema = z.strictObject({
  root_ids: z.array(id).describe('Starting calibrations'),
  calibrations: z
    .array(tracedCalibrationSchema)
    .describe('Each calibration once, nearest first; includes the starting calibrations'),
  hidden: z.int().nonnegative().describe('Number of further calibrations that the caller cannot see'),
  is_complete: z.boolean().describe('false: more exist beyond `depth` or the limit')
});
export type Traceability = z.infer<typeof traceabilitySchema>;
