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
    depth: z.int().nonnegative().describe('Steps from where the walk began'),
    rests_on_id: id.nullable().describe('The next calibration that the caller may see, towards the national standard'),
    hidden_between: z.int().nonnegative().describe('How many that the caller may not see are in between')
  });
export type TracedCalibration = z.infer<typeof tracedCalibrationSchema>;

export const traceabilitySchema = z.strictObject({
  root_ids: z.array(id).describe('Where the walk began'),
  calibrations: z.array(tracedCalibrationSchema).describe('Each once, nearest first; the roots are among them'),
  hidden: z.int().nonnegative().describe('How many more there are that the caller may not see'),
  is_complete: z
    .boolean()
    .describe('false: there are more, deeper than was asked for or beyond the most that is answered')
});
export type Traceability = z.infer<typeof traceabilitySchema>;
