import { generateKeyPair, randomBytes, X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';
import forge from 'node-forge';
import type { SecretKeys } from '#lib/server/secrets/secret-keys.ts';
import { openSealed, sealText, type Seal } from '#lib/server/secrets/sealed-text.ts';
import type { CertificateFacts } from './certificate-facts.ts';

const generate = promisify(generateKeyPair);
const YEARS = 10;

export type SigningKey = { readonly privateKeyPem: string; readonly certificatePem: string };
/** The public part of a key. */
export type SigningCertificate = {
  readonly algorithm: 'RSA-2048';
  /** Lower-case hex. */
  readonly fingerprint_sha256: string;
  readonly not_before: string;
  readonly not_after: string;
};

/**
 * A new RSA-2048 key with its self-signed certificate, valid ten years from `now`, that names the organization. Takes
 * about a sixth of a second, mostly off the event loop: generate it before the transaction that stores it.
 */
export async function makeSigningKey(organizationName: string, now: Date): Promise<SigningKey> {
  const pair = await generate('rsa', {
    modulusLength: 2048,
    publicExponent: 0x10001,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' }
  });
  return { privateKeyPem: pair.privateKey, certificatePem: selfSigned(pair, organizationName, now) };
}

function selfSigned(
  pair: { readonly publicKey: string; readonly privateKey: string },
  organizationName: string,
  now: Date
): string {
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(pair.publicKey);
  // Positive, and random enough that no two are equal (RFC 5280, 4.1.2.2).
  const serial = randomBytes(16);
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  certificate.serialNumber = serial.toString('hex');
  const start = new Date(Math.floor(now.getTime() / 1000) * 1000);
  const end = new Date(start);
  end.setUTCFullYear(end.getUTCFullYear() + YEARS);
  certificate.validity.notBefore = start;
  certificate.validity.notAfter = end;
  const subject = nameOf(organizationName);
  certificate.setSubject(subject);
  certificate.setIssuer(subject);
  certificate.setExtensions([
    { name: 'basicConstraints', cA: false, critical: true },
    { name: 'keyUsage', digitalSignature: true, nonRepudiation: true, critical: true },
    { name: 'subjectKeyIdentifier' }
  ]);
  certificate.sign(forge.pki.privateKeyFromPem(pair.privateKey), forge.md.sha256.create());
  return forge.pki.certificateToPem(certificate).replaceAll('\r\n', '\n');
}

/** X.520 bounds both names to 64 characters. */
function nameOf(organizationName: string): forge.pki.CertificateField[] {
  const value = [...organizationName].slice(0, 64).join('');
  // The library reads the type as a string here, though its declaration says class.
  const valueTagClass = forge.asn1.Type.UTF8 as number as forge.asn1.Class;
  return ['commonName', 'organizationName'].map((name) => ({ name, value, valueTagClass }));
}

/** The public facts of a signing certificate. */
export function describeSigningCertificate(certificatePem: string): SigningCertificate {
  const certificate = new X509Certificate(certificatePem);
  return {
    algorithm: 'RSA-2048',
    fingerprint_sha256: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    not_before: new Date(certificate.validFrom).toISOString(),
    not_after: new Date(certificate.validTo).toISOString()
  };
}

/** What a certificate states about its signature. */
export function signingFacts(
  { certificatePem }: Pick<SigningKey, 'certificatePem'>,
  name: string
): CertificateFacts['signing'] {
  const { fingerprint_sha256: fingerprintSha256, not_after } = describeSigningCertificate(certificatePem);
  return { name, fingerprintSha256, notAfter: new Date(not_after) };
}

/**
 * Encrypts a private key for the database, bound to its owner (the organization's id; null for the instance itself), so that a
 * ciphertext moved to another owner does not open.
 */
export const wrapPrivateKey = (privateKeyPem: string, secrets: SecretKeys, owner: string | null): string =>
  sealText(privateKeyPem, signingKeySeal(owner), secrets);

/** Decrypts the result of `wrapPrivateKey`. Throws for another owner, another secret or altered bytes. */
export function unwrapPrivateKey(wrapped: string, secrets: SecretKeys, owner: string | null): string {
  const opened = openSealed(wrapped, signingKeySeal(owner), secrets);
  if (opened !== null) return opened;
  throw new Error('The signing key does not open: it belongs to another owner or SECRET_KEY has changed');
}

/** The encryption of an owner's private key. */
export const signingKeySeal = (owner: string | null): Seal => ({
  purpose: 'plumbline signing-key wrap v1',
  bound: `signing-key:${owner ?? 'instance'}`
});
