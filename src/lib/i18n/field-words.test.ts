import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RECORDS } from '../records/all-records.ts';
import { CHOOSABLE } from '../records/notifications.ts';
import { changeableKeys, type Description } from '../records/field.ts';
import { LANGUAGES } from './language.ts';

test.each(LANGUAGES)('every field that people change has a word in %s', (language) => {
  const words = JSON.parse(readFileSync(join(import.meta.dirname, language, 'field.json'), 'utf8')) as object;
  const wanted = Object.values<Description>(RECORDS).flatMap((description) => changeableKeys(description));
  expect(wanted.filter((key) => !(key in words))).toEqual([]);
});

test.each(LANGUAGES)('everything that people choose to hear of has a name and a hint in %s', (language) => {
  const { preferences } = JSON.parse(readFileSync(join(import.meta.dirname, language, 'profile.json'), 'utf8')) as {
    preferences: Readonly<Record<string, unknown>>;
  };
  const words = { name: expect.any(String) as string, hint: expect.any(String) as string };
  for (const preference of CHOOSABLE) expect(preferences[preference], preference).toEqual(words);
});
