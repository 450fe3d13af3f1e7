import { expect, test } from 'vitest';
import { backoff } from './backoff.ts';

test('pauses double from one second to five minutes and scatter over the upper half', () => {
  expect(backoff(1, 0.999)).toBeGreaterThanOrEqual(1000);
  expect(backoff(4, 0)).toBe(4000);
  expect(backoff(4, 1)).toBe(8000);
  expect(backoff(40, 0)).toBe(150_000);
  expect(backoff(4000, 0.9999)).toBeLessThanOrEqual(300_000);
});

test('no pause is shorter than a second', () => {
  for (const attempt of [0, 1, 2]) expect(backoff(attempt, 0)).toBeGreaterThanOrEqual(1000);
});
