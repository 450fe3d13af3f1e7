import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { endpoints } from '../contracts/endpoints.ts';
import type { Operation } from '../contracts/operation.ts';
import { areaOf, readWords, wordFiles } from '../../../tests/support/dictionaries.ts';
import { flatten } from './dictionary.ts';
import { usageIn } from './key-check.ts';
import { SCREEN_WORDS } from './screen-words.ts';

const ROUTES = 'src/routes';
const TYPES = /^\s*(?:import|export) type [^;]*;/gm;
const IMPORT = /(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+|#lib\/[^'"]+)['"]/g;
const WHEN_OPENED = /loadWords\(([^)]*)\)/g;

const isFirst = (file: string) => file.includes('/first/');
const isSignedIn = (file: string) => file.includes('/signed_in/');
const SIGNED_IN = new Set(wordFiles('en').filter(isSignedIn).map(areaOf));
const LATER = wordFiles('en').filter((file) => !isFirst(file) && !isSignedIn(file));
const KEYS = wordFiles('en')
  .filter((file) => !isFirst(file))
  .flatMap((file) => [...flatten(readWords(file), `${areaOf(file)}.`).keys()]);

const areasOf = new Map<string, ReadonlySet<string>>();
/** The areas from which a file takes a word, without those of every page: by its key, or by a template that fits it. */
function areasNamedIn(file: string): ReadonlySet<string> {
  const known = areasOf.get(file);
  if (known !== undefined) return known;
  const { asked, literals, patterns } = usageIn([readFileSync(file, 'utf8')]);
  const named = KEYS.filter(
    (key) => asked.has(key) || literals.has(key) || patterns.some((pattern) => pattern.test(key))
  );
  const areas = new Set(named.map((key) => key.split('.')[0] ?? ''));
  areasOf.set(file, areas);
  return areas;
}

/** A page, the layouts around it and all that they import, at once or when something is opened. */
function filesOf(page: string): ReadonlySet<string> {
  const files = new Set<string>();
  const follow = (file: string) => {
    if (files.has(file) || !/\.(ts|svelte)$/.test(file) || !existsSync(file)) return;
    files.add(file);
    for (const [, path = ''] of readFileSync(file, 'utf8').replace(TYPES, '').matchAll(IMPORT))
      follow(path.startsWith('#lib/') ? path.replace('#', 'src/') : normalize(join(dirname(file), path)));
  };
  follow(page);
  for (let folder = dirname(page); folder.startsWith(ROUTES); folder = dirname(folder))
    follow(join(folder, '+layout.svelte'));
  return files;
}

/** What a page fetches itself when something is opened. */
const whenOpened = (page: string) =>
  new Set(
    [...readFileSync(page, 'utf8').matchAll(WHEN_OPENED)].flatMap(([, list = '']) =>
      [...list.matchAll(/'(\w+)'/g)].map(([, area = '']) => area)
    )
  );

const allWordsOf = (page: string) => [...new Set([...filesOf(page)].flatMap((file) => [...areasNamedIn(file)]))].sort();
/** Those of its own: what comes with the frame is there. */
const wordsOf = (page: string) => allWordsOf(page).filter((area) => !SIGNED_IN.has(area));
const called = (name: string) =>
  readdirSync(ROUTES, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(name))
    .map((path) => join(ROUTES, path));

describe('the words of a screen', () => {
  test('are listed for its route: those that it shows, and no others', () => {
    const needed = called('+page.svelte').map((page): [string, string[]] => {
      const opened = whenOpened(page);
      return [dirname(page).slice(ROUTES.length), wordsOf(page).filter((area) => !opened.has(area))];
    });
    expect(SCREEN_WORDS).toEqual(Object.fromEntries(needed.filter(([, areas]) => areas.length > 0)));
  });

  test('are fetched by the layout around it', () => {
    expect(Object.keys(SCREEN_WORDS).filter((route) => !route.startsWith('/(app)/'))).toEqual([]);
  });

  test.each(called('+error.svelte'))('%s, shown when they cannot be fetched, does without them', (page) => {
    expect(wordsOf(page)).toEqual([]);
  });

  test('that come with the frame are on no page before signing in', () => {
    const before = called('+page.svelte').filter((page) => page.includes('/(public)/'));
    expect(before.length).toBeGreaterThan(5);
    // Why work is refused is named wherever an error is explained; the next test shows that nothing there is refused so.
    const shown = before.flatMap((page) =>
      allWordsOf(page)
        .filter((area) => SIGNED_IN.has(area) && area !== 'refusals')
        .map((area) => `${page}: ${area}`)
    );
    expect(shown).toEqual([]);
  });

  test('for what may be refused before signing in are on every page', () => {
    const before = Object.values<Operation>(endpoints).filter(
      ({ access, duringSetup }) => access === 'public' || duringSetup === true
    );
    const refused = new Set<string>(before.flatMap(({ refusals = [] }) => [...refusals]));
    expect(refused).toContain('invalid_credentials');
    const later = readWords('src/lib/i18n/en/signed_in/refusals.json')['code'];
    expect(Object.keys(later ?? {}).filter((code) => refused.has(code))).toEqual([]);
  });

  test('of every area are shown by some screen', () => {
    const shown = new Set(called('+page.svelte').flatMap(wordsOf));
    expect(LATER.map(areaOf).filter((area) => !shown.has(area))).toEqual([]);
  });

  test('stand in one place: an area that every page carries is not fetched later too', () => {
    const first = new Set(wordFiles('en').filter(isFirst).map(areaOf));
    const fetched = wordFiles('en').filter((file) => !isFirst(file));
    expect(fetched.filter((file) => first.has(areaOf(file)))).toEqual([]);
    expect(LATER.filter((file) => SIGNED_IN.has(areaOf(file)))).toEqual([]);
  });
});
