import { isSignatureOf, signatureInAddress, signatureOf, type SecretKeys } from '#lib/server/secrets/secret-keys.ts';
import { assertKey, type PresignOptions } from './object-store.ts';

/** Where the app serves the folder store. */
export const STORAGE_PATH = '/storage/';
const PURPOSE = 'plumbline storage url v1';

export type SignedRequest = { readonly key: string; readonly filename: string; readonly contentType: string };

/** The path and query of a download that needs no session, valid until `expiresAt`. */
export function signPath(
  key: string,
  options: Omit<PresignOptions, 'expiresIn'>,
  expiresAt: Date,
  secrets: SecretKeys
): string {
  assertKey(key);
  const expires = String(Math.floor(expiresAt.getTime() / 1000));
  const { filename, contentType } = options;
  const signature = signatureOf(JSON.stringify([key, expires, filename, contentType]), PURPOSE, secrets).toString(
    'base64url'
  );
  const query = new URLSearchParams({ expires, filename, type: contentType, signature });
  return `${STORAGE_PATH}${key}?${query.toString()}`;
}

/** The rights of a signed URL; null if it has expired or was changed. */
export function verifySignedPath(url: URL, secrets: SecretKeys, now: Date): SignedRequest | null {
  if (!url.pathname.startsWith(STORAGE_PATH)) return null;
  const key = url.pathname.slice(STORAGE_PATH.length);
  const [expires, filename, contentType, signature] = ['expires', 'filename', 'type', 'signature'].map((name) =>
    url.searchParams.getAll(name).length === 1 ? url.searchParams.get(name) : null
  );
  if (expires == null || filename == null || contentType == null || signature == null) return null;
  const sent = signatureInAddress(signature);
  const signed = JSON.stringify([key, expires, filename, contentType]);
  if (!isSignatureOf(sent, signed, PURPOSE, secrets)) return null;
  if (Number(expires) * 1000 <= now.getTime()) return null;
  return { key, filename, contentType };
}
