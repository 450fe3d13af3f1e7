/** Certificates of a signature: their names, who signed them, and whether what was signed names them. For the server and the browser. */
import { ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import { AuthorityKeyIdentifier, BasicConstraints, type Certificate, type SignerInfo } from 'pkijs';
import type { NamedCertificate } from '#lib/contracts/verification.ts';
import { hex } from '#lib/numbers/hex.ts';
import { derValue } from './bytes.ts';

const OID = {
  commonName: '2.5.4.3',
  subjectKey: '2.5.29.14',
  basicConstraints: '2.5.29.19',
  authorityKey: '2.5.29.35'
} as const;
/** The attributes that name the certificate of the signer by its hash, and the hash that each takes if it names none (RFC 5035). */
const SIGNING_CERTIFICATE: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.9.16.2.12': 'SHA-1',
  '1.2.840.113549.1.9.16.2.47': 'SHA-256'
};
/** As WebCrypto calls them. */
export const HASHES: Readonly<Record<string, string>> = {
  '1.3.14.3.2.26': 'SHA-1',
  '2.16.840.1.101.3.4.2.1': 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512'
};
const LONGEST_NAME = 500;
const SEQUENCE = 0x30;
/** A chain with its own certificate has eight at most. */
const MOST_ABOVE = 7;
/** The chains of a signature, its time stamp and 64 later ones, each certificate checked once, with some room for namesakes. */
const MOST_VERIFICATIONS = 600;

/** How many more signatures of certificates may be checked for a file: whoever writes one chooses how many there are to try. */
export type Budget = { left: number };
export const budgetOfFile = (): Budget => ({ left: MOST_VERIFICATIONS });

/** As it was read: written anew, one whose dates ASN.1 does not allow would be an error, and another's fingerprint would change. */
export const rawOf = ({ tbsView, signatureAlgorithm, signatureValue }: Certificate): Uint8Array<ArrayBuffer> =>
  derValue(SEQUENCE, [
    tbsView,
    new Uint8Array(signatureAlgorithm.toSchema().toBER()),
    new Uint8Array(signatureValue.toBER())
  ]);

export const digestOf = async (hash: string, bytes: Uint8Array): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest(hash, new Uint8Array(bytes)));

/** Its common name, else the first of its names, and its fingerprint. */
export async function describeCertificate(certificate: Certificate): Promise<NamedCertificate> {
  const { typesAndValues } = certificate.subject;
  const named = typesAndValues.find(({ type }) => type === OID.commonName) ?? typesAndValues[0];
  const name = String((named?.value as { valueBlock: { value: unknown } } | undefined)?.valueBlock.value ?? '');
  return { name: name.slice(0, LONGEST_NAME), fingerprint_sha256: hex(await digestOf('SHA-256', rawOf(certificate))) };
}

/**
 * The authorities above a certificate, nearest first, as far as they are among `others`: each is an authority, has the name that the one
 * below states as its issuer, and has signed it. Their dates are not judged.
 * @throws Error if more would have to be checked than `budget` has left
 */
export async function authoritiesAbove(
  certificate: Certificate,
  others: readonly Certificate[],
  budget: Budget
): Promise<readonly Certificate[]> {
  const above: Certificate[] = [];
  let last = certificate;
  while (above.length < MOST_ABOVE && !last.issuer.isEqual(last.subject)) {
    const issuer = await issuerOf(last, others, budget);
    if (issuer === null) break;
    above.push(issuer);
    last = issuer;
  }
  return above;
}

async function issuerOf(
  certificate: Certificate,
  others: readonly Certificate[],
  budget: Budget
): Promise<Certificate | null> {
  for (const other of others) {
    if (!isAuthority(other) || !certificate.issuer.isEqual(other.subject) || !mayHaveKey(certificate, other)) continue;
    if (budget.left-- <= 0) throw new Error('the file has too many certificates to check');
    if (await certificate.verify(other).catch(() => false)) return other;
  }
  return null;
}

/** RFC 5280, 4.2.1.1: where a certificate states which key signed it, and the authority which it has, they are the same. */
function mayHaveKey(certificate: Certificate, authority: Certificate): boolean {
  const signing: unknown = extensionOf(certificate, OID.authorityKey);
  const stated = signing instanceof AuthorityKeyIdentifier ? signing.keyIdentifier : undefined;
  const own: unknown = extensionOf(authority, OID.subjectKey);
  if (stated === undefined || !(own instanceof OctetString)) return true;
  return hex(stated.valueBlock.valueHexView) === hex(own.valueBlock.valueHexView);
}

const extensionOf = ({ extensions = [] }: Certificate, id: string): unknown =>
  extensions.find(({ extnID }) => extnID === id)?.parsedValue;

function isAuthority(certificate: Certificate): boolean {
  const constraints = extensionOf(certificate, OID.basicConstraints);
  return constraints instanceof BasicConstraints && constraints.cA;
}

export const isValidAt = ({ notBefore, notAfter }: Certificate, time: Date): boolean =>
  notBefore.value <= time && time <= notAfter.value;

/**
 * ESSCertID(v2) ::= SEQUENCE { hashAlgorithm OPTIONAL (v2), certHash OCTET STRING, … }; the first is that of the signer. Of each kind of
 * attribute there is one at most (RFC 5035, 3 and 4).
 */
export async function namesCertificate({ signedAttrs }: SignerInfo, certificate: Certificate): Promise<boolean> {
  const attributes = (signedAttrs?.attributes ?? []).filter(({ type }) => type in SIGNING_CERTIFICATE);
  if (new Set(attributes.map(({ type }) => type)).size < attributes.length) return false;
  let isNamed = false;
  for (const { type, values } of attributes) {
    const [id] = membersOf(membersOf(values[0])[0]);
    const [first, second] = membersOf(id);
    const [algorithm] = membersOf(first);
    const stated = first instanceof Sequence ? second : first;
    const hash = algorithm instanceof ObjectIdentifier ? HASHES[algorithm.getValue()] : SIGNING_CERTIFICATE[type];
    if (!(stated instanceof OctetString) || hash === undefined) continue;
    if (hex(stated.valueBlock.valueHexView) !== hex(await digestOf(hash, rawOf(certificate)))) return false;
    isNamed = true;
  }
  return isNamed;
}

const membersOf = (value: unknown): readonly unknown[] => (value instanceof Sequence ? value.valueBlock.value : []);
