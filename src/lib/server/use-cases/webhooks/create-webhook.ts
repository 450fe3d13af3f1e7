import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { createWebhookBody, WebhookWithSecret } from '#lib/contracts/webhooks.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { assertMayManageOrganization } from '#lib/laboratory/permissions.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { MOST_WEBHOOKS } from '#lib/records/webhooks.ts';
import { appendAudit, lockAuditChain } from '#lib/server/db/audit.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { countWebhooks, insertWebhook } from '#lib/server/db/webhooks.ts';
import { sealText } from '#lib/server/secrets/sealed-text.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { newWebhookSecret, webhookSecretSeal } from '#lib/server/webhooks/message-signature.ts';
import { assertOrganizationVisible } from '../visibility/assert-organization-visible.ts';
import { webhookAddress } from './webhook-address.ts';

/**
 * Tells a receiver of an organization's events from now on. The answer alone contains the secret.
 * @throws Refusal `not_found` for an organization that the caller may not see, `forbidden`, `too_many_webhooks`; InvalidInput for the
 * address.
 */
export const createWebhook = (
  services: Services,
  actor: PersonActor,
  { organization_id, name, url: given, events }: z.output<typeof createWebhookBody>
): Promise<WebhookWithSecret> =>
  transaction(services.pool, actor, async (tx) => {
    await assertOrganizationVisible(tx, organization_id);
    assertMayManageOrganization(actor, organization_id);
    const url = webhookAddress(services, given);
    await lockAuditChain(tx, organization_id);
    if ((await countWebhooks(tx, organization_id)) >= MOST_WEBHOOKS) {
      throw new Refusal(
        'too_many_webhooks',
        `This organization has ${MOST_WEBHOOKS} webhooks. Delete one before you add another.`
      );
    }
    const id = uuidv7();
    const secret = newWebhookSecret();
    await appendAudit(tx, actor, organization_id, {
      action: 'webhook.created',
      resource: { type: 'webhook', id, label: name },
      changes: { url: { old: null, new: url }, events: { old: null, new: events } }
    });
    const sealedSecret = sealText(secret, webhookSecretSeal(id), services);
    return { ...(await insertWebhook(tx, { id, organization_id, name, url, events, sealedSecret })), secret };
  });
