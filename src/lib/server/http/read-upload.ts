import type { Operation } from '#lib/contracts/operation.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { fileOfForm } from './file-of-form.ts';
import { readBytes } from './read-json.ts';

/** A file as sent; its content type is not verified. */
export type Upload = { readonly bytes: Uint8Array; readonly contentType: string };

const FORM = 'multipart/form-data';

/**
 * Reads a file that an operation takes, of at most `limit` bytes.
 * @throws Refusal `wrong_type`, `too_large`; `bad_request` where a form is not one with one file
 */
export async function readUpload(
  request: Request,
  { upload = [], uploadForm }: Pick<Operation, 'upload' | 'uploadForm'>,
  limit: number
): Promise<Upload> {
  const contentType = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (uploadForm && contentType === FORM) {
    const { bytes } = await fileOfForm(request, limit, { noOthers: true });
    return { contentType, bytes };
  }
  if (!upload.includes(contentType)) {
    const form = uploadForm ? `, or as the part "file" of ${FORM}` : '';
    throw new Refusal('wrong_type', `Send the file itself as one of ${upload.join(', ')}${form}.`);
  }
  return { contentType, bytes: await readBytes(request, limit) };
}
