import type { SignatureLevel } from '#lib/contracts/verification.ts';
import { joined, textOf } from '#lib/signed-file/bytes.ts';
import { checkFile } from '#lib/signed-file/check-file.ts';
import { fillStamp, proofsRevision, stampedBytes, stampRevision } from '#lib/signed-file/revisions.ts';
import { takeOffRevisions } from '#lib/signed-file/take-off-revisions.ts';
import { readTimeStamp, type TimeStampToken } from '#lib/signed-file/time-stamp.ts';
import { readWrittenPdf } from '#lib/signed-file/written-pdf.ts';
import { anchorsOf, requestTimeStamp, type TimeStampServer } from '../signature/time-stamp.ts';
import { chainOfStamp } from '../signature/verify-time-stamp.ts';
import { collectProofs, type Lack, type Sources } from './collect-proofs.ts';
import { readSignature, storeNameOf } from './read-signature.ts';
import { verifyLongTerm } from './verify-long-term.ts';

const ROOM = 14_336;

export type Extended = {
  /** Null: nothing could be added. */
  readonly pdf: Uint8Array<ArrayBuffer> | null;
  readonly level: SignatureLevel;
  /** Why it is not a higher one, the worst first; empty at the highest. */
  readonly missing: readonly Lack[];
  /** Until when the certificate of the last time stamp is valid; without one, that of the signer. */
  readonly holdsUntil: Date;
};

/**
 * Adds to a certificate what its signature is checked with later, as far as it can be had: proofs about the signature and its time stamps (PAdES
 * B-LT), then a time stamp over all of it (B-LTA). Done again before that stamp's certificate expires, it adds proofs about the last stamp and
 * a new one. The result is checked as whoever holds it will check it. Without a time-stamping server it says what the file has.
 * @throws Error if the file is not one that was signed here
 */
export async function extendPdf(
  pdf: Uint8Array,
  timeStamps: TimeStampServer | undefined,
  sources: Sources,
  now: Date
): Promise<Extended> {
  const checked = await checkFile(pdf, now);
  if (checked.state !== 'intact' || checked.level === null) throw new Error('the file is not as it was signed');
  const { original, revisions } = takeOffRevisions(pdf);
  const signature = readSignature(original);
  const stamps = await stampsIn(signature, revisions);
  const last = stamps.at(-1);
  const ends = (token: TimeStampToken | undefined) =>
    token?.signer.notAfter.value ?? new Date(signature.certificate.validTo);
  const unchanged = (lacks: readonly Lack[]): Extended => ({
    pdf: null,
    level: checked.level ?? 'B-B',
    missing: lacks.toSorted((a, b) => Number(b.kind === 'revoked') - Number(a.kind === 'revoked')),
    holdsUntil: ends(last?.token)
  });
  if (!signature.mayBeContinued)
    return unchanged([{ kind: 'closed', words: 'it was signed so that nothing may be added' }]);
  if (timeStamps === undefined)
    return unchanged([{ kind: 'no_server', words: 'no time-stamping server is configured' }]);
  const anchors = anchorsOf(timeStamps);
  const missing: Lack[] = [];
  let made = new Uint8Array(pdf);
  try {
    // What a stamp over proofs covers counts for ever; then the last stamp alone needs proving.
    const isCovered = checked.level === 'B-LTA';
    const chains = (isCovered ? stamps.slice(-1) : stamps).map(({ token }) => chainOfStamp(token, anchors, [], now));
    const collected = await collectProofs(isCovered ? chains : [signature.chain, ...chains], sources, now);
    missing.push(...collected.missing);
    if (missing.length === 0) {
      const named = isCovered && last?.contents ? storeNameOf(last.contents) : signature.about;
      made = continued(made, proofsRevision(readWrittenPdf(textOf(made)), { ...collected.proofs, about: named }));
    }
  } catch (thrown) {
    missing.push({ kind: 'untrusted', words: wordsOf(thrown) });
  }
  // A stamp over what is not proven would hide the gap; without any, it proves at least the time.
  if (missing.length > 0 && stamps.length > 0) return unchanged(missing);
  let newest = last?.token;
  try {
    const revision = stampRevision(readWrittenPdf(textOf(made)), ROOM);
    const data = stampedBytes(made, revision);
    const token = await requestTimeStamp(timeStamps, data, now);
    newest = await readTimeStamp(token, data);
    made = continued(made, fillStamp(revision, made.length, token));
  } catch (thrown) {
    missing.push({ kind: 'time_stamp', words: `no time stamp: ${wordsOf(thrown)}` });
    // Proofs that nothing covers are worth adding once, beside the stamp of the signature.
    if (checked.level !== 'B-T') return unchanged(missing);
  }
  if (made.length === pdf.length) return unchanged(missing);
  const top = signature.chain.at(-1);
  // The clock of the authority may be a little ahead.
  const day = new Date(Math.max(now.getTime(), newest?.at.getTime() ?? 0));
  await verifyLongTerm(made, { signers: top ? [top] : [], stamps: anchors }, day);
  const { level } = await checkFile(made, now);
  return {
    pdf: made,
    level: level ?? 'B-B',
    missing,
    holdsUntil: ends(newest)
  };
}

const continued = (pdf: Uint8Array, revision: Uint8Array): Uint8Array<ArrayBuffer> => joined([pdf, revision]);

type FoundStamp = { readonly token: TimeStampToken; readonly contents: Uint8Array | null };

async function stampsIn(
  { stamp }: ReturnType<typeof readSignature>,
  revisions: ReturnType<typeof takeOffRevisions>['revisions']
): Promise<readonly FoundStamp[]> {
  const found: FoundStamp[] = stamp ? [{ token: await readTimeStamp(stamp.token, stamp.data), contents: null }] : [];
  for (const revision of revisions) {
    if (revision.kind !== 'stamp') continue;
    found.push({ token: await readTimeStamp(revision.token, revision.stamped()), contents: revision.contents });
  }
  return found;
}

const wordsOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));
