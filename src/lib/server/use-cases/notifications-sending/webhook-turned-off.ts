import { findOrganizationManagers } from '#lib/server/db/calibrating-members.ts';
import { findWebhook } from '#lib/server/db/webhooks.ts';
import type { FindNotices } from './notice.ts';

/** For everybody who can turn it on again: the receiver has failed for days, or answered that it is gone. */
export const webhookTurnedOff: FindNotices<'webhook_turned_off'> = async (tx, { webhook_id, at }) => {
  const webhook = await findWebhook(tx, webhook_id);
  // Deleted, or turned on again.
  if (webhook === null || webhook.is_active) return [];
  const { organization_id: organizationId, name } = webhook;
  return [
    {
      parameters: { webhook: name, gone: webhook.turned_off === 'gone' },
      eventKey: `webhook_turned_off:${webhook_id}:${at}`,
      people: await findOrganizationManagers(tx, organizationId),
      assetId: null,
      organizationId
    }
  ];
};
