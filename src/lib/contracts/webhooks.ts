import { z } from 'zod';
import {
  DELIVERY_FAULTS,
  DELIVERY_STATES,
  MOST_ATTEMPTS_LOGGED,
  MOST_WEBHOOKS,
  PING,
  TURNED_OFF,
  WEBHOOK_EVENTS
} from '#lib/records/webhooks.ts';
import { id, instant, line } from './primitives.ts';

const events = z
  .array(z.enum(WEBHOOK_EVENTS))
  .min(1)
  .max(WEBHOOK_EVENTS.length)
  .refine((events) => new Set(events).size === events.length, 'Each event once');

export const webhookSchema = z.strictObject({
  id,
  organization_id: id,
  name: line(100),
  url: z.string().describe('https; also http if the installation allows private addresses'),
  events,
  is_active: z.boolean().describe('Only an active one is told of events; what it has not received yet waits'),
  previous_secret_until: instant.nullable().describe('Until then messages are signed with the previous secret, too'),
  failing_since: instant.nullable().describe('First failure since the last success'),
  turned_off: z
    .enum(TURNED_OFF)
    .nullable()
    .describe('Why the server turned it off: failing for days, 410 Gone, or a lost SECRET_KEY'),
  turned_off_at: instant.nullable(),
  created_at: instant,
  updated_at: instant
});
export type Webhook = z.infer<typeof webhookSchema>;

const editable = { name: line(100), url: z.url({ protocol: /^https?$/ }).max(2000), events };
export const createWebhookBody = z.strictObject({ organization_id: id, ...editable });
export const updateWebhookBody = z.strictObject({ ...editable, is_active: z.boolean() }).partial();

export const webhookWithSecretSchema = webhookSchema.extend({
  secret: z.string().describe('whsec_…; signs the messages (Standard Webhooks). Shown only once')
});
export type WebhookWithSecret = z.infer<typeof webhookWithSecretSchema>;

export const webhookListSchema = z.array(webhookSchema).max(MOST_WEBHOOKS);

export const deliveryState = z.enum(DELIVERY_STATES);
const attempt = {
  status_code: z.int().nullable(),
  duration_ms: z.int().nonnegative(),
  fault: z.enum(DELIVERY_FAULTS).nullable()
};
export const loggedAttempt = z.strictObject({
  at: instant,
  ...attempt,
  answer: z
    .string()
    .nullable()
    .describe('How the receiver’s answer begins if the attempt failed, at most 200 characters')
});
export type LoggedAttempt = z.infer<typeof loggedAttempt>;
export const webhookDeliverySchema = z.strictObject({
  id: id.describe('Also the `webhook-id` of the message'),
  event: z.enum([...WEBHOOK_EVENTS, PING]),
  state: deliveryState,
  occurred_at: instant,
  asset: z.strictObject({ id, asset_id: z.string() }).nullable(),
  attempts: z.int().nonnegative().describe('Since it was first sent, or last sent again by hand'),
  last_attempt_at: instant.nullable(),
  next_attempt_at: instant
    .nullable()
    .describe('Not before; null for a waiting one: as soon as those before it of the same asset are done'),
  status_code: attempt.status_code,
  duration_ms: attempt.duration_ms.nullable().describe('Of the last attempt'),
  fault: attempt.fault.describe('Why the last attempt failed'),
  answer: z
    .string()
    .nullable()
    .describe('How the receiver’s answer to a failed attempt begins, at most 500 characters'),
  log: z
    .array(loggedAttempt)
    .max(MOST_ATTEMPTS_LOGGED)
    .describe('How its latest attempts ended, oldest first, with those before it was sent again by hand')
});
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>;
