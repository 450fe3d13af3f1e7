import { createPrivateKey, sign, X509Certificate } from 'node:crypto';
import { der, integer, oid, readDer, readParts, sequence, TAG } from './signature/der.ts';
import { extensionOf } from './pkcs12/usable-certificate.ts';

const BIT_STRING = 0x03;
const GENERALIZED_TIME = 0x18;
const UTC_TIME = 0x17;
const CONTEXT_0 = 0xa0;
const RSA_SHA256 = sequence(oid('1.2.840.113549.1.1.11'), der(TAG.nothing));
const DAY_MS = 86_400_000;
/** How long a list is good for; a new one is made each day. */
const DAYS = 14;

export type Revoked = { readonly certificatePem: string; readonly at: Date };

/**
 * The list of what an authority has revoked (RFC 5280, 5), in DER. Lists of one day are equal unless something was revoked meanwhile:
 * the number grows with the time from which the list counts.
 */
export function writeRevocationList(
  authority: { readonly certificatePem: string; readonly privateKeyPem: string },
  revoked: readonly Revoked[],
  now: Date
): Buffer {
  const certificate = new X509Certificate(authority.certificatePem);
  const newest = Math.max(0, ...revoked.map(({ at }) => at.getTime()));
  const day = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const from = Math.floor(Math.max(day, newest) / 1000) * 1000;
  const entries = revoked.map(({ certificatePem, at }) => sequence(serialOf(certificatePem), time(at)));
  const number = Buffer.alloc(6);
  number.writeUIntBE(from / 1000, 0, 6);
  const extensions = sequence(
    extension('2.5.29.35', authorityKeyOf(certificate)),
    extension('2.5.29.20', integer(number))
  );
  const list = sequence(
    integer(Buffer.from([1])),
    RSA_SHA256,
    subjectOf(certificate),
    time(new Date(from)),
    time(new Date(from + DAYS * DAY_MS)),
    ...(entries.length === 0 ? [] : [sequence(...entries)]),
    der(CONTEXT_0, extensions)
  );
  const signature = sign('sha256', list, createPrivateKey(authority.privateKeyPem));
  return sequence(list, RSA_SHA256, der(BIT_STRING, Buffer.from([0]), signature));
}

const extension = (name: string, value: Uint8Array): Buffer => sequence(oid(name), der(TAG.octets, value));

/** RFC 5280, 5.1.2.4: two digits of the year until 2049. */
function time(at: Date): Buffer {
  const digits = at.toISOString().replaceAll(/[-:T]|\.\d+/gu, '');
  return at.getUTCFullYear() < 2050
    ? der(UTC_TIME, Buffer.from(digits.slice(2)))
    : der(GENERALIZED_TIME, Buffer.from(digits));
}

/** TBSCertificate ::= SEQUENCE { [0] version, serialNumber, signature, issuer, validity, subject, … }. */
function bodyOf({ raw }: X509Certificate) {
  const [body] = readParts(readDer(raw));
  const fields = body ? readParts(body) : [];
  return fields[0]?.tag === CONTEXT_0 ? fields.slice(1) : fields;
}

function serialOf(certificatePem: string): Buffer {
  const [serial] = bodyOf(new X509Certificate(certificatePem));
  if (!serial) throw new Error('The certificate has no serial number');
  return serial.whole;
}

function subjectOf(certificate: X509Certificate): Buffer {
  const subject = bodyOf(certificate)[4];
  if (!subject) throw new Error('The certificate has no subject');
  return subject.whole;
}

/** AuthorityKeyIdentifier ::= SEQUENCE { [0] KeyIdentifier }; the subject's is an OCTET STRING. */
function authorityKeyOf(certificate: X509Certificate): Buffer {
  const own = extensionOf(certificate, '2.5.29.14');
  if (own === null) throw new Error('The authority has no key identifier');
  return sequence(der(0x80, readDer(own).content));
}
