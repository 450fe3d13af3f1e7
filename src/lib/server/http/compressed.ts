import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const compress = promisify(gzip);
/** Below this size the header costs more than compression saves. */
export const WORTHWHILE_BYTES = 1024;

export const GZIP = { level: 5 };

export const acceptsGzip = (request: Request): boolean =>
  /\bgzip\b(?!;\s*q=0(\.0*)?\s*(,|$))/.test(request.headers.get('accept-encoding') ?? '');

/** A JSON response with this text, compressed if the caller accepts it. */
export function compressedJson(request: Request, json: string): Promise<Response> {
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
  return compressed(request, Buffer.from(json), { headers });
}

/** A page compressed if the caller accepts it; any other response as it is. */
export async function compressedPage(request: Request, response: Response): Promise<Response> {
  const { body, status, headers } = response;
  const isPage = headers.get('Content-Type')?.startsWith('text/html') === true;
  if (body === null || !isPage || headers.has('Content-Encoding')) return response;
  return compressed(request, Buffer.from(await response.arrayBuffer()), { status, headers });
}

async function compressed(request: Request, bytes: Uint8Array<ArrayBuffer>, init: ResponseInit): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.append('Vary', 'Accept-Encoding');
  if (!acceptsGzip(request) || bytes.byteLength < WORTHWHILE_BYTES) return new Response(bytes, { ...init, headers });
  const packed = new Uint8Array(await compress(bytes, GZIP));
  headers.set('Content-Encoding', 'gzip');
  headers.delete('Content-Length');
  return new Response(packed, { ...init, headers });
}
