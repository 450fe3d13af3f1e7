import { z } from 'zod';

const channels = z.strictObject({ email: z.boolean(), in_app: z.boolean() });

/** By which channels a person hears of what; requests to join reach admins in-app whatever they choose (specification 6). */
export const notificationPreferencesSchema = z.strictObject({
  calibration_due: channels,
  calibration_recorded: channels,
  join_request: channels,
  join_decision: channels
});
export type NotificationPreferences = z.infer<typeof notificationPreferencesSchema>;
export const updatePreferencesBody = notificationPreferencesSchema.partial();
