import { v7 as uuidv7 } from 'uuid';
import { SYSTEM, type PersonActor } from '#lib/laboratory/actor.ts';
import { assertMay } from '#lib/laboratory/permissions.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { forgetUnkeptObjects, noteUnkeptObjects } from '#lib/server/db/attachments.ts';
import { appendAudits } from '#lib/server/db/audit.ts';
import { signalToAll } from '#lib/server/db/change-streams.ts';
import { findDemonstration, removePeople } from '#lib/server/db/demonstration.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { becomeOwner } from '#lib/server/db/whole/as-owner.ts';
import { findObjectsOf, removeOrganization } from '#lib/server/db/whole/remove-organization.ts';
import { beginLongWork } from '#lib/server/use-cases/long-work/begin-operation.ts';
import type { LongWork } from '#lib/server/use-cases/long-work/run-operation.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { keyOfReferenced } from '#lib/server/use-cases/whole-installation/referenced-key.ts';
import { staffAddressEnding } from './demonstration-staff.ts';

/** Ahead of its own certificates, which may wait to be issued for minutes: they go with it. */
const AHEAD_MS = 3_600_000;
const notThere = () => new Refusal('not_found', 'There is no demonstration laboratory.');

/**
 * Begins to remove the demonstration laboratory, and all that was made in it, by whomever.
 * @throws Refusal `forbidden`, `not_found`, `database_busy`, `too_many_requests`
 */
export function removeDemonstration({ pool, now }: Services, actor: PersonActor): Promise<{ readonly job_id: string }> {
  assertMay(actor, 'demonstration.manage');
  return transaction(pool, actor, async (tx) => {
    if ((await findDemonstration(tx)) === null) throw notThere();
    const ahead = new Date(now().getTime() - AHEAD_MS);
    return beginLongWork(tx, actor, 'demonstration_remove', {}, uuidv7(), ahead);
  });
}

/**
 * Does it, in one transaction; the audit log of the demonstration stays, with its chain whole. Objects follow, because nothing references
 * them any more. @throws Refusal `in_use` if records of another organization rest on it
 */
export async function runDemonstrationRemoval(services: Services, work: LongWork): Promise<void> {
  const { actor } = work;
  assertMay(actor, 'demonstration.manage');
  const { pool, store } = services;
  const gone = await transaction(pool, SYSTEM, async (tx) => {
    const found = await findDemonstration(tx);
    if (found === null) throw notThere();
    const { id, name: label } = found;
    const keys = (await findObjectsOf(tx, id)).map(keyOfReferenced);
    await noteUnkeptObjects(tx, keys);
    const resource = { type: 'organization', id, label } as const;
    for (const chain of [id, null]) {
      await appendAudits(tx, actor, chain, [{ action: 'organization.demonstration_removed', resource }]);
    }
    await becomeOwner(tx);
    await removeOrganization(tx, id);
    await removePeople(tx, staffAddressEnding(id));
    await work.finish(tx, { state: 'done', result: { files: keys.length } });
    await signalToAll(tx);
    return keys;
  });
  // A process that ends here leaves the rest to the nightly housekeeping.
  for (const key of gone) await store.delete(key);
  await transaction(pool, SYSTEM, (tx) => forgetUnkeptObjects(tx, gone));
}
