/** What an earlier version of the app left on a device, opened by this one, in a real browser. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleInBrowser, type BrowserBundle } from '../../../../tests/support/browser-bundle.ts';
import type { LocalDatabaseTools } from '../../../../tests/support/local-database-bundle.ts';

// Runs in the page.
declare const local: LocalDatabaseTools;

let bundle: BrowserBundle;
beforeAll(async () => {
  bundle = await bundleInBrowser('tests/support/local-database-bundle.ts');
});
afterAll(() => bundle.close());

test('a queue of version 3 is read whole, and what an entry was applied as before has its name of today', async () => {
  const page = await bundle.open();
  const before = { version: 4, at: 1, certificate_number: 'LAB-2026-0004' };
  const offered = { id: 'a', state: 'waiting', payload: '{}', applied: null };
  const untouched = { id: 'b', state: 'waiting', payload: '{ "y": 1 }', applied: null };
  const edit = { id: 'c', state: 'waiting', kind: 'task_done', applied: null };
  const rows = await page.evaluate(
    async ([queue, edits]) => {
      await local.writeVersion3('earlier', { queue, edits });
      return local.read('earlier');
    },
    [[{ ...offered, told: before }, untouched], [{ ...edit, told: null }]] as const
  );
  expect(rows).toEqual({
    queue: [{ ...offered, applied_before: before }, untouched],
    edits: [{ ...edit, applied_before: null }]
  });
});
