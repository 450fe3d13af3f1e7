import { gzipSync } from 'node:zlib';
import type { RequestHandler } from '@sveltejs/kit';

/** A script of a page that is not the app's. Its address has the version, so that browsers keep it. */
export function servingScript(script: string): RequestHandler {
  const packed = new Uint8Array(gzipSync(script));
  return ({ request }) => {
    const headers = {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'public, max-age=31536000, immutable',
      Vary: 'Accept-Encoding'
    };
    const isPacked = (request.headers.get('accept-encoding') ?? '').includes('gzip');
    return isPacked
      ? new Response(packed, { headers: { ...headers, 'Content-Encoding': 'gzip' } })
      : new Response(script, { headers });
  };
}
