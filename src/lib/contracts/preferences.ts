import { z } from 'zod';
import { NOTIFICATION_PREFERENCES, type NotificationPreference } from '#lib/records/notifications.ts';

const channels = z.strictObject({ email: z.boolean(), in_app: z.boolean() });

/**
 * A person's notification channels for each category; admins always see requests to join in the app (specification 6).
 */
export const notificationPreferencesSchema = z.strictObject(
  Object.fromEntries(NOTIFICATION_PREFERENCES.map((preference) => [preference, channels])) as Record<
    NotificationPreference,
    typeof channels
  >
);
export type NotificationPreferences = z.infer<typeof notificationPreferencesSchema>;
export const updatePreferencesBody = notificationPreferencesSchema.partial();
