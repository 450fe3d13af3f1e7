import { expect, test } from 'vitest';
import { naturalOrder } from './natural-order.ts';

test('numbers count by their value, case does not count', () => {
  expect(['tt-10', 'TT-9', 'LOG-1', 'TT-100'].toSorted(naturalOrder('en'))).toEqual([
    'LOG-1',
    'TT-9',
    'tt-10',
    'TT-100'
  ]);
});
