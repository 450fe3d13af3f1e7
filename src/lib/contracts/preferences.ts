import { z } from 'zod';
import { NOTIFICATION_PREFERENCES, type NotificationPreference } from '#lib/records/notifications.ts';

const channels = z.strictObject({
  email: z.boolean(),
  in_app: z.boolean(),
  push: z.boolean().describe('To devices that receive push messages')
});
/** Without `push`, that channel stays as it is: programs may not know of it. */
const chosen = channels.partial({ push: true });

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
export const updatePreferencesBody = z
  .strictObject(
    Object.fromEntries(NOTIFICATION_PREFERENCES.map((preference) => [preference, chosen])) as Record<
      NotificationPreference,
      typeof chosen
    >
  )
  .partial();
export type ChosenPreferences = z.infer<typeof updatePreferencesBody>;
