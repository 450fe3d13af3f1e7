import { z } from 'zod';
import { NOTIFICATION_CATEGORIES } from '#lib/records/notifications.ts';
import { id, instant } from './primitives.ts';

export const notificationCategory = z.enum(NOTIFICATION_CATEGORIES);
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
