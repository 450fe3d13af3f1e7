import { pageReply } from '#lib/server/http/answer.ts';
import { endpoint } from '#lib/server/http/endpoint.ts';
import { listWebhookDeliveries } from '#lib/server/use-cases/webhooks/read-webhooks.ts';

export const GET = endpoint('listWebhookDeliveries', async ({ services, actor, params, query }) =>
  pageReply(await listWebhookDeliveries(services, actor, params.id, query))
);
