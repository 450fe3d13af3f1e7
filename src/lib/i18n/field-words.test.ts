import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RECORDS } from '../records/all-records.ts';
import { changeableKeys, type Description } from '../records/field.ts';
import { fieldWord } from '../ui/form/field-word.ts';
import { flatten, type Dictionary } from './dictionary.ts';
import { LANGUAGES } from './language.ts';

test.each(LANGUAGES)('every field that people change has a word in %s', (language) => {
  const words = flatten(wordsOf(language, 'field.json'), 'field.');
  for (const [key, text] of flatten(wordsOf(language, 'first/auth.json'), 'auth.')) words.set(key, text);
  const wanted = Object.values<Description>(RECORDS).flatMap((description) => changeableKeys(description));
  // Whether there is a word: the default is what a translator gives that has none.
  const say = (key: string) => words.get(key) ?? '';
  expect(wanted.filter((key) => fieldWord(say, key) === '')).toEqual([]);
});

/** Areas with the labels of forms and pages of records. */
const AREAS = [
  'admin',
  'asset_form',
  'locations',
  'organizations',
  'people',
  'procedures',
  'profile',
  'tasks',
  'first/auth'
];
/** What reads like a field in every language, and is not the label of one. */
const OTHERWISE: Readonly<Record<string, string>> = {
  'asset_form.quantity_example': 'an example that an empty field shows',
  'asset_form.tolerance.kind': 'of a part of the tolerance, not of a task',
  'organizations.logo.title': 'the heading of a section',
  'profile.picture': 'the heading of a section',
  'tasks.csv.interval': 'the heading of a column',
  'tasks.csv.next': 'the heading of a column',
  'tasks.photo': 'of a photo that waits',
  'tasks.title': 'the heading of a section'
};

test('no form has a word of its own for a field: a label stands once for form, page and audit log', () => {
  const texts = (area: string) => {
    const [first = new Map<string, string>(), ...others] = LANGUAGES.map((language) =>
      flatten(wordsOf(language, `${area}.json`), `${area.replace('first/', '')}.`)
    );
    const inAll = (key: string) => JSON.stringify([first, ...others].map((words) => words.get(key)));
    return [...first.keys()].map((key) => [key, inAll(key)] as const);
  };
  const ofFields = new Set(texts('field').map(([, text]) => text));
  const repeated = AREAS.flatMap(texts).filter(([, text]) => ofFields.has(text));
  expect(repeated.map(([key]) => key).sort()).toEqual(Object.keys(OTHERWISE));
});

const wordsOf = (language: string, file: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, language, file), 'utf8')) as Dictionary;
