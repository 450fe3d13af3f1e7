import { endpoint } from '#lib/server/http/endpoint.ts';
import { readNotification } from '#lib/server/use-cases/notifications/inbox.ts';

export const POST = endpoint('readNotification', ({ services, actor, params }) =>
  readNotification(services, actor, params.id)
);
