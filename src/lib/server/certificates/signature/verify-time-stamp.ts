import { createHash, X509Certificate } from 'node:crypto';
import { ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import { Certificate, ContentInfo, SignedData, TSTInfo, type SignerInfo } from 'pkijs';
import { chainTo } from './certificate-chain.ts';

const OID = {
  timeStampInfo: '1.2.840.113549.1.9.16.1.4',
  sha256: '2.16.840.1.101.3.4.2.1',
  extendedKeyUsage: '2.5.29.37',
  timeStamping: '1.3.6.1.5.5.7.3.8'
} as const;
/** The attributes that name the certificate of the signer by its hash, and the hash that each takes if it names none (RFC 5035). */
const SIGNING_CERTIFICATE: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.9.16.2.12': 'sha1',
  '1.2.840.113549.1.9.16.2.47': 'sha256'
};
const HASHES: Readonly<Record<string, string>> = {
  '1.3.14.3.2.26': 'sha1',
  [OID.sha256]: 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512'
};
/** How far the clocks of the server and of the time-stamping authority may differ. */
const MOST_DIFFERENCE_MS = 5 * 60_000;

/** What a time stamp must be about, and who may have made it. */
export type ExpectedStamp = {
  /** The bytes that are stamped. */
  readonly data: Uint8Array;
  /** The nonce that was sent, without leading zeros. */
  readonly nonce: Uint8Array;
  readonly anchors: readonly X509Certificate[];
  readonly now: Date;
};

/**
 * Checks a time-stamp token as RFC 3161, 2.2 and 2.4.2, asks of whoever requested it: it answers this request, its time is now, its
 * signature is right, and its certificate is for time-stamping alone, is named in what was signed (RFC 5816) and leads to an anchor.
 * @throws Error with the reason in words
 */
export async function verifyTimeStamp(token: Uint8Array, expected: ExpectedStamp): Promise<void> {
  const signed = readToken(token);
  checkInfo(readInfo(signed), expected);
  const signer = signed.signerInfos[0];
  if (signed.signerInfos.length !== 1 || signer === undefined)
    throw new Error('the token has not exactly one signature');
  const certificates = (signed.certificates ?? []).flatMap((certificate) =>
    certificate instanceof Certificate ? [certificate] : []
  );
  const result = await signed
    .verify({ signer: 0, data: bytesOf(expected.data), extendedMode: true })
    .catch((thrown: unknown) => {
      throw new Error('the signature of the token cannot be checked', { cause: thrown });
    });
  if (result.signatureVerified !== true || !result.signerCertificate)
    throw new Error('the signature of the token is wrong');
  const certificate = x509(result.signerCertificate);
  checkPurpose(result.signerCertificate);
  checkNamed(signer, certificate);
  chainTo(expected.anchors, certificate, certificates.map(x509), expected.now);
}

const x509 = (certificate: Certificate): X509Certificate =>
  new X509Certificate(Buffer.from(certificate.toSchema(true).toBER()));

function readToken(token: Uint8Array): SignedData {
  try {
    return new SignedData({ schema: ContentInfo.fromBER(bytesOf(token)).content });
  } catch (thrown) {
    throw new Error('the answer has no token that can be read', { cause: thrown });
  }
}

function readInfo({ encapContentInfo }: SignedData): TSTInfo {
  const content = encapContentInfo.eContent?.getValue();
  if (encapContentInfo.eContentType !== OID.timeStampInfo || content === undefined)
    throw new Error('the token is not a time stamp');
  try {
    return TSTInfo.fromBER(content);
  } catch (thrown) {
    throw new Error('the token is not a time stamp', { cause: thrown });
  }
}

function checkInfo({ messageImprint, nonce, genTime }: TSTInfo, { data, nonce: sent, now }: ExpectedStamp): void {
  const imprint = createHash('sha256').update(data).digest();
  const stamped = Buffer.from(messageImprint.hashedMessage.valueBlock.valueHexView);
  if (messageImprint.hashAlgorithm.algorithmId !== OID.sha256 || !stamped.equals(imprint))
    throw new Error('the token is about something else');
  const returned = nonce && Buffer.from(nonce.valueBlock.valueHexView);
  if (!returned || !withoutZeros(returned).equals(withoutZeros(Buffer.from(sent))))
    throw new Error('the token answers another request');
  if (Math.abs(genTime.getTime() - now.getTime()) > MOST_DIFFERENCE_MS)
    throw new Error(`its time, ${genTime.toISOString()}, is more than five minutes from that of this server`);
}

function withoutZeros(bytes: Buffer): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0);
  return first === -1 ? Buffer.alloc(0) : bytes.subarray(first);
}

/** RFC 3161, 2.3: an extended key usage that is critical and names time-stamping, and nothing else. */
function checkPurpose({ extensions = [] }: Certificate): void {
  const usage = extensions.find(({ extnID }) => extnID === OID.extendedKeyUsage);
  const purposes: unknown = (usage?.parsedValue as { keyPurposes?: unknown } | undefined)?.keyPurposes;
  if (usage?.critical !== true || !Array.isArray(purposes) || purposes.join() !== OID.timeStamping)
    throw new Error('its certificate is not for time-stamping alone');
}

/** ESSCertID(v2) ::= SEQUENCE { hashAlgorithm OPTIONAL (v2), certHash OCTET STRING, … }; the first is that of the signer. */
function checkNamed({ signedAttrs }: SignerInfo, certificate: X509Certificate): void {
  const named = signedAttrs?.attributes.some(({ type, values }) => {
    const usual = SIGNING_CERTIFICATE[type];
    if (usual === undefined) return false;
    const [id] = membersOf(membersOf(values[0])[0]);
    const [first, second] = membersOf(id);
    const [algorithm] = membersOf(first);
    const hash = first instanceof Sequence ? second : first;
    const name = algorithm instanceof ObjectIdentifier ? HASHES[algorithm.getValue()] : usual;
    if (!(hash instanceof OctetString) || name === undefined) return false;
    return Buffer.from(hash.valueBlock.valueHexView).equals(createHash(name).update(certificate.raw).digest());
  });
  if (named !== true) throw new Error('what was signed does not name its certificate');
}

const membersOf = (value: unknown): readonly unknown[] => (value instanceof Sequence ? value.valueBlock.value : []);

/** A copy in a buffer of its own, as the libraries want it. */
const bytesOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;
