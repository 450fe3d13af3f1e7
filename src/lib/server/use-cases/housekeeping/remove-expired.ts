import { SYSTEM } from '#lib/laboratory/actor.ts';
import { removeExpiredRows } from '#lib/server/db/expired.ts';
import { removeDeadJobs } from '#lib/server/db/jobs.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { findAwaitedWebhooks } from '#lib/server/db/webhook-deliveries.ts';
import { enqueueAll } from '#lib/server/jobs/queue.ts';
import { deliveryJob } from '#lib/server/use-cases/webhooks/delivery-job.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { removeLeftovers } from './remove-leftovers.ts';

const DAY_MS = 86_400_000;
/** How long a job that failed for good can be looked at and tried again. */
const FAILED_JOB_DAYS = 90;

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
  const failedBefore = new Date(now().getTime() - FAILED_JOB_DAYS * DAY_MS);
  const deadJobs = await transaction(pool, SYSTEM, (tx) => removeDeadJobs(tx, failedBefore));
  log.info({ ...removed, deadJobs }, 'removed what had expired');
  await removeLeftovers(services);
}
