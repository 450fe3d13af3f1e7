import { endpoint } from '#lib/server/http/endpoint.ts';
import { testWebhook } from '#lib/server/use-cases/webhooks/send-by-hand.ts';

export const POST = endpoint('testWebhook', ({ services, actor, params }) => testWebhook(services, actor, params.id));
