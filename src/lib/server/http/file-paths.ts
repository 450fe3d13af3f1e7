/** Paths of files that need no token, for an `<img>` carries none: signed, and worth nothing after a day or two. */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Services } from '#lib/server/use-cases/services.ts';

type Signing = Pick<Services, 'secretKey' | 'now'>;
const DAY_SECONDS = 86_400;
const FIELD = /("\w+_url":")\/api\/v1\/files\/([0-9a-f-]{36})"/g;

/**
 * Signs every path of a file that a `*_url` field of an answer holds. The texts in JSON hold no bare quotation mark, so nothing
 * that somebody wrote is taken for a field. All paths made on one day are equal, so that a browser keeps the picture.
 */
export const signFilePaths = (json: string, signing: Signing): string =>
  json.includes('/api/v1/files/')
    ? json.replace(FIELD, (_, field: string, id: string) => `${field}${signedPath(id, signing)}"`)
    : json;

function signedPath(id: string, { secretKey, now }: Signing): string {
  const today = Math.floor(now().getTime() / 1000 / DAY_SECONDS);
  const expires = String((today + 2) * DAY_SECONDS);
  const signature = signatureOf(id, expires, secretKey).toString('base64url');
  return `/api/v1/files/${id}?expires=${expires}&signature=${signature}`;
}

/** Was this path signed here, for this file, and has it not expired? */
export function isSignedFilePath(
  id: string,
  { expires, signature }: { readonly expires: string; readonly signature: string },
  { secretKey, now }: Signing
): boolean {
  const given = Buffer.from(signature, 'base64url');
  const right = signatureOf(id, expires, secretKey);
  if (given.length !== right.length || !timingSafeEqual(given, right)) return false;
  return Number(expires) * 1000 > now().getTime();
}

function signatureOf(id: string, expires: string, secretKey: Uint8Array): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secretKey, new Uint8Array(), 'plumbline file path v1', 32));
  return createHmac('sha256', key)
    .update(JSON.stringify([id, expires]))
    .digest();
}
