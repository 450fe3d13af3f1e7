import { Refusal, invalidInput } from '#lib/laboratory/refusal.ts';
import { assertStorable } from './storable-text.ts';

/**
 * Reads a JSON body of at most `limit` bytes; a longer one is refused before it is buffered.
 * @throws Refusal `too_large`, `wrong_type`; InvalidInput `json_invalid`.
 */
export async function readJson(request: Request, limit: number): Promise<unknown> {
  const bytes = await readBytes(request, limit);
  if (bytes.byteLength === 0) return undefined;
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new Refusal('wrong_type', 'Send the body as application/json.');
  let text: string;
  let value: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    value = JSON.parse(text);
  } catch {
    throw invalidInput(['body'], 'json_invalid', 'The body is not valid JSON in UTF-8.');
  }
  // In JSON such characters can only be written as escapes; most bodies have none and need no walk.
  if (/\\u(0000|d[89a-f])/i.test(text)) assertStorable('body', value);
  return value;
}

export async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  const tooLarge = () => new Refusal('too_large', `The body is larger than the ${limit} bytes accepted here.`);
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge();
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of unbroken(request.body as unknown as AsyncIterable<Uint8Array>)) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** A line that breaks in the middle of a body is the weather of a shop floor, no failure of the server. */
async function* unbroken(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch {
    throw new Refusal('bad_request', 'The body broke off before its end.');
  }
}
