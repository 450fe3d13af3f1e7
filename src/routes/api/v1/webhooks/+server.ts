import { endpoint } from '#lib/server/http/endpoint.ts';
import { createWebhook } from '#lib/server/use-cases/webhooks/create-webhook.ts';
import { listWebhooks } from '#lib/server/use-cases/webhooks/read-webhooks.ts';

export const GET = endpoint('listWebhooks', ({ services, actor, query }) =>
  listWebhooks(services, actor, query.organization_id)
);

export const POST = endpoint('createWebhook', ({ services, actor, body }) => createWebhook(services, actor, body));
