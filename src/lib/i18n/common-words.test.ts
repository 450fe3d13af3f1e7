import { expect, test } from 'vitest';
import { areaOf, readWords, wordFiles } from '../../../tests/support/dictionaries.ts';
import { flatten } from './dictionary.ts';
import { LANGUAGES } from './language.ts';

test.each(LANGUAGES)('%s: a second attempt is called the same on all screens, by one key', (language) => {
  const words = wordFiles(language).flatMap((file) => [...flatten(readWords(file), `${areaOf(file)}.`)]);
  const again = new Map(words).get('common.try_again');
  expect(words.filter(([, text]) => text === again).map(([key]) => key)).toEqual(['common.try_again']);
});
