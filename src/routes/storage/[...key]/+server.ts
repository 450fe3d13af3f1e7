import { Readable } from 'node:stream';
import type { RequestHandler } from '@sveltejs/kit';
import { contentDisposition } from '#lib/server/storage/object-store.ts';
import { verifySignedPath } from '#lib/server/storage/signed-path.ts';

/** Downloads from the folder store by a signed, expiring path; the signature is the permission. */
export const GET: RequestHandler = async ({ url, locals: { services } }) => {
  const allowed = verifySignedPath(url, services, services.now());
  if (allowed === null) return new Response('This link has expired or is not complete.', { status: 403 });
  const found = await services.store.get(allowed.key);
  if (found === null) return new Response('The file is not there any more.', { status: 404 });
  return new Response(Readable.toWeb(found.stream) as ReadableStream, {
    headers: {
      'content-type': allowed.contentType,
      'content-length': String(found.size),
      'content-disposition': contentDisposition(allowed.filename),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store'
    }
  });
};
