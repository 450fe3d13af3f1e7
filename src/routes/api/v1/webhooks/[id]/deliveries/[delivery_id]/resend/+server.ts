import { endpoint } from '#lib/server/http/endpoint.ts';
import { resendDelivery } from '#lib/server/use-cases/webhooks/send-by-hand.ts';

export const POST = endpoint('resendWebhookDelivery', ({ services, actor, params }) =>
  resendDelivery(services, actor, params.id, params.delivery_id)
);
