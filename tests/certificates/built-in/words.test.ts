import { expect, test } from 'vitest';
import { differences, differencesButGaps } from './words.ts';

test('words that are missing, more or twice are seen', () => {
  expect(differences(['a', 'b', 'b'], ['a', 'b', 'c'])).toEqual(['-1 b', '+1 c']);
});

test('a word may be in pieces, and only that', () => {
  const wanted = ['22.4°C', 'f(y)', 'u02)', 'Pass'];
  expect(differencesButGaps(wanted, ['22.4', '°C', 'f', '(y)', 'u0', '2', ')', 'Pass'])).toEqual([]);
  expect(differencesButGaps(wanted, ['22.5', '°C', 'f', '(y)', 'u0', '2', ')', 'Pass'])).toEqual([
    '-22.4°C',
    '+1 22.5',
    '+1 °C'
  ]);
  expect(differencesButGaps(['Pass'], ['Pass', 'Fail'])).toEqual(['+1 Fail']);
  expect(differencesButGaps(['Pass', 'Pass'], ['Pass'])).toEqual(['-Pass']);
});
