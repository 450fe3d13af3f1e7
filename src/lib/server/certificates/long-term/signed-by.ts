import { constants, verify, type X509Certificate } from 'node:crypto';
import { RSASSAPSSParams, type AlgorithmIdentifier } from 'pkijs';

/** RSA (PKCS #1 v1.5) and ECDSA, with the hash of each; SHA-1 is not accepted. */
const HASHES: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512'
};
const PSS = '1.2.840.113549.1.1.10';
const MGF1 = '1.2.840.113549.1.1.8';
/** With PSS, the parameters name the hash. */
const HASHES_OF_PSS: Readonly<Record<string, string>> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512'
};

export type Signature = { readonly algorithm: AlgorithmIdentifier; readonly signature: Uint8Array };

export function isSignedBy(
  { publicKey }: X509Certificate,
  signed: Uint8Array,
  { algorithm, signature }: Signature
): boolean {
  const type = publicKey.asymmetricKeyType;
  if (algorithm.algorithmId === PSS) {
    const given = pssOf(algorithm);
    if (given === null || (type !== 'rsa' && type !== 'rsa-pss')) return false;
    const key = { key: publicKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: given.saltLength };
    return isRight(() => verify(given.hash, signed, key, signature));
  }
  const hash = HASHES[algorithm.algorithmId];
  if (hash === undefined) return false;
  const isRsa = algorithm.algorithmId.startsWith('1.2.840.113549.');
  if (type !== (isRsa ? 'rsa' : 'ec')) return false;
  return isRight(() => verify(hash, signed, publicKey, signature));
}

/** RFC 4055, 3.1: what is left out stands for SHA-1, which is not accepted; the mask uses the hash of the signature, as it recommends. */
function pssOf({ algorithmParams }: AlgorithmIdentifier): { hash: string; saltLength: number } | null {
  try {
    const given = new RSASSAPSSParams({ schema: algorithmParams });
    const { hashAlgorithm, maskGenAlgorithm, saltLength, trailerField } = given;
    const hash = HASHES_OF_PSS[hashAlgorithm.algorithmId];
    const mask = (maskGenAlgorithm.algorithmParams as MaskHash | undefined)?.valueBlock?.value?.[0];
    const isMasked = maskGenAlgorithm.algorithmId === MGF1 && mask?.getValue?.() === hashAlgorithm.algorithmId;
    return hash !== undefined && isMasked && trailerField === 1 ? { hash, saltLength } : null;
  } catch {
    return null;
  }
}
type MaskHash = { readonly valueBlock?: { readonly value?: readonly { readonly getValue?: () => unknown }[] } };

/** A key that restricts its own use makes OpenSSL throw. */
function isRight(check: () => boolean): boolean {
  try {
    return check();
  } catch {
    return false;
  }
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
