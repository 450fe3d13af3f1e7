import { createHash, type X509Certificate } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { SignatureLack } from '#lib/contracts/verification.ts';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { extendPdf, type Extended } from '#lib/server/certificates/long-term/extend-pdf.ts';
import { fingerprintOf } from '#lib/server/certificates/signature/certificate-chain.ts';
import { findAuthorityByFingerprint } from '#lib/server/db/certificate-authority.ts';
import { addRevision, findProofs, nextNumber, recordProofs } from '#lib/server/db/certificate-revisions.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { firstIntact, type RecordedFile } from '#lib/server/storage/intact-file.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { getRevocationList } from './read-authority.ts';
import { findRecordedFiles, type RecordedFiles } from './recorded-files.ts';
import { newFile, storeFile } from './stored-file.ts';

const DAY_MS = 86_400_000;
const YEAR_DAYS = 365;
/** Before its certificate expires, a time stamp is renewed. */
const BEFORE_END_DAYS = 60;

/**
 * Adds to an issued certificate what its signature is checked with later, or renews it, if that is due. The certificate as it was issued
 * stays; the file with its additions is stored beside it, and known by its hash from then on. What cannot be had is said, and tried again.
 * Of a file to which nothing can be added, what it has is said once.
 */
export async function proveCertificate(services: Services, calibrationId: string): Promise<void> {
  const { pool, store, now, timeStamps, log } = services;
  const at = now();
  const { proofs, recorded } = await transaction(pool, SYSTEM, async (tx) => ({
    proofs: await findProofs(tx, calibrationId, at),
    recorded: await findRecordedFiles(tx, calibrationId)
  }));
  if (!proofs?.is_due || recorded === null) return;
  const { issued, revisions } = recorded;
  let made: Made;
  let continued: RecordedFile | null = null;
  try {
    continued = await findContinuable(store, recorded, proofs.lacks);
    const stored = continued && (await store.get(continued.object_key));
    if (stored === null) throw lostFile();
    const sources = { ask: services.askAddress, ownList: (authority: X509Certificate) => ownList(services, authority) };
    made = await extendPdf(await buffer(stored.stream), timeStamps, sources, at);
    // Less than all that the lost file had is no replacement for it: it may come back.
    if (continued !== (revisions[0] ?? issued) && made.missing.length > 0) throw lostFile();
  } catch (thrown) {
    const words = thrown instanceof Error ? thrown.message : String(thrown);
    const kind = thrown instanceof LostFile ? 'file' : 'other';
    made = { pdf: null, level: null, missing: [{ kind, words }], holdsUntil: null };
  }
  const { pdf, level, holdsUntil } = made;
  const lacks = made.missing[0]?.kind ?? null;
  const missing = lacks && made.missing.map(({ words }) => words).join('; ');
  if (lacks !== null && lacks !== 'closed')
    log.warn({ calibration: calibrationId, level, missing }, 'proofs of a certificate are missing');
  const known = { level: level ?? undefined, holdsUntil: holdsUntil ?? undefined };
  const state = { ...known, lacks, missing, ...nextTime(made, proofs.attempts, at) };
  if (pdf === null || level === null || continued === null) {
    await transaction(pool, SYSTEM, (tx) => recordProofs(tx, calibrationId, state));
    return;
  }
  const file = newFile(calibrationId, createHash('sha256').update(pdf).digest('hex'), pdf.byteLength);
  await storeFile(store, file, pdf);
  const revision = { ...file, number: nextNumber(revisions), level, madeAt: at, continues: continued.sha256 };
  await transaction(pool, SYSTEM, async (tx) => {
    // What another process has added first counts; this file is left over.
    if (await addRevision(tx, calibrationId, revision)) await recordProofs(tx, calibrationId, state);
  });
}

type Made = Extended | ({ [K in 'pdf' | 'level' | 'holdsUntil']: null } & Pick<Extended, 'missing'>);
class LostFile extends Error {}
const lostFile = () => new LostFile('the file of the certificate is lost or damaged');

/**
 * The newest file. If it was lost at the attempt before already, and is not only away for a moment, the newest that is there, or the original.
 * `null`: none is
 */
function findContinuable(
  store: Services['store'],
  { issued, revisions }: RecordedFiles,
  lacks: SignatureLack | null
): Promise<RecordedFile | null> {
  const [current = issued, ...others] = revisions;
  return firstIntact<RecordedFile>(store, lacks === 'file' ? [current, ...others, issued] : [current]);
}

/** Yearly, and before the last stamp's certificate expires; after a failure the next day, then after two, four, … */
function nextTime({ missing, holdsUntil }: Made, attempts: number, now: Date) {
  const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS);
  if (missing[0]?.kind === 'closed') return { attempts: 0, dueAt: null };
  if (missing.length > 0) {
    return { attempts: attempts + 1, dueAt: inDays(Math.min(2 ** Math.min(attempts, 10), YEAR_DAYS)) };
  }
  const before = (holdsUntil?.getTime() ?? Infinity) - BEFORE_END_DAYS * DAY_MS;
  const dueAt = new Date(Math.max(inDays(1).getTime(), Math.min(before, inDays(YEAR_DAYS).getTime())));
  return { attempts: 0, dueAt };
}

/** Without the network: the authority is this installation. */
async function ownList(services: Services, authority: X509Certificate): Promise<Uint8Array | null> {
  const id = await transaction(services.pool, SYSTEM, (tx) => findAuthorityByFingerprint(tx, fingerprintOf(authority)));
  return id === null ? null : getRevocationList(services, id);
}
