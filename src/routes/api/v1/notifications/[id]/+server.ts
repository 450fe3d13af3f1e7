import { endpoint } from '#lib/server/http/endpoint.ts';
import { deleteNotification } from '#lib/server/use-cases/notifications/inbox.ts';

export const DELETE = endpoint('deleteNotification', ({ services, actor, params }) =>
  deleteNotification(services, actor, params.id)
);
