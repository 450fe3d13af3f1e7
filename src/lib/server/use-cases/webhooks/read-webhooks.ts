import type { Webhook, WebhookDelivery } from '#lib/contracts/webhooks.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import type { Page } from '#lib/laboratory/page.ts';
import { assertMayManageOrganization } from '#lib/laboratory/permissions.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import type { DeliveryState } from '#lib/records/webhooks.ts';
import { reading, type Tx } from '#lib/server/db/transaction.ts';
import { pageOfDeliveries } from '#lib/server/db/webhook-deliveries.ts';
import { findWebhook, findWebhooks } from '#lib/server/db/webhooks.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { assertOrganizationVisible } from '../visibility/assert-organization-visible.ts';

/** @throws Refusal `not_found`, also for a webhook of an organization that the caller does not manage */
export async function requireWebhook(tx: Tx, actor: PersonActor, id: string): Promise<Webhook> {
  const webhook = await findWebhook(tx, id);
  if (webhook === null) throw new Refusal('not_found', 'Webhook not found.');
  assertMayManageOrganization(actor, webhook.organization_id);
  return webhook;
}

/** @throws Refusal `not_found` for an organization that the caller may not see, `forbidden` */
export const listWebhooks = ({ pool }: Services, actor: PersonActor, organizationId: string): Promise<Webhook[]> =>
  reading(pool, actor, async (tx) => {
    await assertOrganizationVisible(tx, organizationId);
    assertMayManageOrganization(actor, organizationId);
    return [...(await findWebhooks(tx, organizationId))];
  });

/** @throws Refusal `not_found` */
export const getWebhook = ({ pool }: Services, actor: PersonActor, id: string): Promise<Webhook> =>
  reading(pool, actor, (tx) => requireWebhook(tx, actor, id));

/** What was sent and what waits, newest first. @throws Refusal `not_found`, `invalid_cursor` */
export const listWebhookDeliveries = (
  { pool }: Services,
  actor: PersonActor,
  id: string,
  page: { readonly state?: DeliveryState | undefined; readonly limit: number; readonly cursor?: string | undefined }
): Promise<Page<WebhookDelivery>> =>
  reading(pool, actor, async (tx) => {
    await requireWebhook(tx, actor, id);
    return pageOfDeliveries(tx, id, page);
  });
