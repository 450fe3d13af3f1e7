import { IntlMessageFormat } from 'intl-messageformat';
import { addMessages, init, locale } from 'svelte-i18n';
import type { Language } from '#lib/contracts/primitives.ts';
import { SIGNED_IN, type Words } from './dictionary.ts';
import { SCREEN_WORDS } from './screen-words.ts';

export const LANGUAGES: readonly Language[] = ['en', 'es', 'fr', 'de'];
/** Each language in its own words, for the picker. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  de: 'Deutsch'
};
const STORED = 'plumbline.language';

const dictionaries = {
  en: () => import('./dictionary-en.ts'),
  es: () => import('./dictionary-es.ts'),
  fr: () => import('./dictionary-fr.ts'),
  de: () => import('./dictionary-de.ts')
} as const;

/**
 * svelte-i18n's formatter asks the browser for all locales it knows, which takes a phone 0.1 s before the sign-in page is drawn. Every
 * browser knows these four.
 */
IntlMessageFormat.resolveLocale = (locales) => new Intl.Locale([locales].flat()[0] ?? 'en');

const isLanguage = (text: string): text is Language => LANGUAGES.some((language) => language === text);

let shown: { readonly language: Language; readonly words: Words } | null = null;
const fetched = new Set<string>();

/** The first language of the list that the product speaks: regions are ignored; English where none fits. */
export function bestLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const language = tag.toLowerCase().split('-')[0] ?? '';
    if (isLanguage(language)) return language;
  }
  return 'en';
}

let starting: Promise<void> | null = null;

/** Loads the language that was used last on this device, else the browser's; the same promise however often it is called. */
export const startLanguage = (): Promise<void> => (starting ??= start());

async function start(): Promise<void> {
  const stored = localStorage.getItem(STORED);
  const language = bestLanguage(stored ? [stored, ...navigator.languages] : navigator.languages);
  const words = (await dictionaries[language]()).default;
  addMessages(language, words.first);
  shown = { language, words };
  await init({ fallbackLocale: language, initialLocale: language });
  document.documentElement.lang = language;
}

async function addWords(language: Language, words: Words, areas: Iterable<string>): Promise<void> {
  addMessages(language, ...(await Promise.all([...areas].map(words.fetch))));
}

/** Ends when the language is shown that was asked for last; never fails. */
let switching: Promise<void> = Promise.resolve();

/** Fetches what the screen of a route after signing in shows beyond the words that every page carries. They must be there before the screen is. */
export const loadScreenWords = (route: string | null): Promise<void> =>
  loadWords(SIGNED_IN, ...(SCREEN_WORDS[route ?? ''] ?? []));

/** Fetches the words of areas, before what shows them is opened. */
export async function loadWords(...areas: readonly string[]): Promise<void> {
  for (const area of areas) fetched.add(area);
  await startLanguage();
  await switching;
  if (shown !== null) await addWords(shown.language, shown.words, areas);
}

/**
 * Shows the whole product in this language and remembers it on the device; a no-op where it is shown already. Who asks while
 * another language is being fetched comes after it.
 * @throws where the words cannot be fetched; the language of before stays.
 */
export function useLanguage(language: Language): Promise<void> {
  const shownNext = switching.then(() => show(language));
  switching = shownNext.catch(() => undefined);
  return shownNext;
}

async function show(language: Language): Promise<void> {
  if (shown?.language === language) return;
  const words = (await dictionaries[language]()).default;
  addMessages(language, words.first);
  await addWords(language, words, fetched);
  await locale.set(language);
  shown = { language, words };
  localStorage.setItem(STORED, language);
  document.documentElement.lang = language;
}
