import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { areaOf, readWords, wordFiles } from '../../../tests/support/dictionaries.ts';
import type { Dictionary } from './dictionary.ts';
import { argumentsOf, findings, usageIn } from './key-check.ts';
import { LANGUAGES } from './language.ts';

const root = join(import.meta.dirname, '../../..');

const sources = ['src/lib/ui', 'src/lib/i18n', 'src/routes', 'src/lib/client'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(svelte|ts)$/.test(file) && !file.endsWith('.test.ts') && !file.startsWith('api/'))
    .map((file) => readFileSync(join(root, folder, file), 'utf8'))
);
/** What certificates print by itself, not by its key (server/certificates/labels). */
const PRINTED = 'translate(`model.printed.${model}`)';

const readLanguage = (language: string): Dictionary =>
  Object.fromEntries(wordFiles(language).map((file) => [areaOf(file), readWords(file)]));

it('every message exists in every language, is used, and takes the same values', () => {
  const languages = Object.fromEntries(LANGUAGES.map((language) => [language, readLanguage(language)]));
  expect(
    findings(languages, usageIn([...sources, PRINTED])).map(({ kind, key, where }) => `${kind}: ${key} (${where})`)
  ).toEqual([]);
});

it('no message has a skeleton: the build leaves out what reads them', () => {
  const found = LANGUAGES.flatMap((language) => wordFiles(language)).filter((file) =>
    /,\s*(number|date|time)\s*,\s*::/.test(readFileSync(join(root, file), 'utf8'))
  );
  expect(found).toEqual([]);
});

describe('the check itself', () => {
  const kinds = (languages: Record<string, Dictionary>, source: string) =>
    findings(languages, usageIn([source])).map(({ kind, key }) => `${kind} ${key}`);

  it('finds a key that the code asks for and no language has', () => {
    expect(kinds({ en: { a: { b: 'B' } } }, "$_('a.b') $_('a.c')")).toEqual(['missing a.c']);
  });
  it('finds a key that nobody uses', () => {
    expect(kinds({ en: { a: { b: 'B', c: 'C' } } }, "$_('a.b')")).toEqual(['unused a.c']);
  });
  it('takes a template for a use of every key of its shape', () => {
    expect(kinds({ en: { a: { b: 'B', c: 'C' }, d: { e: 'E' } } }, '$_(`a.${x}`)')).toEqual(['unused d.e']);
  });
  it('takes a literal in a table of keys for a use', () => {
    expect(kinds({ en: { a: { b: 'B' } } }, "const LABELS = { x: 'a.b' }")).toEqual([]);
  });
  it('finds what one language lacks, leaves empty, or has alone', () => {
    const source = "$_('a.b') $_('a.c')";
    expect(kinds({ en: { a: { b: 'B', c: 'C' } }, de: { a: { b: '', d: 'D' } } }, source)).toEqual([
      'untranslated a.b',
      'untranslated a.c',
      'surplus a.d'
    ]);
  });
  it('finds a translation that forgets a value', () => {
    expect(kinds({ en: { a: { b: '{n} of {total}' } }, fr: { a: { b: '{n}' } } }, "$_('a.b')")).toEqual([
      'arguments a.b'
    ]);
  });
  it('reads the names of plural arguments, not their words', () => {
    expect(argumentsOf('{n, plural, one {asset} other {assets of {owner}}} in {place}')).toBe('n owner place');
  });
});
