import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RECORDS } from '../records/all-records.ts';
import { changeableKeys, type Description } from '../records/field.ts';
import { LANGUAGES } from './language.ts';

test.each(LANGUAGES)('every field that people change has a word in %s', (language) => {
  const words = JSON.parse(readFileSync(join(import.meta.dirname, language, 'field.json'), 'utf8')) as object;
  const wanted = Object.values<Description>(RECORDS).flatMap((description) => changeableKeys(description));
  expect(wanted.filter((key) => !(key in words))).toEqual([]);
});
