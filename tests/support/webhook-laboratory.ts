/** A calibrated laboratory with webhooks, at a time that the test sets. */
import type { Webhook, WebhookWithSecret } from '#lib/contracts/webhooks.ts';
import { WEBHOOK_EVENTS } from '#lib/records/webhooks.ts';
import { createWebhook } from '#lib/server/use-cases/webhooks/create-webhook.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { calibratedLaboratory, type CalibratedLaboratory } from './calibrated-laboratory.ts';
import { createTestDatabase, execute, type TestDatabase } from './database.ts';
import { testServices, TODAY } from './services.ts';

export type WebhookLaboratory = {
  readonly database: TestDatabase;
  readonly services: Services;
  readonly laboratory: CalibratedLaboratory;
  /** Lets so many milliseconds pass. */
  readonly pass: (ms: number) => void;
  readonly webhook: (url: string, given?: { events?: Webhook['events']; name?: string }) => Promise<WebhookWithSecret>;
  /** Deliveries of a webhook in the order of their events. */
  readonly deliveries: (webhookId: string) => Promise<readonly StoredDelivery[]>;
};
export type StoredDelivery = {
  readonly id: string;
  readonly event: string;
  readonly state: string;
  readonly attempts: number;
  readonly error: string | null;
  readonly status_code: number | null;
};

export async function webhookLaboratory(): Promise<WebhookLaboratory> {
  let passed = 0;
  const database = await createTestDatabase();
  const services = await testServices(database, {
    now: () => new Date(new Date(`${TODAY}T09:30:00Z`).getTime() + passed)
  });
  const laboratory = await calibratedLaboratory(services);
  return {
    database,
    services,
    laboratory,
    pass: (ms) => {
      passed += ms;
    },
    webhook: (url, { events = [...WEBHOOK_EVENTS], name = 'Planning' } = {}) =>
      createWebhook(services, laboratory.admin, { organization_id: laboratory.organizationId, name, url, events }),
    deliveries: async (webhookId) => {
      const statement = `SELECT id, event, state, attempts, error, status_code FROM webhook_deliveries WHERE webhook_id = $1 ORDER BY seq`;
      return (await execute(database.url, statement, [webhookId])).rows as StoredDelivery[];
    }
  };
}
