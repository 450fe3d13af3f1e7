import { generateKeyPair, X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';
import type { SecretKeys } from '#lib/server/secrets/secret-keys.ts';
import { openSealed, sealText, type Seal } from '#lib/server/secrets/sealed-text.ts';
import { fingerprintOf } from './signature/certificate-chain.ts';
import type { CertificateFacts } from './certificate-facts.ts';
import { writeCertificate, type Issuer } from './write-certificate.ts';

const generate = promisify(generateKeyPair);
const YEARS = { signing: 10, authority: 20 } as const;
const BITS = { signing: 2048, authority: 3072 } as const;

export type SigningKey = {
  readonly privateKeyPem: string;
  readonly certificatePem: string;
  /** The certificates above its own up to the root, which a signature takes along. */
  readonly chainPem?: string | undefined;
};
/** The public part of a key. */
export type SigningCertificate = {
  /** As in `RSA-2048`. */
  readonly algorithm: string;
  /** Lower-case hex. */
  readonly fingerprint_sha256: string;
  readonly not_before: string;
  readonly not_after: string;
};

/**
 * A new RSA-2048 key with a certificate, valid ten years from `now`, that names the organization: issued by `issuer`, or self-signed.
 * Takes about a sixth of a second, mostly off the event loop: generate it before the transaction that stores it.
 */
export async function makeSigningKey(
  organizationName: string,
  now: Date,
  issuer: Issuer | null = null
): Promise<SigningKey> {
  const pair = await keyPair(BITS.signing);
  const names = { commonName: organizationName, organizationName };
  return {
    privateKeyPem: pair.privateKey,
    certificatePem: writeCertificate({ pair, names, from: now, years: YEARS.signing, issuer, isAuthority: false }),
    chainPem: issuer?.certificatePem
  };
}

/** A certification authority for this installation: RSA-3072, self-signed, valid twenty years from `now`. @param host of its address */
export async function makeAuthority(host: string, now: Date): Promise<SigningKey> {
  const pair = await keyPair(BITS.authority);
  const names = { commonName: `Plumbline CA ${host}`, organizationName: host };
  const from = { pair, names, from: now, years: YEARS.authority };
  return {
    privateKeyPem: pair.privateKey,
    certificatePem: writeCertificate({ ...from, issuer: null, isAuthority: true })
  };
}

const keyPair = (modulusLength: number) =>
  generate('rsa', {
    modulusLength,
    publicExponent: 0x10001,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' }
  });

/** The public facts of a signing certificate. */
export function describeSigningCertificate(certificatePem: string): SigningCertificate {
  const certificate = new X509Certificate(certificatePem);
  return {
    algorithm: `RSA-${certificate.publicKey.asymmetricKeyDetails?.modulusLength ?? 0}`,
    fingerprint_sha256: fingerprintOf(certificate),
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
