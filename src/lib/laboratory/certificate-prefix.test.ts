import { expect, test } from 'vitest';
import { certificatePrefixOf } from './certificate-prefix.ts';

test.each([
  ['North Metrology Lab', 'NML'],
  ['Prüflabor Süd', 'PS'],
  ['Éclair', 'ECL'],
  ['X', 'X'],
  ['one two three four five', 'OTTF'],
  ['校正', 'CAL']
])('the prefix of %s is %s', (name, prefix) => {
  expect(certificatePrefixOf(name)).toBe(prefix);
});
