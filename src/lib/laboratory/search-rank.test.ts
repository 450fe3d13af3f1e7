import { expect, test } from 'vitest';
import { bestOf, searchRank } from './search-rank.ts';

test.each([
  ['TT-4', 'tt-4', 0],
  ['TT-41', 'TT-4', 1],
  ['LAB-TT-4', 'tt-4', 3],
  ['LAB-2026-0042', '2026', 2],
  ['Old boiler', 'boil', 2],
  ['Boiler', 'oil', 3],
  ['Boiler', 'valve', 4]
])('%s answers “%s” with rank %i', (title, query, rank) => expect(searchRank(title, query)).toBe(rank));

test('the best come first, equals stay in their order, and no more than wanted', () => {
  const titles = ['Xa', 'ba', 'a', 'ab', 'aa'].map((title) => ({ title }));
  expect(bestOf(titles, 'a', 4).map(({ title }) => title)).toEqual(['a', 'ab', 'aa', 'Xa']);
});
