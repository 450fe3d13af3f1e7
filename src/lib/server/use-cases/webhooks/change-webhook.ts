import type { z } from 'zod';
import type { updateWebhookBody, Webhook, WebhookWithSecret } from '#lib/contracts/webhooks.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { fieldChanges, isUnchanged } from '#lib/laboratory/field-changes.ts';
import { assertFresh } from '#lib/laboratory/freshness.ts';
import { presentFields } from '#lib/laboratory/present-fields.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { appendAudit, lockAuditChain } from '#lib/server/db/audit.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import { beginAnew } from '#lib/server/db/webhook-deliveries.ts';
import { deleteWebhookRow, hasSecret, renewSecret, updateWebhookRow } from '#lib/server/db/webhooks.ts';
import { enqueueAll } from '#lib/server/jobs/queue.ts';
import { sealText } from '#lib/server/secrets/sealed-text.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { newWebhookSecret, webhookSecretSeal } from '#lib/server/webhooks/message-signature.ts';
import { requireWebhook } from './read-webhooks.ts';
import { deliveryJob } from './delivery-job.ts';
import { webhookAddress } from './webhook-address.ts';

/** How long receivers may go on checking with the previous secret. */
const BOTH_SECRETS_MS = 24 * 3_600_000;
const FIELDS = ['name', 'url', 'events', 'is_active'] as const;

/**
 * Changes the fields in the body; omitted ones are unchanged. What waits is sent at once to a new address, and when it is turned on.
 * @throws Refusal `not_found`, `stale`, `webhook_without_secret`; InvalidInput for the address.
 */
export const updateWebhook = (
  services: Services,
  actor: PersonActor,
  id: string,
  body: z.output<typeof updateWebhookBody>,
  ifMatch: string | null
): Promise<Webhook> =>
  changing(services, actor, id, async (tx, before) => {
    assertFresh(before, ifMatch);
    const after = { ...before, ...presentFields(body) };
    if (body.url !== undefined) after.url = webhookAddress(services, body.url);
    const changes = fieldChanges(before, after, FIELDS);
    if (isUnchanged(changes)) return before;
    if (after.is_active && !(await hasSecret(tx, id))) {
      throw new Refusal('webhook_without_secret', 'This webhook has no secret. Make a new secret, then turn it on.');
    }
    await appendAudit(tx, actor, before.organization_id, {
      action: 'webhook.updated',
      resource: resourceOf(after),
      changes
    });
    const anew = after.is_active && (!before.is_active || after.url !== before.url);
    if (anew) {
      await beginAnew(tx, id);
      await enqueueAll(tx, [deliveryJob(id)]);
    }
    return updateWebhookRow(tx, after, anew);
  });

/** Deletes a webhook with its log; what waits is not sent. @throws Refusal `not_found` */
export const deleteWebhook = (services: Services, actor: PersonActor, id: string): Promise<void> =>
  changing(services, actor, id, async (tx, webhook) => {
    await appendAudit(tx, actor, webhook.organization_id, {
      action: 'webhook.deleted',
      resource: resourceOf(webhook)
    });
    await deleteWebhookRow(tx, id);
  });

/** Makes a new secret, which the answer alone contains. @throws Refusal `not_found` */
export const renewWebhookSecret = (services: Services, actor: PersonActor, id: string): Promise<WebhookWithSecret> =>
  changing(services, actor, id, async (tx, webhook) => {
    const secret = newWebhookSecret();
    await appendAudit(tx, actor, webhook.organization_id, {
      action: 'webhook.secret_renewed',
      resource: resourceOf(webhook)
    });
    const until = new Date(services.now().getTime() + BOTH_SECRETS_MS);
    return { ...(await renewSecret(tx, id, sealText(secret, webhookSecretSeal(id), services), until)), secret };
  });

/** Its name in the audit log. */
export const resourceOf = ({ id, name }: Pick<Webhook, 'id' | 'name'>) => ({
  type: 'webhook' as const,
  id,
  label: name
});

/** Does a change with the webhook as the last writer has left it. */
export const changing = <T>(
  { pool }: Services,
  actor: PersonActor,
  id: string,
  work: (tx: Tx, webhook: Webhook) => Promise<T>
): Promise<T> =>
  transaction(pool, actor, async (tx) => {
    await lockAuditChain(tx, (await requireWebhook(tx, actor, id)).organization_id);
    return work(tx, await requireWebhook(tx, actor, id));
  });
