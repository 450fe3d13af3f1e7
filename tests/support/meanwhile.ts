import { SYSTEM } from '#lib/laboratory/actor.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { eventually } from './api.ts';
import { execute, type TestDatabase } from './database.ts';

/**
 * Two at once, without luck: does `first`, and before that is committed begins `second`, which by the commit has come through or
 * waits for a lock.
 * @returns how `second` ended.
 */
export async function meanwhile<T>(
  database: TestDatabase,
  services: Services,
  first: (within: Services) => Promise<unknown>,
  second: () => Promise<T>
): Promise<PromiseSettledResult<T>> {
  const waits = async () => {
    const { rowCount } = await execute(
      database.url,
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    );
    return rowCount !== 0;
  };
  // Waited for out here: what is begun within a transaction may use no other connection.
  let begin = () => {};
  const outcome = new Promise<void>((resolve) => (begin = resolve)).then(() => Promise.allSettled([second()]));
  await transaction(services.pool, SYSTEM, async (tx) => {
    await first({ ...services, pool: tx });
    begin();
    await Promise.race([outcome, eventually(waits)]);
  });
  const [ended] = await outcome;
  return ended;
}
