import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { bestLanguage, LANGUAGES } from '#lib/i18n/language.ts';
import { readWords } from '../../../tests/support/dictionaries.ts';
import config from '../../../svelte.config.js';
import { withFirstPicture } from './first-picture.ts';

const script = readFileSync('static/theme.js', 'utf8');
const languages = /<script data-languages="([a-z ]+)">/.exec(withFirstPicture('%first_picture.head%'))?.[1];
const storage = (kept: Readonly<Record<string, string>>) => ({ getItem: (key: string) => kept[key] ?? null });

/** What the script makes of <html> in a browser. */
function rootAfter(wanted: readonly string[], kept: Readonly<Record<string, string>>, languages?: string) {
  const documentElement = { lang: 'en', dataset: {} as Record<string, string> };
  const document = { documentElement, currentScript: { dataset: { ...(languages !== undefined && { languages }) } } };
  const matchMedia = () => ({ matches: false });
  const globals = { document, matchMedia, navigator: { languages: wanted } };
  runInNewContext(script, { ...globals, localStorage: storage(kept), sessionStorage: storage({}) });
  return documentElement;
}

it.each([
  [['pt-BR', 'fr-CA', 'en'], undefined],
  [['ja', 'zh-CN'], undefined],
  [[], undefined],
  [['DE'], undefined],
  [['fr'], 'es'],
  [['fr'], 'it'],
  [['en-GB', 'de'], 'de']
] as const)('chooses the language that the app chooses: %j, %s used last', (wanted, stored) => {
  const chosen = bestLanguage(stored === undefined ? wanted : [stored, ...wanted]);
  const kept: Record<string, string> = stored === undefined ? {} : { 'plumbline.language': stored };
  const { lang, dataset } = rootAfter(wanted, kept, languages);
  expect(lang).toBe(chosen);
  expect(dataset).toEqual({ theme: 'light', firstPicture: chosen });
});

it('has no picture for whoever is signed in, and none on pages of the server', () => {
  expect(rootAfter(['de'], { 'plumbline.session': '{}' }, 'de en').dataset).toEqual({ theme: 'light' });
  expect(rootAfter(['de'], {})).toEqual({ lang: 'en', dataset: { theme: 'light' } });
});

it('has the very script that the content security policy allows', () => {
  expect(withFirstPicture('%first_picture.head%')).toContain(`>${script}</script>`);
  const hash = createHash('sha256').update(script).digest('base64');
  expect(config.kit?.csp?.directives?.['script-src']).toEqual(['self', `sha256-${hash}`]);
});

it('has the words of every language once, and leaves other places alone', () => {
  const html = withFirstPicture('%first_picture.body%%sveltekit.body%');
  for (const language of LANGUAGES) {
    const { tagline } = readWords(`src/lib/i18n/${language}/first/auth.json`);
    expect(html.split(`>${String(tagline)}<`)).toHaveLength(2);
  }
  expect(html.match(/class="first-picture"/g)).toHaveLength(LANGUAGES.length);
  expect(html.endsWith('%sveltekit.body%')).toBe(true);
});
