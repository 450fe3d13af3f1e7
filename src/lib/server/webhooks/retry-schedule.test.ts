import { expect, test } from 'vitest';
import { isToBeTurnedOff, nextAttempt } from './retry-schedule.ts';

test('attempts come ever more slowly, at most four hours apart, for a day', () => {
  const first = new Date('2026-11-21T09:00:00Z');
  const pauses: number[] = [];
  let now = first;
  for (let attempts = 1; attempts < 100; attempts++) {
    const next = nextAttempt(attempts, first, now);
    if (next === null) break;
    pauses.push((next.getTime() - now.getTime()) / 1000);
    now = next;
  }
  expect(pauses).toEqual([10, 30, 90, 270, 810, 2430, 7290, 14_400, 14_400, 14_400, 14_400, 14_400]);
  expect(now.getTime() - first.getTime()).toBeLessThanOrEqual(86_400_000);
});

test('a receiver is turned off after three days without a success', () => {
  const since = new Date('2026-11-21T09:00:00Z');
  expect(isToBeTurnedOff(since, new Date('2026-11-24T08:59:59Z'))).toBe(false);
  expect(isToBeTurnedOff(since, new Date('2026-11-24T09:00:00Z'))).toBe(true);
});
