import { SYSTEM } from '#lib/laboratory/actor.ts';
import { removeExpiredRows } from '#lib/server/db/expired.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { removeLeftovers } from './remove-leftovers.ts';

/** Once a day: removes everything that has expired. Running it twice has the same effect as once. */
export async function removeExpired(services: Services): Promise<void> {
  const { pool, now, log } = services;
  const removed = await transaction(pool, SYSTEM, (tx) => removeExpiredRows(tx, now()));
  log.info(removed, 'removed what had expired');
  await removeLeftovers(services);
}
