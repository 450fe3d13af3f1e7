import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test } from 'vitest';
import { COMMON_CORES, COMMON_LONG } from './common-password-words.ts';
import { lettersOf } from './judge-password.ts';
import { SHORTEST_PASSWORD } from './shortest-password.ts';

const listed = (dictionary['passwords-common'] as readonly unknown[]).map(String);

test('the words are those of the list: the cores of its 3 000 commonest, and what else of it is long enough', () => {
  const cores = [...new Set(listed.slice(0, 3000).map(lettersOf))].filter((core) => core.length >= 4);
  expect(COMMON_CORES.split(' ')).toEqual(cores);
  const long = listed.filter((password) => password.length >= SHORTEST_PASSWORD && lettersOf(password) !== '');
  expect(COMMON_LONG.split(' ')).toEqual(long.filter((password) => !cores.includes(lettersOf(password))));
});
