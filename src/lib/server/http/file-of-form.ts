import { FORM_ROOM } from '#lib/contracts/operation.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { FormReader, type OtherParts } from './form-reader.ts';
import { GrowingBytes } from './growing-bytes.ts';
import { chunksOf } from './read-json.ts';

/**
 * The part `file` of a form, of at most `limit` bytes, and the name that it has where it comes from.
 * @throws Refusal `wrong_type`, `too_large`, `bad_request`
 */
export async function fileOfForm(
  request: Request,
  limit: number,
  others: Pick<OtherParts, 'noOthers'> = {}
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly name: string | null }> {
  const file = new GrowingBytes();
  const keep = (piece: Uint8Array): void => {
    if (file.size + piece.byteLength > limit)
      throw new Refusal('too_large', `The file exceeds the limit of ${limit} bytes.`);
    file.add(piece);
  };
  const form = new FormReader(request.headers.get('content-type'), keep, { names: [], limit: 0, ...others });
  await form.read(chunksOf(request, limit + FORM_ROOM));
  return { bytes: file.bytes(), name: form.fileName };
}
