/** The time stamp over a signature (RFC 3161), as the server that asks for one and the browser that finds one check it. */
import { Sequence } from 'asn1js';
import { ContentInfo, SignedData, TSTInfo, type Certificate, type SignerInfo } from 'pkijs';
import type { TimeStampCheck, TimeStampFault } from '#lib/contracts/verification.ts';
import { hex } from '#lib/numbers/hex.ts';
import {
  authoritiesAbove,
  budgetOfFile,
  describeCertificate,
  digestOf,
  HASHES,
  isValidAt,
  namesCertificate
} from './certificates.ts';
import { certificatesOf } from './message-certificates.ts';

const OID = {
  signatureTimeStamp: '1.2.840.113549.1.9.16.2.14',
  timeStampInfo: '1.2.840.113549.1.9.16.1.4',
  extendedKeyUsage: '2.5.29.37',
  timeStamping: '1.3.6.1.5.5.7.3.8'
} as const;
/** How far the clocks of a reader and of a time-stamping authority may differ. */
export const MOST_DIFFERENCE_MS = 5 * 60_000;

/** Why a token is not right, in words for a log and as a reason for a page. */
export class TimeStampError extends Error {
  constructor(
    readonly reason: TimeStampFault,
    message: string
  ) {
    super(message);
  }
}

export type TimeStampToken = {
  readonly at: Date;
  /** As it was sent with the request; null if the token has none. */
  readonly nonce: Uint8Array | null;
  /** The certificate of the authority. */
  readonly signer: Certificate;
  /** The other certificates that the token brings along. */
  readonly others: readonly Certificate[];
};

/**
 * Reads a token and checks all that can be known from it alone: it is about `data`, its signature is right, and its certificate is for
 * time-stamping alone and is named in what was signed (RFC 5816). Times and trust are not judged.
 * @throws TimeStampError
 */
export async function readTimeStamp(token: Uint8Array, data: Uint8Array): Promise<TimeStampToken> {
  const signed = parse(token);
  const info = infoOf(signed);
  await checkImprint(info, data);
  const [signer] = signed.signerInfos;
  if (signed.signerInfos.length !== 1 || signer === undefined)
    throw new TimeStampError('unreadable', 'the token has not exactly one signature');
  const others = certificatesOf(signed);
  if (others === null) throw new TimeStampError('unreadable', 'the token has too many certificates, or too large keys');
  const certificate = await signerOf(signed, data);
  checkPurpose(certificate);
  if (!(await namesCertificate(signer, certificate)))
    throw new TimeStampError('signature', 'what was signed does not name its certificate');
  const { genTime: at, nonce } = info;
  return { at, nonce: nonce ? new Uint8Array(nonce.valueBlock.valueHexView) : null, signer: certificate, others };
}

/**
 * The time stamp that a signature has with it; null if it has none.
 * @param signing whose signature it is: its certificate must have been valid at the time of the stamp
 */
export async function checkTimeStamp(
  info: SignerInfo,
  signing: Certificate,
  now: Date,
  budget = budgetOfFile()
): Promise<TimeStampCheck | null> {
  try {
    const token = stampOfSignature(info);
    if (token === null) return null;
    const stamp = await readTimeStamp(token, info.signature.valueBlock.valueHexView);
    const { at } = stamp;
    if (at.getTime() - now.getTime() > MOST_DIFFERENCE_MS || !isValidAt(stamp.signer, at))
      throw new TimeStampError('time', 'its time is in the future, or its certificate was not valid then');
    if (!isValidAt(signing, at))
      throw new TimeStampError('expired', 'the certificate of the signer was not valid at that time');
    const by = [stamp.signer, ...(await authoritiesAbove(stamp.signer, stamp.others, budget))];
    return { fault: null, at: at.toISOString(), by: await Promise.all(by.map(describeCertificate)) };
  } catch (thrown) {
    return { fault: thrown instanceof TimeStampError ? thrown.reason : 'unreadable', at: null, by: [] };
  }
}

/** The token that a signature has with it, in DER; null if it has none. @throws TimeStampError if there are several */
export function stampOfSignature({ unsignedAttrs }: SignerInfo): Uint8Array | null {
  const attributes = (unsignedAttrs?.attributes ?? []).filter(({ type }) => type === OID.signatureTimeStamp);
  const [token, another] = attributes.flatMap(({ values }): readonly unknown[] => values);
  if (token === undefined) return null;
  if (another !== undefined) throw new TimeStampError('unreadable', 'there are several tokens');
  if (!(token instanceof Sequence)) throw new TimeStampError('unreadable', 'the time stamp cannot be read');
  return token.valueBeforeDecodeView;
}

function parse(token: Uint8Array): SignedData {
  try {
    return new SignedData({ schema: ContentInfo.fromBER(new Uint8Array(token).buffer).content });
  } catch (thrown) {
    throw new TimeStampError('unreadable', `the answer has no token that can be read (${String(thrown)})`);
  }
}

function infoOf({ encapContentInfo }: SignedData): TSTInfo {
  const content = encapContentInfo.eContent?.getValue();
  if (encapContentInfo.eContentType !== OID.timeStampInfo || content === undefined)
    throw new TimeStampError('unreadable', 'the token is not a time stamp');
  try {
    return TSTInfo.fromBER(content);
  } catch {
    throw new TimeStampError('unreadable', 'the token is not a time stamp');
  }
}

async function checkImprint({ messageImprint }: TSTInfo, data: Uint8Array): Promise<void> {
  const hash = HASHES[messageImprint.hashAlgorithm.algorithmId];
  // SHA-1 is too weak to say what was stamped.
  const isAbout =
    hash !== undefined &&
    hash !== 'SHA-1' &&
    hex(messageImprint.hashedMessage.valueBlock.valueHexView) === hex(await digestOf(hash, data));
  if (!isAbout) throw new TimeStampError('imprint', 'the token is about something else');
}

async function signerOf(signed: SignedData, data: Uint8Array): Promise<Certificate> {
  const result = await signed
    .verify({ signer: 0, data: new Uint8Array(data).buffer, extendedMode: true })
    .catch(() => null);
  if (result === null) throw new TimeStampError('signature', 'the signature of the token cannot be checked');
  if (result.signatureVerified !== true || !result.signerCertificate)
    throw new TimeStampError('signature', 'the signature of the token is wrong');
  return result.signerCertificate;
}

/** RFC 3161, 2.3: an extended key usage that is critical and names time-stamping, and nothing else. */
function checkPurpose({ extensions = [] }: Certificate): void {
  const usage = extensions.find(({ extnID }) => extnID === OID.extendedKeyUsage);
  const purposes: unknown = (usage?.parsedValue as { keyPurposes?: unknown } | undefined)?.keyPurposes;
  if (usage?.critical !== true || !Array.isArray(purposes) || purposes.join() !== OID.timeStamping)
    throw new TimeStampError('purpose', 'its certificate is not for time-stamping alone');
}
