import { expect, test } from 'vitest';
import { missingLanguages } from './missing-languages.ts';

const using = (languages: string) => String.raw`\documentclass{article}\usepackage[${languages}]{babel}`;

test('packages of the languages that TeX does not find are named once each', () => {
  const source = using('french, german,ngerman');
  expect(missingLanguages(source, () => false)).toEqual(['texlive-lang-french', 'texlive-lang-german']);
  expect(missingLanguages(source, (file) => file !== 'french.ldf')).toEqual(['texlive-lang-french']);
  expect(missingLanguages(source, () => true)).toEqual([]);
});

test('no package is named for a source without babel, or for English', () => {
  expect(missingLanguages(String.raw`\documentclass{article}`, () => false)).toEqual([]);
  expect(missingLanguages(using('english'), () => false)).toEqual([]);
});
