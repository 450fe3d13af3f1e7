import { X509Certificate } from 'node:crypto';
import { checkFile } from '#lib/signed-file/check-file.ts';
import { takeOffRevisions, type Revision } from '#lib/signed-file/take-off-revisions.ts';
import { readTimeStamp, type TimeStampToken } from '#lib/signed-file/time-stamp.ts';
import { chainTo } from '../signature/certificate-chain.ts';
import { chainOfStamp } from '../signature/verify-time-stamp.ts';
import { readSignature } from './read-signature.ts';
import { checkRevocationList } from './revocation-lists.ts';
import { Revoked, type Asked } from './signed-by.ts';
import { checkStatus } from './status-answers.ts';

export type Trusted = {
  /** What signing certificates must lead to. */
  readonly signers: readonly X509Certificate[];
  /** What the certificates of time stamps must lead to. */
  readonly stamps: readonly X509Certificate[];
};
type Material = {
  readonly certificates: readonly X509Certificate[];
  readonly answers: readonly Uint8Array[];
  readonly lists: readonly Uint8Array[];
};

/**
 * Checks a certificate with what is in its file alone, on whatever day (ETSI EN 319 102-1, 5.6, for files as this program writes them): the last
 * time stamp counts now; each before it, and the signature, counted when the next was made, by proofs that the next covers.
 * @returns when it was signed, at the latest
 * @throws Error with the reason in words
 */
export async function verifyLongTerm(pdf: Uint8Array, trusted: Trusted, now: Date): Promise<Date> {
  const { state } = await checkFile(pdf, now);
  if (state !== 'intact') throw new Error('the file is not as it was signed');
  const { original, revisions } = takeOffRevisions(pdf);
  const signature = readSignature(original);
  const own = signature.stamp;
  const stamps: { readonly token: TimeStampToken; readonly before: number; readonly isLast: boolean }[] = [];
  const places = revisions.flatMap((revision, i) => (revision.kind === 'stamp' ? [{ revision, before: i }] : []));
  if (own) stamps.push({ token: await readTimeStamp(own.token, own.data), before: 0, isLast: places.length === 0 });
  for (const [i, { revision, before }] of places.entries()) {
    const token = await readTimeStamp(revision.token, revision.stamped());
    stamps.push({ token, before, isLast: i === places.length - 1 });
  }
  // From the last to the first: the time, and how many revisions were there at it.
  let time = now;
  let covered = revisions.length;
  for (const { token, before, isLast } of stamps.reverse()) {
    if (token.at > time) throw new Error(`a time stamp is of ${token.at.toISOString()}, after the one that covers it`);
    const material = materialIn(revisions.slice(0, covered));
    const chain = chainOfStamp(token, trusted.stamps, material.certificates, time);
    // Nothing covers the last one: whether its certificate was revoked, its authority alone can say.
    if (!isLast) assertNotRevoked(chain, material, time, token.at);
    time = token.at;
    if (before > 0) covered = before;
  }
  // The proofs about the signature count at the time of the stamp that covers the first of them.
  const firstProofs = revisions.findIndex(({ kind }) => kind === 'proofs');
  const covering = stamps.findLast(({ before }) => before > firstProofs)?.token.at ?? now;
  const material = materialIn(revisions.slice(0, covered));
  const { certificate, chain } = signature;
  const whole = chainTo(trusted.signers, certificate, [...chain, ...material.certificates], time);
  if (firstProofs !== -1) assertNotRevoked(whole, material, covering, time);
  return time;
}

function materialIn(revisions: readonly Revision[]): Material {
  const proofs = revisions.flatMap((revision) => (revision.kind === 'proofs' ? [revision.proofs] : []));
  return {
    certificates: proofs.flatMap(({ certificates }) => certificates.map((der) => new X509Certificate(der))),
    answers: proofs.flatMap(({ answers }) => answers),
    lists: proofs.flatMap(({ revocationLists }) => revocationLists)
  };
}

/** @param at when the proofs counted @param used when the certificates were used: a later revocation does not matter */
function assertNotRevoked(chain: readonly X509Certificate[], { answers, lists }: Material, at: Date, used: Date): void {
  for (const [i, certificate] of chain.entries()) {
    const issuer = chain[i + 1];
    if (issuer === undefined) return;
    const asked = { certificate, issuer, now: at };
    const isProven = (check: () => void): boolean => {
      try {
        check();
        return true;
      } catch (thrown) {
        if (!(thrown instanceof Revoked)) return false;
        if (thrown.at <= used) throw thrown;
        return true;
      }
    };
    const isGood =
      answers.some((answer) => isProven(() => assertGood(answer, asked, lists))) ||
      lists.some((list) => isProven(() => checkRevocationList(list, asked)));
    if (!isGood) throw new Error(`the file does not prove that ${certificate.subject} was not revoked`);
  }
}

/** An answer counts if its responder is shown by a list not to be revoked, where its authority does not spare us that. */
function assertGood(answer: Uint8Array, asked: Asked, lists: readonly Uint8Array[]): void {
  const responder = checkStatus(answer, asked, null);
  if (responder === null) return;
  const isClear = lists.some((list) => {
    try {
      checkRevocationList(list, { ...asked, certificate: responder });
      return true;
    } catch {
      return false;
    }
  });
  if (!isClear) throw new Error('the file does not prove that the responder was not revoked');
}
