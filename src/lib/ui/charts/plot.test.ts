import { expect, test } from 'vitest';
import { highestBetween } from './plot.ts';

test('the highest value of a line below its name, also where the name begins between two samples', () => {
  expect(highestBetween([0, 10, 20], [3, 1, 0], 15, 20)).toBe(0.5);
  expect(highestBetween([0, 10, 20], [0, 1, 3], 15, 20)).toBe(3);
  expect(highestBetween([0, 10, 20], [0, 5, 3], 5, 20)).toBe(5);
});

test('what is beyond the name or not known does not count', () => {
  expect(highestBetween([0, 10, 20, 30], [9, 1, 0, 8], 12, 20)).toBeCloseTo(0.8);
  expect(highestBetween([0, 10, 20], [9, null, 1], 5, 20)).toBe(1);
});
