/** A file that is made now and saved under a name; never kept by a cache, for it depends on who asks. */
export const fileAnswer = (body: Uint8Array | string, contentType: string, filename: string): Response =>
  new Response(typeof body === 'string' ? body : new Uint8Array(body), {
    headers: {
      'Content-Type': contentType,
      'Content-Disposition': `attachment; filename="${filename.replace(/[^A-Za-z0-9._-]/g, '_')}"`,
      'Cache-Control': 'no-store'
    }
  });
