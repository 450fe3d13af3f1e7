import { z } from 'zod';
import { NOTIFICATION_PREFERENCES, type NotificationPreference } from '#lib/records/notifications.ts';

const channels = z.strictObject({ email: z.boolean(), in_app: z.boolean() });

/** By which channels a person hears of what; requests to join reach admins in-app whatever they choose (specification 6). */
export const notificationPreferencesSchema = z.strictObject(
  Object.fromEntries(NOTIFICATION_PREFERENCES.map((preference) => [preference, channels])) as Record<
    NotificationPreference,
    typeof channels
  >
);
export type NotificationPreferences = z.infer<typeof notificationPreferencesSchema>;
export const updatePreferencesBody = notificationPreferencesSchema.partial();
