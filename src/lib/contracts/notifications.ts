import { z } from 'zod';
import { id, instant } from './primitives.ts';

export const notificationCategory = z.enum([
  'calibration_due',
  'calibration_recorded',
  'join_request',
  'join_decision'
]);
export const notificationSchema = z.strictObject({
  id,
  category: notificationCategory,
  title: z.string(),
  body: z.string(),
  link: z.string(),
  asset_id: id.nullable(),
  organization_id: id.nullable(),
  read_at: instant.nullable(),
  created_at: instant
});
export type Notification = z.infer<typeof notificationSchema>;
