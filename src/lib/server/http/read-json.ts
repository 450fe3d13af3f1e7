import { MIB } from '#lib/contracts/operation.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { JsonShape } from '#lib/server/reading/json-shape.ts';
import { parseJson } from '#lib/server/reading/parse-json.ts';
import { GrowingBytes } from './growing-bytes.ts';
import { readThrough } from './read-through.ts';

/** What is discarded of a body beyond its limit, so that the client reads the answer; the entry lets no more through. */
const MOST_BEYOND = MIB;

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
  const bytes = await readBytes(request, limit, (chunk) => shape.read(chunk));
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (bytes.byteLength > 0 && type !== 'application/json') {
    throw new Refusal('wrong_type', 'Send the body as application/json.');
  }
  return { bytes, hasCodes: shape.hasCodes };
}

/** @param check called with each chunk as it arrives; once it throws, nothing more is kept. */
export async function readBytes(
  request: Request,
  limit: number,
  check: (chunk: Uint8Array) => void = () => undefined
): Promise<Uint8Array<ArrayBuffer>> {
  const kept = new GrowingBytes();
  await readThrough(chunksOf(request, limit), (chunk) => {
    check(chunk);
    kept.add(chunk);
  });
  return kept.bytes();
}

/** A body of at most `limit` bytes as it arrives. @throws Refusal `too_large`, `bad_request` where it breaks off */
export async function* chunksOf(request: Request, limit: number): AsyncGenerator<Uint8Array> {
  const tooLarge = () => new Refusal('too_large', `The body exceeds the limit of ${limit} bytes.`);
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge();
  if (request.body === null) return;
  let size = 0;
  for await (const chunk of unbroken(request.body)) {
    size += chunk.byteLength;
    if (size <= limit) yield chunk;
    else if (size > limit + MOST_BEYOND) break;
  }
  if (size > limit) throw tooLarge();
}

/**
 * A connection that breaks in the middle of a body is normal on a shop floor, not a server failure. A body that is left in the
 * middle is not cancelled: the kit would end the connection, and the answer with it.
 */
async function* unbroken(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body.values({ preventCancel: true });
  } catch {
    throw new Refusal('bad_request', 'The body is incomplete.');
  }
}
