import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LATER_AREAS } from './later-words.ts';

const ROUTES = 'src/routes';
const IMPORT = /(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+|#lib\/[^'"]+)['"]/g;
const KEY = new RegExp(`['"\`](${LATER_AREAS.join('|')})\\.[a-z_]`, 'g');
const LOADED = /loadWords\(([^)]*)\)/g;

/** The files that a page shows: its own, and what it imports of them, now or later. */
function filesOf(page: string): Set<string> {
  const found = new Set<string>();
  const follow = (file: string) => {
    if (found.has(file) || !existsSync(file) || !/^src\/(lib\/ui|routes)\//.test(file)) return;
    found.add(file);
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      follow(path.startsWith('#lib/') ? path.replace('#', 'src/') : normalize(join(dirname(file), path)));
    }
  };
  follow(page);
  return found;
}

/** Areas that the page itself or a layout around it fetches: at first, or before the page imports what shows them. */
function fetchedFor(page: string): Set<string> {
  const areas = new Set<string>();
  for (let folder = dirname(page); folder.startsWith(ROUTES); folder = dirname(folder)) {
    for (const name of ['+layout.ts', ...(folder === dirname(page) ? ['+page.ts', '+page.svelte'] : [])]) {
      const file = join(folder, name);
      const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
      for (const [, list = ''] of text.matchAll(LOADED))
        for (const [, area = ''] of list.matchAll(/'(\w+)'/g)) areas.add(area);
    }
  }
  return areas;
}

const usedBy = (page: string) =>
  new Set(
    [...filesOf(page)].flatMap((file) => [...readFileSync(file, 'utf8').matchAll(KEY)].map(([, area = '']) => area))
  );

describe('words that come later', () => {
  const pages = readdirSync(ROUTES, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('+page.svelte'))
    .map((path) => join(ROUTES, path));

  test.each(pages)('%s has fetched all of those that it shows', (page) => {
    const fetched = fetchedFor(page);
    expect([...usedBy(page)].filter((area) => !fetched.has(area))).toEqual([]);
  });

  test('are shown by some page each', () => {
    expect(new Set(pages.flatMap((page) => [...usedBy(page)]))).toEqual(new Set(LATER_AREAS));
  });
});
