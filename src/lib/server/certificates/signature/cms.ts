import { createHash, type KeyObject, sign, type X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';
import { partsOf } from './certificate-fields.ts';
import { der, integer, oid, sequence, setOf, TAG } from './der.ts';

const OID = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  sha256: '2.16.840.1.101.3.4.2.1',
  rsa: '1.2.840.113549.1.1.1',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  signatureTimeStamp: '1.2.840.113549.1.9.16.2.14'
} as const;

const CONTEXT_0 = 0xa0;
const CONTEXT_1 = 0xa1;
const signAsync = promisify<string, Uint8Array, KeyObject, Buffer>(sign);
const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

export type CmsKey = {
  readonly privateKey: KeyObject;
  readonly certificate: X509Certificate;
  /** The certificates above it, which the message takes along. */
  readonly chain: readonly X509Certificate[];
};
/** Asks for a time stamp over the signature; null if none is available. */
export type TimeStamper = (signature: Uint8Array) => Promise<Uint8Array | null>;

/**
 * A detached CMS signature over `content` for PAdES baseline (ETSI EN 319 142-1, 6.3; EN 319 122-1): RSA with SHA-256;
 * signed attributes exactly content-type, message-digest and signing-certificate-v2. The time of signing is only in the
 * PDF's signature dictionary, as the profile requires.
 */
export async function detachedCms(content: Uint8Array, key: CmsKey, timeStamp: TimeStamper | null): Promise<Buffer> {
  const certificate = key.certificate.raw;
  const attributes = [
    attribute(OID.contentType, oid(OID.data)),
    attribute(OID.messageDigest, der(TAG.octets, sha256(content))),
    // ESSCertIDv2 (RFC 5035): SHA-256 is the default and therefore not named.
    attribute(OID.signingCertificateV2, sequence(sequence(sequence(der(TAG.octets, sha256(certificate))))))
  ];
  // The DER of the SET is signed; the message has the tag [0] instead (RFC 5652, 5.4).
  const signature = await signAsync('sha256', setOf(TAG.set, attributes), key.privateKey);
  const token = timeStamp === null ? null : await timeStamp(signature);
  const signer = sequence(
    integer(Buffer.from([1])),
    issuerAndSerial(key.certificate),
    sequence(oid(OID.sha256)),
    setOf(CONTEXT_0, attributes),
    sequence(oid(OID.rsa), der(TAG.nothing)),
    der(TAG.octets, signature),
    ...(token === null ? [] : [der(CONTEXT_1, attribute(OID.signatureTimeStamp, token))])
  );
  const signed = sequence(
    integer(Buffer.from([1])),
    der(TAG.set, sequence(oid(OID.sha256))),
    sequence(oid(OID.data)),
    setOf(CONTEXT_0, [certificate, ...key.chain.map(({ raw }) => raw)]),
    der(TAG.set, signer)
  );
  return sequence(oid(OID.signedData), der(CONTEXT_0, signed));
}

const attribute = (type: string, value: Uint8Array): Buffer => sequence(oid(type), der(TAG.set, value));

function issuerAndSerial(certificate: X509Certificate): Buffer {
  const { issuer, serial } = partsOf(certificate);
  return sequence(issuer, serial);
}
