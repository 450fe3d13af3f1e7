import { expect, test } from 'vitest';
import { reachBetween } from './plot.ts';

test('a name stands clear of what its line does below it, also where it begins between two samples', () => {
  expect(reachBetween([0, 10, 20], [3, 1, 0], 15, 20)).toEqual([0, 0.5]);
  expect(reachBetween([0, 10, 20], [0, 1, 3], 15, 20)).toEqual([2, 3]);
  expect(reachBetween([0, 10, 20], [0, 5, 3], 5, 20)).toEqual([2.5, 5]);
});

test('what is beyond the name or not known does not count', () => {
  expect(reachBetween([0, 10, 20, 30], [9, 1, 0, 8], 10, 20)).toEqual([0, 1]);
  expect(reachBetween([0, 10, 20], [9, null, 1], 5, 20)).toEqual([1, 1]);
});
