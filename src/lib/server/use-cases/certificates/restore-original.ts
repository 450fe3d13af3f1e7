import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { addRevision, nextNumber, recordProofs } from '#lib/server/db/certificate-revisions.ts';
import { isGoodForSigning } from '#lib/server/db/signing-certificates.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import { enqueue, PROVING } from '#lib/server/jobs/queue.ts';
import { firstIntact, isAsIssued } from '#lib/server/storage/intact-file.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { newFile, storeFile } from './stored-file.ts';
import { signatureOf } from './issue-certificate.ts';
import { findRecordedFiles, type RecordedFiles } from './recorded-files.ts';
import { printAgain, type Remade } from './remake-certificate.ts';

/** @throws Refusal `nothing_to_reissue` where it has not been issued */
export async function requireRecordedFiles(tx: Tx, calibrationId: string): Promise<RecordedFiles> {
  const recorded = await findRecordedFiles(tx, calibrationId);
  if (recorded === null) throw nothingToReissue();
  return recorded;
}

export const nothingToReissue = (): Refusal =>
  new Refusal('nothing_to_reissue', 'The certificate is being issued, or its file is as it was issued.');

/**
 * Brings back the lost original of a certificate: the very bytes if they are to be had. If they are not, for a time stamp is another
 * one each time, the same contents are signed again by the same key, and that file is a later one of the same certificate. The record
 * of the original stays, so that whoever still has it is told that it is one.
 * @param record writes in the transaction that makes the file known: with the hash of the new file, or with null if the original is back
 * @returns the key of the file that is there now
 * @throws Refusal `nothing_to_reissue` where a file is intact; `reissue_differs` where the recorded contents cannot be signed again:
 * there is never a second original that says something else
 */
export async function restoreOriginal(
  services: Services,
  calibrationId: string,
  recorded: RecordedFiles,
  record: (tx: Tx, sha256: string | null) => Promise<void>
): Promise<string> {
  const { issued, revisions } = recorded;
  const { pool, store } = services;
  if (await isAsIssued(store, issued)) throw nothingToReissue();
  const original = (await fromLaterFile(services, recorded)) ?? (await fromPrint(services, calibrationId));
  if (original instanceof Uint8Array) {
    await storeFile(store, issued, original);
    await transaction(pool, SYSTEM, (tx) => record(tx, null));
    return issued.object_key;
  }
  const { made, signature, at } = await signAnew(services, original);
  const file = newFile(calibrationId, made.sha256, made.pdf.byteLength);
  await storeFile(store, file, made.pdf);
  const revision = { ...file, number: nextNumber(revisions) };
  await transaction(pool, SYSTEM, async (tx) => {
    if (!(await addRevision(tx, calibrationId, { ...revision, level: signature.level, madeAt: at, continues: null })))
      throw nothingToReissue();
    // Nothing that was known of the file before holds for this one.
    await recordProofs(tx, calibrationId, { ...signature, attempts: 0 });
    if (signature.dueAt !== null) await enqueue(tx, 'prove_certificate', { calibration_id: calibrationId }, PROVING);
    await record(tx, made.sha256);
    // Who revokes the key writes in the same history as `record`, so that it holds from here on.
    if (!(await mayStillSign(tx, original, services.now()))) throw noLongerSigns();
  });
  return file.object_key;
}

/**
 * Proofs are added behind the bytes of the original: a file with proofs has it inside.
 * @throws Refusal `nothing_to_reissue` if the newest that is there is one that was issued again
 */
async function fromLaterFile({ store }: Services, { issued, revisions }: RecordedFiles): Promise<Uint8Array | null> {
  const newest = await firstIntact(store, revisions);
  const stored = newest && (await store.get(newest.object_key));
  if (stored === null) return null;
  const original = (await buffer(stored.stream)).subarray(0, issued.bytes);
  if (createHash('sha256').update(original).digest('hex') !== issued.sha256) throw nothingToReissue();
  return original;
}

async function fromPrint(services: Services, calibrationId: string): Promise<Uint8Array | Remade> {
  const remade = await printAgain(services, calibrationId);
  if (remade === null) throw differs('What it printed cannot be printed again');
  return remade.isExact ? remade.made.pdf : remade;
}

/** Of the same day and by the same key, both of which it prints; with a time stamp of now, if there is a server for them. */
async function signAnew(services: Services, remade: Remade) {
  const at = services.now();
  const { issued, order } = remade;
  if (!(await transaction(services.pool, SYSTEM, (tx) => mayStillSign(tx, remade, at)))) throw noLongerSigns();
  const { timeStamps } = services;
  const made = await services.prints.issue({ ...order, key: { ...order.key, timeStamps } });
  if (made.contentSha256 !== issued.content_sha256) throw differs('What it printed cannot be printed again');
  for (const warning of made.warnings) services.log.warn({ warning }, 'certificate issued again with a warning');
  return { made, at, signature: signatureOf(made, order.key.certificatePem, timeStamps === undefined ? null : at) };
}

const mayStillSign = async (
  tx: Tx,
  { issued: { signing_certificate_id: keyId } }: Remade,
  now: Date
): Promise<boolean> => keyId !== null && (await isGoodForSigning(tx, keyId, now));

const noLongerSigns = (): Refusal => differs('The certificate that signed it has expired or was revoked');
const differs = (why: string): Refusal =>
  new Refusal('reissue_differs', `${why}, and no other file may take its place. Restore the file from a backup.`);
