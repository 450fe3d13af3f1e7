import { endpoint } from '#lib/server/http/endpoint.ts';
import { renewWebhookSecret } from '#lib/server/use-cases/webhooks/change-webhook.ts';

export const POST = endpoint('renewWebhookSecret', ({ services, actor, params }) =>
  renewWebhookSecret(services, actor, params.id)
);
