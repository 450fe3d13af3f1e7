import { endpoint } from '#lib/server/http/endpoint.ts';
import {
  getNotificationPreferences,
  updateNotificationPreferences
} from '#lib/server/use-cases/people/notification-preferences.ts';

export const GET = endpoint('getNotificationPreferences', ({ services, actor }) =>
  getNotificationPreferences(services, actor)
);

export const PUT = endpoint('updateNotificationPreferences', ({ services, actor, body }) =>
  updateNotificationPreferences(services, actor, body)
);
