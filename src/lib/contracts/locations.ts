import { z } from 'zod';
import { id, instant, optionalText, text } from './primitives.ts';

export const locationSchema = z.strictObject({
  id,
  name: z.string(),
  address: z.string().nullable(),
  description: z.string().nullable(),
  parent_id: id.nullable(),
  is_calibration_lab: z.boolean(),
  organization_id: id.nullable(),
  created_at: instant,
  updated_at: instant
});
export type Location = z.infer<typeof locationSchema>;

export const createLocationBody = z.strictObject({
  name: text(200),
  address: optionalText(1000).optional(),
  description: optionalText(5000).optional(),
  parent_id: id.nullable().optional(),
  is_calibration_lab: z.boolean().default(false),
  organization_id: id.nullable().optional()
});
/** A default must not sneak into an update: zod fills it in for an absent optional field. */
export const updateLocationBody = createLocationBody
  .omit({ organization_id: true })
  .extend({ is_calibration_lab: z.boolean() })
  .partial();
