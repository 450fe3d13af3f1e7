import { expect, test } from 'vitest';
import { highestOf, lowestOf, mergeSorted } from './order-statistics.ts';

/** Parts of many sizes, with ties within and between them. */
const parts = [0, 1, 7, 100, 1000].map((size, i) =>
  Float64Array.from({ length: size }, (_, k) => Math.round(((k * 7919 + i * 31) % 613) / 3) / 7 - 20).sort()
);
const all = Float64Array.from(parts.flatMap((part) => [...part])).sort();

test('merging gives what sorting everything gives', () => {
  expect(mergeSorted(parts)).toEqual(all);
  expect(mergeSorted([])).toHaveLength(0);
});

test.each([1, 2, 50, 400, all.length])('the %i lowest and highest are those of everything sorted', (count) => {
  expect(lowestOf(parts, count)).toEqual(all.slice(0, count));
  expect(highestOf(parts, count)).toEqual(all.slice(all.length - count));
  expect(lowestOf([all], count)).toEqual(all.slice(0, count));
  expect(highestOf([all], count)).toEqual(all.slice(all.length - count));
});

test('numbers that are all equal, or zero, or lie about zero, lose nothing', () => {
  for (const value of [0, 1e-300, -5]) {
    const same = [new Float64Array(3).fill(value), new Float64Array(4).fill(value)];
    expect(lowestOf(same, 5)).toEqual(new Float64Array(5).fill(value));
    expect(highestOf(same, 5)).toEqual(new Float64Array(5).fill(value));
  }
  const about = [Float64Array.of(-1e-200, 0, 1), Float64Array.of(-1, 0, 1e-200)];
  expect(lowestOf(about, 4)).toEqual(Float64Array.of(-1, -1e-200, 0, 0));
  expect(highestOf(about, 4)).toEqual(Float64Array.of(0, 0, 1e-200, 1));
});
