import { SYSTEM } from '#lib/laboratory/actor.ts';
import { renewUnkeptObjects } from '#lib/server/db/attachments.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Writing } from './apply.ts';

/**
 * Called before files are stored under the keys of an archive: a restored backup or a failed import may have given them up shortly before,
 * and housekeeping must not take them away before the import commits. From now on it leaves them alone for a day.
 */
export async function aboutToStore({ services }: Writing, keys: readonly string[]): Promise<void> {
  // On a connection of its own, so that it counts at once.
  if (keys.length > 0) await transaction(services.pool, SYSTEM, (tx) => renewUnkeptObjects(tx, keys));
}
