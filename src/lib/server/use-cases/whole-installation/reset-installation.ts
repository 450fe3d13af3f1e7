import { SYSTEM, type PersonActor } from '#lib/laboratory/actor.ts';
import { assertMay } from '#lib/laboratory/permissions.ts';
import { appendAudit } from '#lib/server/db/audit.ts';
import { forgetUnkeptObjects } from '#lib/server/db/attachments.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { becomeOwner } from '#lib/server/db/whole/as-owner.ts';
import { findArchivedTables } from '#lib/server/db/whole/tables.ts';
import { addAccountsThatStay, linkWaitingRows, openWaitingRoom } from '#lib/server/db/whole/waiting-rows.ts';
import { beginLongWork } from '#lib/server/use-cases/long-work/begin-operation.ts';
import type { LongWork } from '#lib/server/use-cases/long-work/run-operation.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { assertMayManageDatabase, INSTALLATION } from './assert-may.ts';
import { replaceInstallation } from './replace-installation.ts';

/**
 * Begins to delete everything but the accounts of superadmins and of the caller.
 * @throws Refusal `forbidden`, `proof_required`, `database_busy`, `too_many_requests`
 */
export const resetInstallation = (services: Services, actor: PersonActor): Promise<{ readonly job_id: string }> =>
  transaction(services.pool, actor, async (tx) => {
    await assertMayManageDatabase(tx, actor);
    await appendAudit(tx, actor, null, { action: 'installation.reset_started', resource: INSTALLATION });
    return beginLongWork(tx, actor, 'database_reset', {});
  });

/** Does it, in one transaction; objects follow, because nothing references them any more. */
export async function runInstallationReset(services: Services, work: LongWork): Promise<void> {
  assertMay(work.actor, 'database.manage');
  const { pool, store } = services;
  const gone = await transaction(pool, SYSTEM, async (tx) => {
    await becomeOwner(tx);
    const tables = await findArchivedTables(tx);
    await openWaitingRoom(tx, tables);
    await addAccountsThatStay(tx, tables, work.actor.userId);
    await linkWaitingRows(tx);
    return replaceInstallation(tx, work, tables, ['installation.reset'], {});
  });
  // A process that ends here leaves the rest to the nightly housekeeping.
  for (const key of gone) await store.delete(key);
  await transaction(pool, SYSTEM, (tx) => forgetUnkeptObjects(tx, gone));
}
