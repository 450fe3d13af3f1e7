import { FORM_ROOM, type Operation } from '#lib/contracts/operation.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { FormReader } from './form-reader.ts';
import { GrowingBytes } from './growing-bytes.ts';
import { chunksOf, readBytes } from './read-json.ts';

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
  if (uploadForm && contentType === FORM) return { contentType, bytes: await fileOfForm(request, limit) };
  if (!upload.includes(contentType)) {
    const form = uploadForm ? `, or as the part "file" of ${FORM}` : '';
    throw new Refusal('wrong_type', `Send the file itself as one of ${upload.join(', ')}${form}.`);
  }
  return { contentType, bytes: await readBytes(request, limit) };
}

async function fileOfForm(request: Request, limit: number): Promise<Uint8Array> {
  const file = new GrowingBytes();
  const keep = (piece: Uint8Array): void => {
    if (file.size + piece.byteLength > limit)
      throw new Refusal('too_large', `The file exceeds the limit of ${limit} bytes.`);
    file.add(piece);
  };
  const form = new FormReader(request.headers.get('content-type'), keep, { names: [], limit: 0, noOthers: true });
  await form.read(chunksOf(request, limit + FORM_ROOM));
  return file.bytes();
}
