import { render } from 'svelte/server';
import type { Language } from '#lib/contracts/primitives.ts';
import type { Verification } from '#lib/contracts/verification.ts';
import { bestLanguage } from '#lib/i18n/language.ts';
import controls from '#lib/ui/styles/controls.css?raw';
import { plainPage } from '../plain-page.ts';
import VerificationView from './VerificationView.svelte';
import { de } from './words/de.ts';
import { en } from './words/en.ts';
import { es } from './words/es.ts';
import { fr } from './words/fr.ts';
import type { VerificationWords } from './words/verification-words.ts';

const WORDS: Readonly<Record<Language, VerificationWords>> = { en, es, fr, de };

export type Shown = {
  readonly found: Verification;
  /** The name of the file that was checked, where it was sent. */
  readonly file: string | null;
  /** Why there is no result: the code of the refusal. */
  readonly failure: string | null;
};

/** The page in the language that the address names (`?language=`), else in the reader's. */
export function verificationPage(shown: Shown, url: URL, headers: Headers): Response {
  const wanted = (headers.get('accept-language') ?? '').split(',').map((range) => range.split(';')[0]?.trim() ?? '');
  const language = bestLanguage([url.searchParams.get('language') ?? '', ...wanted].filter((tag) => tag !== ''));
  const words = WORDS[language];
  const { head, body } = render(VerificationView, { props: { ...shown, words, language, path: url.pathname } });
  return plainPage({
    language,
    title: `${words.title} · Plumbline`,
    head: `<meta name="referrer" content="no-referrer">\n<script src="/verify/script?v=${__PLUMBLINE_VERSION__}" type="module" fetchpriority="low"></script>\n<style>${controls}</style>\n${head}`,
    body,
    hasForm: true
  });
}
