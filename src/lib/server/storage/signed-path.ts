import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { assertKey, type PresignOptions } from './object-store.ts';

/** Where the app serves the folder store. */
export const STORAGE_PATH = '/storage/';

export type SignedRequest = { readonly key: string; readonly filename: string; readonly contentType: string };

/** The path and query of a download that needs no session, valid until `expiresAt`. */
export function signPath(
  key: string,
  options: Omit<PresignOptions, 'expiresIn'>,
  expiresAt: Date,
  secretKey: Uint8Array
): string {
  assertKey(key);
  const expires = String(Math.floor(expiresAt.getTime() / 1000));
  const { filename, contentType } = options;
  const signature = signatureOf([key, expires, filename, contentType], secretKey).toString('base64url');
  const query = new URLSearchParams({ expires, filename, type: contentType, signature });
  return `${STORAGE_PATH}${key}?${query.toString()}`;
}

/** What a signed URL allows; null where it has expired or anything in it was changed. */
export function verifySignedPath(url: URL, secretKey: Uint8Array, now: Date): SignedRequest | null {
  if (!url.pathname.startsWith(STORAGE_PATH)) return null;
  const key = url.pathname.slice(STORAGE_PATH.length);
  const [expires, filename, contentType, signature] = ['expires', 'filename', 'type', 'signature'].map((name) =>
    url.searchParams.getAll(name).length === 1 ? url.searchParams.get(name) : null
  );
  if (expires == null || filename == null || contentType == null || signature == null) return null;
  const given = Buffer.from(signature, 'base64url');
  const right = signatureOf([key, expires, filename, contentType], secretKey);
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
  if (Number(expires) * 1000 <= now.getTime()) return null;
  return { key, filename, contentType };
}

function signatureOf(parts: readonly string[], secretKey: Uint8Array): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secretKey, new Uint8Array(), 'plumbline storage url v1', 32));
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest();
}
