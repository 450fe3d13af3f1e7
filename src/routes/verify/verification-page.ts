import { render } from 'svelte/server';
import type { Language } from '#lib/contracts/primitives.ts';
import type { Verification } from '#lib/contracts/verification.ts';
import { bestLanguage } from '#lib/i18n/language.ts';
import base from '#lib/ui/styles/base.css?raw';
import controls from '#lib/ui/styles/controls.css?raw';
import tokens from '#lib/ui/styles/tokens.css?raw';
import VerificationView from './VerificationView.svelte';
import { de } from './words/de.ts';
import { en } from './words/en.ts';
import { es } from './words/es.ts';
import { fr } from './words/fr.ts';
import type { VerificationWords } from './words/verification-words.ts';

const WORDS: Readonly<Record<Language, VerificationWords>> = { en, es, fr, de };

/** The page in the language that the address names (`?language=`), else in the reader's. */
export function verificationPage(found: Verification, url: URL, headers: Headers): Response {
  const wanted = (headers.get('accept-language') ?? '').split(',').map((range) => range.split(';')[0]?.trim() ?? '');
  const language = bestLanguage([url.searchParams.get('language') ?? '', ...wanted].filter((tag) => tag !== ''));
  const words = WORDS[language];
  const { head, body } = render(VerificationView, { props: { found, words, language, path: url.pathname } });
  const page = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${words.title} · Plumbline</title>
<link rel="icon" href="/icons/plumbline.svg" type="image/svg+xml">
<script src="/theme.js"></script>
<style>${tokens}${base}${controls}</style>
${head}
</head>
<body>${body}</body>
</html>`;
  return new Response(page, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy':
        "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; font-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    }
  });
}
