import { z } from 'zod';
import { LOCATION } from '#lib/records/location.ts';
import { inputShape, recordShape } from './described.ts';
import { id } from './primitives.ts';

export const locationSchema = z.strictObject(recordShape(LOCATION, {}));
export type Location = z.infer<typeof locationSchema>;

const editable = inputShape(LOCATION, {});
export const createLocationBody = z.strictObject({
  ...editable,
  is_calibration_lab: z.boolean().default(false),
  organization_id: id.nullable().optional()
});
/** Without the default: zod would fill it in for an absent field of an update. */
export const updateLocationBody = z.strictObject(editable).partial();
