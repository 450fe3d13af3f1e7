import { v7 as uuidv7 } from 'uuid';
import type { WebhookDelivery } from '#lib/contracts/webhooks.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { PING } from '#lib/records/webhooks.ts';
import { appendAudit } from '#lib/server/db/audit.ts';
import { insertPing, sendAgain } from '#lib/server/db/webhook-deliveries.ts';
import { enqueueAll } from '#lib/server/jobs/queue.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { changing, resourceOf } from './change-webhook.ts';
import { deliveryJob } from './delivery-job.ts';

const off = () => new Refusal('webhook_off', 'This webhook is off. Turn it on first.');

/** Sends a test message. @throws Refusal `not_found`, `webhook_off` */
export const testWebhook = (services: Services, actor: PersonActor, id: string): Promise<WebhookDelivery> =>
  changing(services, actor, id, async (tx, webhook) => {
    if (!webhook.is_active) throw off();
    const { organization_id: organizationId } = webhook;
    await appendAudit(tx, actor, organizationId, { action: 'webhook.tested', resource: resourceOf(webhook) });
    await enqueueAll(tx, [deliveryJob(id)]);
    return insertPing(tx, { id: uuidv7(), organizationId, webhookId: id, event: PING });
  });

/**
 * Sends a message again, under its id; one that waits for its next attempt is sent at once. One of several of an asset still has its turn.
 * @throws Refusal `not_found`, `webhook_off`
 */
export const resendDelivery = (
  services: Services,
  actor: PersonActor,
  id: string,
  deliveryId: string
): Promise<WebhookDelivery> =>
  changing(services, actor, id, async (tx, webhook) => {
    const delivery = await sendAgain(tx, id, deliveryId, services.now());
    if (delivery === null) throw new Refusal('not_found', 'There is no such delivery; it may have expired.');
    if (!webhook.is_active) throw off();
    await appendAudit(tx, actor, webhook.organization_id, {
      action: 'webhook.resent',
      resource: resourceOf(webhook),
      changes: { delivery: { old: null, new: `${delivery.event} ${delivery.id}` } }
    });
    await enqueueAll(tx, [deliveryJob(id)]);
    return delivery;
  });
