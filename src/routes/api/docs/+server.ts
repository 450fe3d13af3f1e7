import { render } from 'svelte/server';
import ApiReference from '#lib/ui/api-reference/ApiReference.svelte';
import type { OpenApiDocument } from '#lib/ui/api-reference/openapi-types.ts';
import base from '#lib/ui/styles/base.css?raw';
import tokens from '#lib/ui/styles/tokens.css?raw';
import { openapiDocument } from '#lib/server/http/openapi/openapi-document.ts';

/** A page without any script but the one that picks the theme: it can be read on whatever opens it. */
const { head, body } = render(ApiReference, {
  props: { document: openapiDocument(__PLUMBLINE_VERSION__) as unknown as OpenApiDocument }
});
const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Plumbline API ${__PLUMBLINE_VERSION__}</title>
<link rel="icon" href="/icons/plumbline.svg" type="image/svg+xml">
<script src="/theme.js"></script>
<style>${tokens}${base}</style>
${head}
</head>
<body>${body}</body>
</html>`;

const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; font-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'"
};

export const GET = () => new Response(page, { headers });
