import { pageReply } from '#lib/server/http/answer.ts';
import { endpoint } from '#lib/server/http/endpoint.ts';
import { clearNotifications, listNotifications } from '#lib/server/use-cases/notifications/inbox.ts';

export const GET = endpoint('listNotifications', async ({ services, actor, query }) =>
  pageReply(await listNotifications(services, actor, query))
);

export const DELETE = endpoint('clearNotifications', ({ services, actor }) => clearNotifications(services, actor));
