import base from '#lib/ui/styles/base.css?raw';
import tokens from '#lib/ui/styles/tokens.css?raw';

export type PlainPage = {
  readonly language: string;
  readonly title: string;
  readonly head: string;
  readonly body: string;
  /** Has a form that is sent to this server, by itself or by its script. */
  readonly hasForm?: boolean;
};

/** A page of the server's own, that can be read without any script, on whatever opens it. */
export function plainPage({ language, title, head, body, hasForm = false }: PlainPage): Response {
  const page = `<!doctype html>
<html lang="${language}">
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
  const policy = [
    "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; font-src 'self'; img-src 'self'",
    ...(hasForm ? ["form-action 'self'; connect-src 'self'"] : []),
    "base-uri 'none'; frame-ancestors 'none'"
  ];
  return new Response(page, {
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy.join('; ') }
  });
}
