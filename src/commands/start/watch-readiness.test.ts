import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PATIENCE_MS, watchReadiness } from './watch-readiness.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const watched = (isReady: () => Promise<boolean>) => {
  const failed = vi.fn();
  return { failed, end: watchReadiness(isReady, failed) };
};

test('a database that fails for a minute is reported, once', async () => {
  const { failed } = watched(async () => false);
  await vi.advanceTimersByTimeAsync(PATIENCE_MS - 1000);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(10 * PATIENCE_MS);
  expect(failed).toHaveBeenCalledTimes(1);
});

test('one answer in between restarts the minute', async () => {
  let ready = false;
  const { failed } = watched(async () => ready);
  for (let minutes = 0; minutes < 10; minutes++) {
    await vi.advanceTimersByTimeAsync(PATIENCE_MS - 10_000);
    ready = true;
    await vi.advanceTimersByTimeAsync(5000);
    ready = false;
  }
  expect(failed).not.toHaveBeenCalled();
});

test('nothing is reported after the end of the watch', async () => {
  const { failed, end } = watched(async () => false);
  await vi.advanceTimersByTimeAsync(PATIENCE_MS / 2);
  end();
  await vi.advanceTimersByTimeAsync(2 * PATIENCE_MS);
  expect(failed).not.toHaveBeenCalled();
});
