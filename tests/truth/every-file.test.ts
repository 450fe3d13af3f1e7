import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { READER_NAMES, readersOf } from './readers.ts';
import { truthIds } from './truth-case.ts';

const sources = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.test.ts') && name !== 'every-file.test.ts')
  .map((name) => readFileSync(`${import.meta.dirname}/${name}`, 'utf8'));
const isInUse = (text: string): boolean => sources.some((source) => source.includes(text));

test.each(truthIds(''))('%s is run by a test, by its kind or by its name', (id) => {
  const readers = readersOf(id).filter((name) => isInUse(`('${name}')`));
  expect(readers.length > 0 || isInUse(`'${id}'`)).toBe(true);
});

test('every reader of a kind is used by a test, and takes at least one file', () => {
  const taken = truthIds('').flatMap(readersOf);
  expect(READER_NAMES.filter((name) => !isInUse(`('${name}')`) || !taken.includes(name))).toEqual([]);
});
