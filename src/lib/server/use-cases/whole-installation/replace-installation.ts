import { forgetUnkeptObjects, noteUnkeptObjects } from '#lib/server/db/attachments.ts';
import { appendAudit } from '#lib/server/db/audit.ts';
import { signalToAll } from '#lib/server/db/change-streams.ts';
import { findHighest, raiseCertificateNumbers, renewGeneration } from '#lib/server/db/installation.ts';
import type { Tx } from '#lib/server/db/transaction.ts';
import { findReferencedObjects } from '#lib/server/db/whole/dump.ts';
import {
  findPendingCertificates,
  isOperationThere,
  isStillRunning,
  lockEverything,
  replaceEverything
} from '#lib/server/db/whole/replace.ts';
import type { WholeTable } from '#lib/server/db/whole/tables.ts';
import { closeWaitingRoom } from '#lib/server/db/whole/waiting-rows.ts';
import { enqueueAll } from '#lib/server/jobs/queue.ts';
import { Cancelled, type LongWork } from '#lib/server/use-cases/long-work/run-operation.ts';
import { INSTALLATION } from './assert-may.ts';
import { keyOfReferenced } from './referenced-key.ts';

const KEYS_AT_ONCE = 10_000;

/**
 * Replaces everything by the rows that wait, within one transaction: until its commit nobody sees anything of it. A new generation begins, so
 * that devices pull everything again and keep what they have not sent; certificate numbers that have been assigned are not assigned again.
 * @returns keys of objects that are no longer referenced
 */
export async function replaceInstallation(
  tx: Tx,
  work: LongWork,
  tables: readonly WholeTable[],
  actions: readonly ('installation.imported' | 'installation.reset' | 'installation.secrets_forgotten')[],
  result: object
): Promise<readonly string[]> {
  const { id: operationId, actor } = work;
  await lockEverything(tx);
  if (!(await isStillRunning(tx, operationId))) throw new Cancelled();
  const before = (await findReferencedObjects(tx)).map(keyOfReferenced);
  const { certificates } = await findHighest(tx);
  await replaceEverything(tx, tables, { userId: actor.userId, operationId });
  await closeWaitingRoom(tx);
  await raiseCertificateNumbers(tx, certificates);
  await renewGeneration(tx);
  for (const action of actions) await appendAudit(tx, actor, null, { action, resource: INSTALLATION });
  // Files that are inside a later one, too: whether that one is intact, housekeeping looks (remove-leftovers.ts).
  const after = new Set((await findReferencedObjects(tx)).map(keyOfReferenced));
  const gone = before.filter((key) => !after.has(key));
  for (const keys of inPortions(gone)) await noteUnkeptObjects(tx, keys);
  for (const keys of inPortions([...after])) await forgetUnkeptObjects(tx, keys);
  const pending = await findPendingCertificates(tx);
  await enqueueAll(
    tx,
    pending.map((id) => ({ name: 'issue_certificate' as const, payload: { calibration_id: id } }))
  );
  // With another installation's data, whoever asked may have no account any more, and nowhere to read the outcome.
  if (await isOperationThere(tx, operationId)) await work.finish(tx, { state: 'done', result });
  await signalToAll(tx);
  return gone;
}

function* inPortions<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += KEYS_AT_ONCE) yield all.slice(at, at + KEYS_AT_ONCE);
}
