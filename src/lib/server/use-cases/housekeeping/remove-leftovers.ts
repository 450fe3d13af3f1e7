import { SYSTEM } from '#lib/laboratory/actor.ts';
import { takeUnkeptObjects } from '#lib/server/db/attachments.ts';
import { findSuperseded, type SupersededFile } from '#lib/server/db/certificate-files.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { findReferencedKeys } from '#lib/server/db/whole/dump.ts';
import { firstIntact } from '#lib/server/storage/intact-file.ts';
import { OPERATION_FILES } from '#lib/server/use-cases/long-work/operation-keys.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

const DAY_MS = 86_400_000;
const AT_ONCE = 500;
/** Removed within one transaction, which must not be idle for long. */
const REMOVED_AT_ONCE = 50;
/** The only files considered: others in the store are not ours. */
const CERTIFICATE = /^certificates\/[0-9a-f-]{36}\/[0-9a-f]{64}\.pdf$/;

/**
 * Removes from the object store what no process works on any more: files half written, and certificates that were stored but never
 * issued, because their process ended in between and another file was issued since; and those that are inside a later file, if that one
 * is intact. A file of a calibration that the database does not know, or whose certificate is not issued, stays: after an older backup
 * was put back it may be the only one there is.
 */
export async function removeLeftovers(services: Services): Promise<void> {
  const { pool, store, now, log } = services;
  const before = new Date(now().getTime() - DAY_MS);
  const unfinished = await store.removeUnfinished(before);
  let superseded = 0;
  let keys: string[] = [];
  const settle = async () => {
    const found = await transaction(pool, SYSTEM, (tx) => findSuperseded(tx, keys));
    for (const file of found) {
      if (!(await isUseless(services, file))) continue;
      await store.delete(file.key);
      superseded++;
    }
    keys = [];
  };
  for await (const key of store.list('certificates/', before)) {
    if (CERTIFICATE.test(key)) keys.push(key);
    if (keys.length >= AT_ONCE) await settle();
  }
  if (keys.length > 0) await settle();
  // Reports and files of long work are kept for a week (db/expired.ts); what nobody fetches by then goes with them.
  const lastWeek = new Date(now().getTime() - 7 * DAY_MS);
  for await (const key of store.list(OPERATION_FILES, lastWeek)) await store.delete(key);
  const unkept = await removeUnkept(services, before);
  log.info({ unfinished, superseded, unkept }, 'removed what was left over in the object store');
}

/** Where no later file is intact, the earlier one is what is left of the certificate: it stays as long as it takes. */
async function isUseless({ store, log }: Services, { key, within }: SupersededFile): Promise<boolean> {
  if (within === null || (await firstIntact(store, within)) !== null) return true;
  log.error({ key }, 'the file of a certificate with its proofs is lost or damaged; the one before it is kept');
  return false;
}

/**
 * Objects that were stored or given up more than a day ago, and that no row references. A record of one that is referenced is only
 * forgotten: the same file came back under the same key, by an import or with a backup. Installations that recorded files by mistake
 * keep them by this, too. @returns how many were removed
 */
async function removeUnkept({ pool, store }: Services, before: Date): Promise<number> {
  let removed = 0;
  for (let taken = 1; taken > 0;) {
    // Removed before the commit: meanwhile nobody stores them again, and what breaks off is done again the next day.
    await transaction(pool, SYSTEM, async (tx) => {
      const keys = await takeUnkeptObjects(tx, before, REMOVED_AT_ONCE);
      taken = keys.length;
      const referenced = await findReferencedKeys(tx, keys);
      for (const key of keys) {
        if (referenced.has(key)) continue;
        await store.delete(key);
        removed++;
      }
    });
  }
  return removed;
}
