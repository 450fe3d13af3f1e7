/** Keys derived from the secrets of the installation, each for one purpose only. */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** The secrets of the installation, 32 bytes each; never used as they are. */
export type SecretKeys = {
  /** Seals and signs. */
  readonly secretKey: Uint8Array;
  /** While the secret is being replaced: opens and verifies texts from the previous one. */
  readonly secretKeyBefore?: Uint8Array | undefined;
};

/** The secrets that may have sealed or signed what is at hand, the present one first. */
export const knownSecrets = ({ secretKey, secretKeyBefore }: SecretKeys): readonly Uint8Array[] =>
  secretKeyBefore === undefined ? [secretKey] : [secretKey, secretKeyBefore];

/** A key of 32 bytes for one purpose (HKDF, RFC 5869). */
export const keyFor = (purpose: string, secret: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, new Uint8Array(), purpose, 32));

/** HMAC-SHA-256 of a text with the present secret. */
export const signatureOf = (text: string, purpose: string, { secretKey }: SecretKeys): Buffer =>
  mac(text, purpose, secretKey);

/** Whether a signature of the text was made here; takes constant time. */
export const isSignatureOf = (signature: Uint8Array, text: string, purpose: string, secrets: SecretKeys): boolean =>
  knownSecrets(secrets).some((secret) => {
    const right = mac(text, purpose, secret);
    return signature.length === right.length && timingSafeEqual(signature, right);
  });

/** The bytes of a signature in an address; none where it is spelt another way than here: base64url leaves bits of its end open. */
export function signatureInAddress(text: string): Uint8Array {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : new Uint8Array();
}

const mac = (text: string, purpose: string, secret: Uint8Array): Buffer =>
  createHmac('sha256', keyFor(purpose, secret)).update(text).digest();
