import { gzipSync } from 'node:zlib';
import type { RequestHandler } from '@sveltejs/kit';
import { acceptsGzip } from '#lib/server/http/compressed.ts';

/** A script of a page that is not the app's. Its address has the version, so that browsers keep it. */
export function servingScript(script: string): RequestHandler {
  const packed = new Uint8Array(gzipSync(script));
  return ({ request }) => {
    const headers = {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'public, max-age=31536000, immutable',
      Vary: 'Accept-Encoding'
    };
    return acceptsGzip(request)
      ? new Response(packed, { headers: { ...headers, 'Content-Encoding': 'gzip' } })
      : new Response(script, { headers });
  };
}
