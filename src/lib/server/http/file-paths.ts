/** Paths of files that need no token, for an `<img>` carries none: signed, and worth nothing after a day or two. */
import { isSignatureOf, signatureInAddress, signatureOf, type SecretKeys } from '#lib/server/secrets/secret-keys.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

type Signing = SecretKeys & Pick<Services, 'now'>;
const PURPOSE = 'plumbline file path v1';
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

function signedPath(id: string, signing: Signing): string {
  const today = Math.floor(signing.now().getTime() / 1000 / DAY_SECONDS);
  const expires = String((today + 2) * DAY_SECONDS);
  const signature = signatureOf(signedText(id, expires), PURPOSE, signing).toString('base64url');
  return `/api/v1/files/${id}?expires=${expires}&signature=${signature}`;
}

/** Was this path signed here, for this file, and has it not expired? */
export function isSignedFilePath(
  id: string,
  { expires, signature }: { readonly expires: string; readonly signature: string },
  signing: Signing
): boolean {
  const given = signatureInAddress(signature);
  if (!isSignatureOf(given, signedText(id, expires), PURPOSE, signing)) return false;
  return Number(expires) * 1000 > signing.now().getTime();
}

const signedText = (id: string, expires: string): string => JSON.stringify([id, expires]);
