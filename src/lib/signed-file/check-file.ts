/**
 * Whether a PDF is still what was signed: for the server, and for the browser of whoever holds a certificate. It needs `crypto.subtle`,
 * and asks nobody; whether the signer is known is for the installation to say.
 */
import { ObjectIdentifier } from 'asn1js';
import { ContentInfo, SignedData, type Certificate, type SignerInfo } from 'pkijs';
import type { FileCheck } from '#lib/contracts/verification.ts';
import { authoritiesAbove, budgetOfFile, describeCertificate, namesCertificate, type Budget } from './certificates.ts';
import { findSignature } from './find-signature.ts';
import { certificatesOf } from './message-certificates.ts';
import { takeOffRevisions, type Revision } from './take-off-revisions.ts';
import { checkTimeStamp, readTimeStamp } from './time-stamp.ts';

const OID = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3'
} as const;
const NOTHING = {
  ...{ signer: null, reason: null, time_stamp: null, level: null, stamped_at: null, revisions: 0 },
  document_stamps: []
};
const UNSIGNED: FileCheck = { state: 'unsigned', ...NOTHING };
const ALTERED: FileCheck = { state: 'altered', ...NOTHING };

/**
 * Checks the one signature of a PDF (PAdES, detached CMS): that it covers the whole file but itself, that nothing was appended but proofs as
 * this program writes them, each of whose time stamps is right, that the digest and the signature are right, and that what was signed names
 * the certificate. With it come the authorities above, each of which has signed the one below, and what its time stamp is worth; without a
 * stamp, no date is judged. Trust is for the installation to say, and whether the proofs are enough.
 */
export async function checkFile(bytes: Uint8Array, now = new Date()): Promise<FileCheck> {
  const { original, revisions } = takeOffRevisions(bytes);
  const found = findSignature(original);
  if (found === 'none') return UNSIGNED;
  if (found === 'broken') return ALTERED;
  const cms = readCms(found.cms);
  const [info] = cms?.signerInfos ?? [];
  if (cms === null || info === undefined || cms.signerInfos.length !== 1) return ALTERED;
  const certificate = await signerOf(cms, found.signed);
  if (certificate === null) return ALTERED;
  if (!namesContent(info) || !(await namesCertificate(info, certificate))) return ALTERED;
  const budget = budgetOfFile();
  const above = await authoritiesAbove(certificate, certificatesOf(cms) ?? [], budget).catch(() => null);
  if (above === null) return ALTERED;
  const time_stamp = await checkTimeStamp(info, certificate, now, budget);
  const document_stamps = await stampsOf(revisions, budget);
  if (document_stamps === null) return ALTERED;
  const first = time_stamp?.at ?? document_stamps[0]?.at ?? null;
  return {
    state: 'intact',
    signer: {
      ...(await describeCertificate(certificate)),
      above: await Promise.all(above.map(describeCertificate))
    },
    reason: found.reason,
    time_stamp,
    level: levelOf(first !== null, revisions),
    stamped_at: first,
    revisions: revisions.length,
    document_stamps
  };
}

/** Each stamp is over the whole file before it: thirty years of a certificate of 8 MB. */
const MOST_HASHED = 256 * 1024 * 1024;
/** Sixty tokens of 8 kB: what is in them costs more time to read than their bytes. */
const MOST_TOKENS = 512 * 1024;

/** The appended time stamps; null if one is wrong. */
async function stampsOf(revisions: readonly Revision[], budget: Budget): Promise<FileCheck['document_stamps'] | null> {
  try {
    const stamps: FileCheck['document_stamps'] = [];
    let [hashed, tokens] = [0, 0];
    for (const revision of revisions) {
      if (revision.kind !== 'stamp') continue;
      // Whoever else waits for this thread has a turn.
      await new Promise((resolve) => setTimeout(resolve));
      const stamped = revision.stamped();
      hashed += stamped.length;
      tokens += revision.token.length;
      if (hashed > MOST_HASHED || tokens > MOST_TOKENS) return null;
      const { at, signer, others } = await readTimeStamp(revision.token, stamped);
      const by = [signer, ...(await authoritiesAbove(signer, others, budget))];
      stamps.push({ at: at.toISOString(), by: await Promise.all(by.map(describeCertificate)) });
    }
    return stamps;
  } catch {
    return null;
  }
}

/** ETSI EN 319 142-1, 6: the last time stamp of B-LTA covers proofs. */
function levelOf(isStamped: boolean, revisions: readonly Revision[]): FileCheck['level'] {
  if (!isStamped) return 'B-B';
  const proofs = revisions.findIndex(({ kind }) => kind === 'proofs');
  if (proofs === -1) return 'B-T';
  return revisions.slice(proofs).some(({ kind }) => kind === 'stamp') ? 'B-LTA' : 'B-LT';
}

export function readCms(bytes: Uint8Array): SignedData | null {
  try {
    const info = ContentInfo.fromBER(new Uint8Array(bytes).buffer);
    const read = info.contentType === OID.signedData ? new SignedData({ schema: info.content }) : null;
    // What was signed is the file: a message with content of its own would say nothing about it.
    const isAboutFile = read?.encapContentInfo.eContent === undefined;
    return read && isAboutFile && certificatesOf(read) !== null ? read : null;
  } catch {
    return null;
  }
}

/** Whose signature it is; null unless it is right. */
async function signerOf(cms: SignedData, signed: Uint8Array): Promise<Certificate | null> {
  const data = new Uint8Array(signed).buffer;
  const result = await cms.verify({ signer: 0, data, extendedMode: true }).catch(() => null);
  return result?.signatureVerified === true ? (result.signerCertificate ?? null) : null;
}

/** RFC 5652, 11.1: a signature over attributes is one over data only if they say so. */
const namesContent = ({ signedAttrs }: SignerInfo): boolean =>
  signedAttrs?.attributes.some(
    ({ type, values }) =>
      type === OID.contentType && values[0] instanceof ObjectIdentifier && values[0].getValue() === OID.data
  ) === true;
