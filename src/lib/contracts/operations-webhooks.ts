import { z } from 'zod';
import { DELIVERY_DAYS, MOST_WEBHOOKS } from '#lib/records/webhooks.ts';
import { operation } from './operation.ts';
import { id, pageQuery } from './primitives.ts';
import {
  createWebhookBody,
  deliveryState,
  updateWebhookBody,
  webhookDeliverySchema,
  webhookListSchema,
  webhookSchema,
  webhookWithSecretSchema
} from './webhooks.ts';

const byId = z.strictObject({ id });
const tag = 'Webhooks';

export const webhookOperations = {
  listWebhooks: operation({
    method: 'GET',
    path: '/webhooks',
    tag,
    summary: 'The webhooks of an organization, by name',
    access: 'technician',
    query: z.strictObject({ organization_id: id }),
    answers: { 200: webhookListSchema },
    refusals: ['not_found', 'forbidden']
  }),
  createWebhook: operation({
    method: 'POST',
    path: '/webhooks',
    tag,
    summary: `Tell a receiver of an organization’s events; at most ${MOST_WEBHOOKS} per organization`,
    description:
      'Messages are signed as in Standard Webhooks, sent in order for each asset, and repeated for a day until the receiver answers 2xx within ten seconds. A message can arrive more than once: its `webhook-id` stays the same. Their bodies are `{type, timestamp, data}`.',
    access: 'technician',
    body: createWebhookBody,
    answers: { 201: webhookWithSecretSchema },
    refusals: ['not_found', 'forbidden', 'too_many_webhooks']
  }),
  getWebhook: operation({
    method: 'GET',
    path: '/webhooks/{id}',
    tag,
    summary: 'One webhook, without its secret',
    access: 'technician',
    params: byId,
    answers: { 200: webhookSchema },
    refusals: ['not_found']
  }),
  updateWebhook: operation({
    method: 'PUT',
    path: '/webhooks/{id}',
    tag,
    summary: 'Change a webhook, or turn it off or on; omitted fields are unchanged',
    access: 'technician',
    params: byId,
    body: updateWebhookBody,
    answers: { 200: webhookSchema },
    refusals: ['not_found', 'stale', 'webhook_without_secret']
  }),
  deleteWebhook: operation({
    method: 'DELETE',
    path: '/webhooks/{id}',
    tag,
    summary: 'Delete a webhook with its deliveries; what waits is not sent',
    access: 'technician',
    params: byId,
    answers: { 204: null },
    refusals: ['not_found']
  }),
  renewWebhookSecret: operation({
    method: 'POST',
    path: '/webhooks/{id}/secret',
    tag,
    summary: 'Make a new secret; for a day, messages are signed with the previous one, too',
    access: 'technician',
    params: byId,
    answers: { 200: webhookWithSecretSchema },
    refusals: ['not_found']
  }),
  testWebhook: operation({
    method: 'POST',
    path: '/webhooks/{id}/test',
    tag,
    summary: 'Send a test message (`webhook.ping`)',
    access: 'technician',
    params: byId,
    answers: { 202: webhookDeliverySchema },
    refusals: ['not_found', 'webhook_off']
  }),
  listWebhookDeliveries: operation({
    method: 'GET',
    path: '/webhooks/{id}/deliveries',
    tag,
    summary: `What was sent and what waits, newest first; kept for ${DELIVERY_DAYS} days`,
    access: 'technician',
    params: byId,
    query: pageQuery.omit({ q: true }).extend({ state: deliveryState.optional() }),
    answers: { 200: z.array(webhookDeliverySchema) },
    refusals: ['not_found'],
    paged: true
  }),
  resendWebhookDelivery: operation({
    method: 'POST',
    path: '/webhooks/{id}/deliveries/{delivery_id}/resend',
    tag,
    summary: 'Send a message again, or a waiting one without waiting for its next attempt',
    access: 'technician',
    params: z.strictObject({ id, delivery_id: id }),
    answers: { 202: webhookDeliverySchema },
    refusals: ['not_found', 'webhook_off']
  })
} as const;
