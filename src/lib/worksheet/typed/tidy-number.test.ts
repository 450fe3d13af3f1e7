import { expect, test } from 'vitest';
import { tidyNumber } from './tidy-number.ts';

test.each([
  [' 12,30 ', 'en', '12.30'],
  ['12.30', 'de', '12,30'],
  ['-,5', 'fr', '−0,5'],
  ['+007.', 'en', '7'],
  ['1e-3', 'en', '1e-3'],
  ['1 234,5', 'de', '1 234,5'],
  ['warm', 'en', 'warm'],
  ['', 'en', '']
])('"%s" in %s becomes "%s"', (typed, language, tidied) => {
  expect(tidyNumber(typed, language)).toBe(tidied);
});
