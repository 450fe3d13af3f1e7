import { SYSTEM } from '#lib/laboratory/actor.ts';
import { removeExpiredRows } from '#lib/server/db/expired.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { findAwaitedWebhooks } from '#lib/server/db/webhook-deliveries.ts';
import { enqueueAll } from '#lib/server/jobs/queue.ts';
import { deliveryJob } from '#lib/server/use-cases/webhooks/delivery-job.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { removeLeftovers } from './remove-leftovers.ts';

/**
 * Once a day: removes everything that has expired, and wakes deliveries whose job was lost. Running it twice has the same effect as once.
 */
export async function removeExpired(services: Services): Promise<void> {
  const { pool, now, log } = services;
  const removed = await transaction(pool, SYSTEM, (tx) => removeExpiredRows(tx, now()));
  await transaction(pool, SYSTEM, async (tx) => {
    await enqueueAll(
      tx,
      (await findAwaitedWebhooks(tx)).map((id) => deliveryJob(id))
    );
  });
  log.info(removed, 'removed what had expired');
  await removeLeftovers(services);
}
