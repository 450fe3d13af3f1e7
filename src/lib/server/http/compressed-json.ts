import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const compress = promisify(gzip);
/** Below this size the header costs more than compression saves. */
export const WORTHWHILE_BYTES = 1024;

export const GZIP = { level: 5 };

/** A JSON response with this text, compressed if the caller accepts it. */
export async function compressedJson(request: Request, json: string): Promise<Response> {
  const bytes = Buffer.from(json);
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', Vary: 'Accept-Encoding' };
  const accepted = /\bgzip\b(?!;\s*q=0(\.0*)?\s*(,|$))/.test(request.headers.get('accept-encoding') ?? '');
  if (!accepted || bytes.byteLength < WORTHWHILE_BYTES) return new Response(bytes, { headers });
  const packed = new Uint8Array(await compress(bytes, GZIP));
  return new Response(packed, { headers: { ...headers, 'Content-Encoding': 'gzip' } });
}
