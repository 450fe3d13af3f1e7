import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FewLocks } from '../../../../tests/support/few-locks.ts';
import { allClosed, noteOpen } from './open-tabs.ts';

beforeEach(() => void vi.stubGlobal('navigator', { locks: new FewLocks() }));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const CLOSED = 'closed';
const OPEN = 'open';
/** Whether a person's data is known to be closed after a moment. */
const soon = (closed: Promise<void>) =>
  Promise.race([closed.then(() => CLOSED), new Promise((resolve) => setTimeout(() => resolve(OPEN), 50))]);

test('the data of a person is closed when the last tab has closed it', async () => {
  const tabs = [noteOpen('mia'), noteOpen('mia')];
  const closed = allClosed('mia');
  expect(await soon(closed)).toBe(OPEN);
  tabs[0]?.();
  expect(await soon(closed)).toBe(OPEN);
  tabs[1]?.();
  expect(await soon(closed)).toBe(CLOSED);
});

test('tabs of others are not waited for', async () => {
  noteOpen('greta');
  expect(await soon(allClosed('mia'))).toBe(CLOSED);
});

test('a tab that is frozen is not waited for longer than three seconds', async () => {
  vi.spyOn(AbortSignal, 'timeout').mockImplementationOnce((ms) => {
    expect(ms).toBe(3000);
    return AbortSignal.abort();
  });
  noteOpen('mia');
  expect(await soon(allClosed('mia'))).toBe(CLOSED);
});

test('without locks nobody is waited for', async () => {
  vi.stubGlobal('navigator', {});
  noteOpen('mia');
  expect(await soon(allClosed('mia'))).toBe(CLOSED);
});
