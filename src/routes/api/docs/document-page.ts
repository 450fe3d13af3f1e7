import base from '#lib/ui/styles/base.css?raw';
import tokens from '#lib/ui/styles/tokens.css?raw';

/** A page without any script but the one that picks the theme: it can be read on whatever opens it. */
export function documentPage(
  title: string,
  { head, body }: { readonly head: string; readonly body: string }
): Response {
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="/icons/plumbline.svg" type="image/svg+xml">
<script src="/theme.js"></script>
<style>${tokens}${base}</style>
${head}
</head>
<body>${body}</body>
</html>`;
  return new Response(page, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy':
        "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; font-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'"
    }
  });
}
