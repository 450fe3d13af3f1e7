import { open } from 'node:fs/promises';
import { FormReader, type OtherParts } from './form-reader.ts';
import { chunksOf } from './read-json.ts';

/**
 * Writes the part `file` of a form to a file as it arrives; nothing of it is kept in memory. Other parts are passed over, but
 * for those that are wanted.
 * @returns these, by name
 * @throws Refusal `wrong_type`, `too_large`, `bad_request`
 */
export async function receiveFile(
  request: Request,
  path: string,
  limit: number,
  wanted: OtherParts
): Promise<ReadonlyMap<string, Uint8Array>> {
  const file = await open(path, 'wx', 0o600);
  try {
    const form = new FormReader(request.headers.get('content-type'), (bytes) => file.writeFile(bytes), wanted);
    return await form.read(chunksOf(request, limit));
  } finally {
    await file.close();
  }
}
