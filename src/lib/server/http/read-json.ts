import { InvalidInput, Refusal } from '#lib/laboratory/refusal.ts';
import { JsonShape } from '#lib/server/reading/json-shape.ts';
import { parseJson } from '#lib/server/reading/parse-json.ts';

/**
 * Reads a JSON body of at most `limit` bytes; a longer one is refused before it is buffered, and one whose shape no message has,
 * before it is parsed.
 * @throws Refusal `too_large`, `wrong_type`; InvalidInput `json_invalid`, `too_deep`, `too_many_values`, `too_many_names`.
 */
export async function readJson(request: Request, limit: number, mostValues?: number): Promise<unknown> {
  const { bytes, hasCodes } = await readJsonText(request, limit, mostValues);
  return bytes.byteLength === 0 ? undefined : parseJson(bytes, hasCodes);
}

/** The same before it is parsed. */
export async function readJsonText(
  request: Request,
  limit: number,
  mostValues?: number
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly hasCodes: boolean }> {
  const shape = new JsonShape(limit, mostValues);
  // The rest is still read and discarded: a client reads no response before it has sent everything.
  let fault: Error | null = null;
  const bytes = await readBytes(request, limit, (chunk) => {
    fault ??= faultIn(shape, chunk);
    return fault === null;
  });
  if (fault !== null) throw fault as Error;
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (bytes.byteLength > 0 && type !== 'application/json') {
    throw new Refusal('wrong_type', 'Send the body as application/json.');
  }
  return { bytes, hasCodes: shape.hasCodes };
}

function faultIn(shape: JsonShape, chunk: Uint8Array): Error | null {
  try {
    shape.read(chunk);
    return null;
  } catch (thrown) {
    if (thrown instanceof InvalidInput) return thrown;
    throw thrown;
  }
}

/** @param isWanted called with each part as it arrives; if it returns false, the part is not kept. */
export async function readBytes(
  request: Request,
  limit: number,
  isWanted: (chunk: Uint8Array) => boolean = () => true
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of chunksOf(request, limit)) if (isWanted(chunk)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** A body of at most `limit` bytes as it arrives. @throws Refusal `too_large`, `bad_request` where it breaks off */
export async function* chunksOf(request: Request, limit: number): AsyncGenerator<Uint8Array> {
  const tooLarge = () => new Refusal('too_large', `The body exceeds the limit of ${limit} bytes.`);
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge();
  if (request.body === null) return;
  let size = 0;
  for await (const chunk of unbroken(request.body as unknown as AsyncIterable<Uint8Array>)) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge();
    yield chunk;
  }
}

/** A connection that breaks in the middle of a body is normal on a shop floor, not a server failure. */
async function* unbroken(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch {
    throw new Refusal('bad_request', 'The body is incomplete.');
  }
}
