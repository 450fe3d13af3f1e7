import { expect, test } from 'vitest';
import { earlierVersion } from './earlier-version.ts';

const version = (name: string, tookOverAt: number | null) => ({ name, tookOverAt });

test('the version that runs in other tabs stays, although a later one was installed and never let in', () => {
  expect(earlierVersion([version('old', 1), version('running', 2), version('never let in', null)])?.name).toBe(
    'running'
  );
});

test('an older version that took over again is the one that runs', () => {
  expect(earlierVersion([version('rolled back to', 9), version('rolled back from', 5)])?.name).toBe('rolled back to');
});

test('where none has noted it, the last that was made stays', () => {
  expect(earlierVersion([version('one', null), version('two', null)])?.name).toBe('two');
  expect(earlierVersion([])).toBeUndefined();
});
