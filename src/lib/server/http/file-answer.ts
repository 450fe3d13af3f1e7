import { Readable } from 'node:stream';

/** A generated file to download under a name; never cached, because it depends on the caller. */
export const fileAnswer = (body: Uint8Array | string, contentType: string, filename: string): Response =>
  new Response(typeof body === 'string' ? body : new Uint8Array(body), {
    headers: {
      'Content-Type': contentType,
      'Content-Disposition': `attachment; filename="${filename.replace(/[^A-Za-z0-9._-]/g, '_')}"`,
      'Cache-Control': 'no-store'
    }
  });

/** A stored file of any size to download under its name; never cached. */
export const downloadAnswer = (
  file: { readonly name: string; readonly size: number; readonly stream: Readable },
  contentType: string
): Response =>
  new Response(Readable.toWeb(file.stream) as ReadableStream, {
    headers: {
      'Content-Type': contentType,
      'Content-Length': String(file.size),
      'Content-Disposition': `attachment; filename="${file.name.replace(/[^A-Za-z0-9._-]/g, '_')}"`,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store'
    }
  });

/** A stored picture, by its signed path: cached by the browser for a day, and never shown as a page. */
export const streamAnswer = (file: {
  readonly id: string;
  readonly content_type: string;
  readonly size: number;
  readonly stream: Readable;
}): Response =>
  new Response(Readable.toWeb(file.stream) as ReadableStream, {
    headers: {
      'Content-Type': file.content_type,
      'Content-Length': String(file.size),
      'Content-Disposition': `attachment; filename="${file.id}"`,
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cache-Control': 'private, max-age=86400, immutable'
    }
  });
