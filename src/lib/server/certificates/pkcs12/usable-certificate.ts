import { type KeyObject, X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import { chainTo } from '../signature/certificate-chain.ts';
import { oid, readDer, readParts, TAG } from '../signature/der.ts';
import type { Opened } from './open-pkcs12.ts';
import { Pkcs12Fault } from './pkcs12-fault.ts';

/** The key that signs from now on, its certificate, and those above it up to the root. */
export type UsableCertificate = {
  readonly privateKey: KeyObject;
  readonly certificate: X509Certificate;
  readonly chain: readonly X509Certificate[];
};

const FEWEST_BITS = 2048;
/** More would make every certificate slow to sign. */
const MOST_BITS = 8192;
const KEY_USAGE = '2.5.29.15';
const EXTENDED_KEY_USAGE = '2.5.29.37';
const MAY_SIGN_DOCUMENTS = new Set([
  // Any, secure mail, documents (RFC 9336), and what Adobe and Microsoft use for documents.
  '2.5.29.37.0',
  '1.3.6.1.5.5.7.3.4',
  '1.3.6.1.5.5.7.3.36',
  '1.2.840.113583.1.1.5',
  '1.3.6.1.4.1.311.10.3.12'
]);
/** RSA and ECDSA with MD5 or SHA-1: no reader accepts them any more. */
const WEAK_SIGNATURES = ['1.2.840.113549.1.1.4', '1.2.840.113549.1.1.5', '1.2.840.10045.4.1'].map((name) =>
  oid(name).toString('hex')
);

/**
 * Chooses from a file what documents can be signed with, and checks it: a key and its certificate, RSA of at least 2048 bits, valid on
 * `day`, made for signing documents, with all certificates up to a root, which is in the file or known to Node.
 * @throws Pkcs12Fault with the reason
 */
export function usableCertificate({ keys, certificates }: Opened, day: Date): UsableCertificate {
  if (keys.length === 0) throw new Pkcs12Fault('no_key', 'The file has no private key.');
  const pairs = keys.flatMap((privateKey) =>
    certificates.filter((one) => one.checkPrivateKey(privateKey)).map((certificate) => ({ privateKey, certificate }))
  );
  if (pairs.length === 0)
    throw new Pkcs12Fault('no_certificate', 'The file has no certificate that belongs to its private key.');
  const signing = pairs.filter(({ certificate }) => maySign(certificate));
  // A renewed certificate may stand beside the one before, of the same key.
  const [pair] = signing.sort((a, b) => Date.parse(b.certificate.validTo) - Date.parse(a.certificate.validTo));
  if (pair === undefined) throw new Pkcs12Fault('wrong_usage', 'The certificate is not one for signing documents.');
  checkKey(pair.privateKey);
  if (day > new Date(pair.certificate.validTo)) throw new Pkcs12Fault('expired', 'The certificate has expired.');
  if (day < new Date(pair.certificate.validFrom))
    throw new Pkcs12Fault('not_yet_valid', 'The certificate is not valid yet.');
  const [, ...chain] = wholeChain(pair.certificate, certificates, day);
  for (const one of [pair.certificate, ...chain]) {
    if (!isSelfSigned(one) && isWeaklySigned(one))
      throw new Pkcs12Fault('weak_chain', 'A certificate of the chain is signed with MD5 or SHA-1.');
  }
  return { ...pair, chain };
}

function checkKey({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): void {
  if (type !== 'rsa') throw new Pkcs12Fault('unsupported_key', 'The key is not an RSA key.');
  const bits = details?.modulusLength ?? 0;
  if (bits < FEWEST_BITS) throw new Pkcs12Fault('weak_key', `The key has ${bits} bits; at least 2048 are needed.`);
  if (bits > MOST_BITS)
    throw new Pkcs12Fault('unsupported_key', `The key has ${bits} bits; at most 8192 are supported.`);
}

function wholeChain(
  certificate: X509Certificate,
  certificates: readonly X509Certificate[],
  day: Date
): readonly X509Certificate[] {
  const roots = [...certificates.filter(isSelfSigned), ...rootCertificates.map((pem) => new X509Certificate(pem))];
  try {
    return chainTo(roots, certificate, certificates, day);
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    throw new Pkcs12Fault('chain_incomplete', `The chain of certificates is not whole: ${reason}.`);
  }
}

/** Also one that says it may not sign certificates: `checkIssued` would say no. */
export const isSelfSigned = (one: X509Certificate): boolean => one.subject === one.issuer && one.verify(one.publicKey);

/** Certificate ::= SEQUENCE { tbsCertificate, signatureAlgorithm SEQUENCE { OID, … }, … }. */
function isWeaklySigned({ raw }: X509Certificate): boolean {
  const [, algorithm] = readParts(readDer(raw));
  const [name] = algorithm ? readParts(algorithm) : [];
  return name === undefined || WEAK_SIGNATURES.includes(name.whole.toString('hex'));
}

/** No authority, and its usages, where it states any, allow signatures that last and are of documents. */
function maySign(certificate: X509Certificate): boolean {
  if (certificate.ca && !isSelfSigned(certificate)) return false;
  const usage = extensionOf(certificate, KEY_USAGE);
  // BIT STRING: the first byte counts unused bits; then digitalSignature (0x80) and nonRepudiation (0x40).
  if (usage !== null && ((readDer(usage).content[1] ?? 0) & 0xc0) === 0) return false;
  const purposes = certificate.keyUsage as readonly string[] | undefined;
  const stated = extensionOf(certificate, EXTENDED_KEY_USAGE) === null ? [] : (purposes ?? []);
  return stated.length === 0 || stated.some((purpose) => MAY_SIGN_DOCUMENTS.has(purpose));
}

/** The value of an extension, in DER; null without it. Extension ::= SEQUENCE { OID, critical BOOLEAN?, OCTET STRING }. */
export function extensionOf({ raw }: X509Certificate, name: string): Buffer | null {
  const [body] = readParts(readDer(raw));
  const extensions = body && readParts(body).find(({ tag }) => tag === 0xa3);
  if (extensions === undefined) return null;
  const wanted = oid(name);
  for (const extension of readParts(readDer(extensions.content))) {
    const [id, ...rest] = readParts(extension);
    const value = rest.at(-1);
    if (id?.whole.equals(wanted) && value?.tag === TAG.octets) return value.content;
  }
  return null;
}
