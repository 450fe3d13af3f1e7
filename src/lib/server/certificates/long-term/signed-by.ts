import { verify, type X509Certificate } from 'node:crypto';

/** RSA (PKCS #1 v1.5) and ECDSA, with the hash of each; others, and SHA-1, are not accepted. */
const HASHES: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512'
};

export function isSignedBy(
  { publicKey }: X509Certificate,
  signed: Uint8Array,
  { algorithm, signature }: { readonly algorithm: string; readonly signature: Uint8Array }
): boolean {
  const hash = HASHES[algorithm];
  if (hash === undefined) return false;
  const isRsa = algorithm.startsWith('1.2.840.113549.');
  if (publicKey.asymmetricKeyType !== (isRsa ? 'rsa' : 'ec')) return false;
  return verify(hash, signed, publicKey, signature);
}

/** The clocks of authorities may differ from that of this server by so much. */
export const CLOCKS_MS = 5 * 60_000;
export const DAY_MS = 86_400_000;

/** Whose status is asked, by whom it was issued, and the time at which an answer must count. */
export type Asked = { readonly certificate: X509Certificate; readonly issuer: X509Certificate; readonly now: Date };

/** Revoked for sure: no other answer is asked for. */
export class Revoked extends Error {
  override readonly name = 'Revoked';
  readonly at: Date;
  constructor(at: Date) {
    super(`it was revoked on ${at.toISOString().slice(0, 10)}`);
    this.at = at;
  }
}

/** @throws Error unless an answer that counts from one time to another counts now */
export function assertCounts(from: Date, until: Date | undefined, now: Date): void {
  if (from.getTime() > now.getTime() + CLOCKS_MS) throw new Error(`it counts from ${from.toISOString()} on`);
  // One that names no end is asked for anew each time (RFC 6960, 4.2.2.1): it counts for a day.
  const end = until?.getTime() ?? from.getTime() + DAY_MS;
  if (end < now.getTime() - CLOCKS_MS) throw new Error(`it counted until ${new Date(end).toISOString()}`);
}
