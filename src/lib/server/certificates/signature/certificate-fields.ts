import { createHash, type X509Certificate } from 'node:crypto';
import { readDer, readParts, type DerValue } from './der.ts';

/** What of a certificate is asked about elsewhere, in DER. */
export type CertificateParts = {
  readonly serial: Buffer;
  readonly issuer: Buffer;
  readonly subject: Buffer;
  /** SHA-1 of its public key's bits, as OCSP names an issuer. */
  readonly keyHash: Buffer;
};

/** TBSCertificate ::= SEQUENCE { [0] version, serialNumber, signature, issuer, validity, subject, subjectPublicKeyInfo, … } */
export function partsOf({ raw }: X509Certificate): CertificateParts {
  const [body] = readParts(readDer(raw));
  const fields = body ? readParts(body) : [];
  const [serial, , issuer, , subject, key] = fields[0]?.tag === 0xa0 ? fields.slice(1) : fields;
  const bits: DerValue | undefined = key && readParts(key)[1];
  if (!serial || !issuer || !subject || !bits) throw new Error('a certificate cannot be read');
  // The first byte of a BIT STRING counts its unused bits.
  const keyHash = createHash('sha1').update(bits.content.subarray(1)).digest();
  return { serial: serial.whole, issuer: issuer.whole, subject: subject.whole, keyHash };
}
