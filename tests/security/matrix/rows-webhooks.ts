/** Rows of webhooks: those who do not manage the organization do not even learn that there is one. */
import { randomUUID } from 'node:crypto';
import { createWebhook } from '#lib/server/use-cases/webhooks/create-webhook.ts';
import { testWebhook } from '#lib/server/use-cases/webhooks/send-by-hand.ts';
import { managers, type Rule } from './rules.ts';
import type { Asked, Row } from './rows.ts';
import type { Place, World } from './world.ts';

/** Of what only managers see: viewers are refused by role, for everybody else there is none. */
const unseenByOthers =
  (status: number): Rule =>
  (caller, standing) => {
    if (caller === 'anonymous') return 401;
    if (caller === 'viewer' || caller === 'viewer_admin') return 403;
    return caller === 'superadmin' || (caller === 'organization_admin' && standing === 'own') ? status : 404;
  };

const body = (organization_id: string) => ({
  organization_id,
  name: `N-${randomUUID()}`,
  url: 'https://receiver.example/hook',
  events: ['calibration.recorded' as const]
});
async function fresh({ services, boss, run }: World, { id }: Place): Promise<string> {
  // An organization has ten.
  await run('DELETE FROM webhooks WHERE organization_id = $1', [id]);
  return (await createWebhook(services, boss, body(id))).id;
}
const ofFresh = async (world: World, place: Place): Promise<Asked> => ({ params: { id: await fresh(world, place) } });

export const webhookRows = {
  listWebhooks: { rule: managers(200), ask: (_world, { id }) => ({ query: { organization_id: id } }) },
  createWebhook: {
    rule: managers(201),
    ask: async ({ run }, { id }) => {
      await run('DELETE FROM webhooks WHERE organization_id = $1', [id]);
      return { body: body(id) };
    }
  },
  getWebhook: { rule: unseenByOthers(200), ask: ofFresh },
  updateWebhook: {
    rule: unseenByOthers(200),
    ask: async (world, place) => ({ ...(await ofFresh(world, place)), body: { name: `N-${randomUUID()}` } })
  },
  deleteWebhook: { rule: unseenByOthers(204), ask: ofFresh },
  renewWebhookSecret: { rule: unseenByOthers(200), ask: ofFresh },
  testWebhook: { rule: unseenByOthers(202), ask: ofFresh },
  listWebhookDeliveries: { rule: unseenByOthers(200), ask: ofFresh },
  resendWebhookDelivery: {
    rule: unseenByOthers(202),
    ask: async (world, place) => {
      const id = await fresh(world, place);
      return { params: { id, delivery_id: (await testWebhook(world.services, world.boss, id)).id } };
    }
  }
} satisfies Readonly<Record<string, Row>>;
