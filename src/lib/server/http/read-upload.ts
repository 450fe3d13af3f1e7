import { Refusal } from '#lib/laboratory/refusal.ts';
import { readBytes } from './read-json.ts';

/** A file as sent; its content type is not verified. */
export type Upload = { readonly bytes: Uint8Array; readonly contentType: string };

/**
 * Reads a file of one of the media types, of at most `limit` bytes.
 * @throws Refusal `wrong_type`, `too_large`
 */
export async function readUpload(request: Request, media: readonly string[], limit: number): Promise<Upload> {
  const contentType = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!media.includes(contentType)) {
    throw new Refusal('wrong_type', `Send the file itself as one of ${media.join(', ')}.`);
  }
  return { contentType, bytes: await readBytes(request, limit) };
}
