import { endpoint } from '#lib/server/http/endpoint.ts';
import { deleteWebhook, updateWebhook } from '#lib/server/use-cases/webhooks/change-webhook.ts';
import { getWebhook } from '#lib/server/use-cases/webhooks/read-webhooks.ts';

export const GET = endpoint('getWebhook', ({ services, actor, params }) => getWebhook(services, actor, params.id));

export const PUT = endpoint('updateWebhook', ({ services, actor, params, body, ifMatch }) =>
  updateWebhook(services, actor, params.id, body, ifMatch)
);

export const DELETE = endpoint('deleteWebhook', ({ services, actor, params }) =>
  deleteWebhook(services, actor, params.id)
);
