/** Signed paths of files for `<img>`, which sends no token; they expire after a day or two. */
import { isSignatureOf, signatureInAddress, signatureOf, type SecretKeys } from '#lib/server/secrets/secret-keys.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

type Signing = SecretKeys & Pick<Services, 'now'>;
const PURPOSE = 'plumbline file path v1';
const DAY_SECONDS = 86_400;
const FIELD = /("\w+_url":")\/api\/v1\/files\/([0-9a-f-]{36})"/g;

/**
 * Signs every file path in a `*_url` field of a response. Quotation marks in JSON texts are escaped, so user input is
 * never mistaken for a field. All paths made on one day are equal, so that a browser keeps the picture.
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

/** Whether this path was signed here for this file and has not expired. */
export function isSignedFilePath(
  id: string,
  { expires, signature }: { readonly expires: string; readonly signature: string },
  signing: Signing
): boolean {
  const sent = signatureInAddress(signature);
  if (!isSignatureOf(sent, signedText(id, expires), PURPOSE, signing)) return false;
  return Number(expires) * 1000 > signing.now().getTime();
}

const signedText = (id: string, expires: string): string => JSON.stringify([id, expires]);
