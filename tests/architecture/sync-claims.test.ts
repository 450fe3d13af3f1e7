import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { testNamesIn } from './test-names.ts';

/** The table of invariants in sync/README.md: each row names test files, and tests by the beginning of their names. */
const rows = readFileSync('sync/README.md', 'utf8')
  .split('## Invariants')[1]
  ?.split('\n## ')[0]
  ?.split('\n')
  .filter((line) => /^\| \d/.test(line));
const FILES = ['sync', 'tests/sync', 'src/lib/server/use-cases'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(folder, name))
);
/** Files without folder and ending; a path stands for itself. */
const filesCalled = (name: string) =>
  FILES.filter((file) => basename(file).replace(/(\.pg)?\.test\.ts$/, '') === basename(name).replace(/\.pg$/, ''));

type Claim = { readonly row: string; readonly files: readonly string[]; readonly words: string };
const claims = (rows ?? []).flatMap((line): Claim[] => {
  const [, row = '', , tests = ''] = line.split('|').map((cell) => cell.trim());
  const files = [...tests.replaceAll(/_[^_]+_/g, '').matchAll(/[a-z][a-z/.-]*[a-z]/g)].flatMap(([name]) =>
    filesCalled(name)
  );
  const words = [...tests.matchAll(/_([^_]+)_/g)].map(([, text = '']) => text.replaceAll('…', '').trim());
  return words.length === 0 ? [{ row, files, words: '' }] : words.map((text) => ({ row, files, words: text }));
});

test('every invariant of sync names a file of tests that exists', () => {
  expect(rows?.length).toBeGreaterThan(20);
  expect(claims.filter(({ files }) => files.length === 0)).toEqual([]);
});

test('every test that the invariants name exists, under that name', () => {
  expect(claims.filter(({ words }) => words !== '').length).toBeGreaterThan(20);
  const missing = claims.filter(
    ({ files, words }) => !files.some((file) => testNamesIn(file).some((name) => name.includes(words)))
  );
  expect(missing).toEqual([]);
});
