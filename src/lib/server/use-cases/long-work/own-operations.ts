import { createHash, randomBytes } from 'node:crypto';
import type { LongOperation } from '#lib/contracts/long-work.ts';
import { SYSTEM, type PersonActor } from '#lib/laboratory/actor.ts';
import { may, mayEditRecordsOf } from '#lib/laboratory/permissions.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import {
  allowDownload,
  cancelUnfinished,
  deleteOperation,
  findOperation,
  findOperations,
  takeDownload,
  type StoredOperation
} from '#lib/server/db/operations.ts';
import { isOrganizationVisible } from '#lib/server/db/organizations.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import type { StoredObject } from '#lib/server/storage/object-store.ts';
import { keyOfResult, keyOfUpload } from './operation-keys.ts';

const DOWNLOAD_SECONDS = 60;

/** One's own, the newest first. */
export const listOperations = ({ pool }: Services, actor: PersonActor): Promise<readonly LongOperation[]> =>
  transaction(pool, actor, async (tx) => (await findOperations(tx)).map((found) => answered(found, null)));

/**
 * @returns it, with an address for its file that works once; without one for somebody who could not ask for it any more
 * @throws Refusal `not_found`
 */
export const getOperation = ({ pool, now }: Services, actor: PersonActor, id: string): Promise<LongOperation> =>
  transaction(pool, actor, async (tx) => {
    const found = await requireOperation(tx, id);
    if (!found.has_file || !(await mayFetch(tx, actor, found))) return answered(found, null);
    const token = randomBytes(32).toString('base64url');
    await allowDownload(tx, id, digest(token), new Date(now().getTime() + DOWNLOAD_SECONDS * 1000));
    return answered(found, `/api/v1/operations/${id}/file?token=${token}`);
  });

/** Whole assets are for those who edit them; certificates for everybody who may read them. */
async function mayFetch(
  tx: Tx,
  actor: PersonActor,
  { kind, organization_id: from }: StoredOperation
): Promise<boolean> {
  if (kind.startsWith('database_')) return may(actor, 'database.manage');
  if (from === null) return true;
  return kind === 'certificates_export' ? isOrganizationVisible(tx, from) : mayEditRecordsOf(actor, from);
}

/**
 * Cancels what has not committed; of what has finished it removes report and file.
 * @param cancel it is to be cancelled only: what has finished stays
 * @throws Refusal `not_found`, `already_finished`
 */
export async function cancelOperation(
  { pool, store }: Services,
  actor: PersonActor,
  id: string,
  { cancel }: { readonly cancel: boolean } = { cancel: false }
): Promise<void> {
  const wasRunning = await transaction(pool, actor, async (tx) => {
    await requireOperation(tx, id);
    if (await cancelUnfinished(tx, id)) return true;
    if (cancel)
      throw new Refusal('already_finished', 'It has already finished and can no longer be cancelled. Read its result.');
    await deleteOperation(tx, id);
    return false;
  });
  // What runs reads its upload still, and removes it when it notices.
  if (wasRunning) return;
  await store.delete(keyOfUpload(id));
  await store.delete(keyOfResult(id));
}

/** The file for whoever brings the token of its address, once. @throws Refusal `not_found` */
export async function downloadOperation(
  { pool, store, now }: Services,
  id: string,
  token: string
): Promise<StoredObject & { readonly name: string }> {
  const taken = await transaction(pool, SYSTEM, (tx) => takeDownload(tx, id, digest(token), now()));
  const stored = taken && (await store.get(taken.object_key));
  if (!taken || !stored) {
    throw new Refusal('not_found', 'This address has been used or has expired. Start the download again.');
  }
  return { ...stored, name: taken.file_name };
}

async function requireOperation(tx: Tx, id: string): Promise<StoredOperation> {
  const found = await findOperation(tx, id);
  if (found === null) throw new Refusal('not_found', 'Export or import not found, or it has expired.');
  return found;
}

const digest = (token: string): string => createHash('sha256').update(token).digest('hex');
const answered = (
  { has_file: _, organization_id: _from, ...found }: StoredOperation,
  download_url: string | null
): LongOperation => ({
  ...found,
  download_url
});
