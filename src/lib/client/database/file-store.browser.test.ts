/** The store of files in a real browser: whole contents, within the budget, and nothing that nothing names. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { bundleInBrowser, type BrowserBundle } from '../../../../tests/support/browser-bundle.ts';
import type { FileTools } from '../../../../tests/support/file-store-bundle.ts';

// Runs in the page.
declare const files: FileTools;

let bundle: BrowserBundle;
let page: Page;
beforeAll(async () => {
  bundle = await bundleInBrowser('tests/support/file-store-bundle.ts');
});
afterAll(() => bundle.close());
beforeEach(async () => {
  page = await bundle.open();
  return () => page.close();
});

test('what was opened longest ago makes room, and a content larger than all the space removes nothing', async () => {
  const found = await page.evaluate(async () => {
    const store = files.openStore('lru', 30);
    await files.note(store, 'asset:1', ['a', 'b', 'c', 'd', 'huge']);
    for (const key of ['a', 'b', 'c']) await store.put(key, files.content(10));
    await store.open('a');
    const outcomes = [await store.put('d', files.content(10)), await store.put('huge', files.content(31))];
    return { outcomes, stored: await files.stored(store) };
  });
  expect(found).toEqual({ outcomes: ['stored', 'no_room'], stored: ['a', 'c', 'd'] });
});

test('what somebody chose to keep makes no room for what was opened, but for work that is not sent yet', async () => {
  const found = await page.evaluate(async () => {
    const store = files.openStore('kept', 30);
    await store.keep('asset:1', ['asset:1', 'procedure:p']);
    await files.note(store, 'asset:1', ['a']);
    await files.note(store, 'procedure:p', ['p']);
    await files.note(store, 'asset:2', ['b', 'c']);
    for (const key of ['a', 'p', 'b']) await store.put(key, files.content(10));
    const tooLarge = await store.put('c', files.content(11));
    const fits = await store.put('c', files.content(10));
    const after = await files.stored(store);
    const { kept, opened } = await store.usage();
    const freed = [await store.free(100, { alsoKept: false }), await store.free(10, { alsoKept: true })];
    return { tooLarge, fits, after, kept, opened, freed, stored: await files.stored(store) };
  });
  expect(found).toEqual({
    tooLarge: 'no_room',
    fits: 'stored',
    after: ['a', 'c', 'p'],
    kept: { files: 2, bytes: 20 },
    opened: { files: 1, bytes: 10 },
    freed: [10, 10],
    stored: ['p']
  });
});

test('contents leave with the last record that names them, and are not stored for none', async () => {
  const found = await page.evaluate(async () => {
    const store = files.openStore('named', 1000);
    await files.note(store, 'asset:1', ['shared', 'own', 'old']);
    await files.note(store, 'asset:2', ['shared']);
    for (const key of ['shared', 'own', 'old']) await store.put(key, files.content(10));
    const steps = [[await store.put('unknown', files.content(1))]] as string[][];
    await files.note(store, 'asset:1', ['shared', 'own']);
    steps.push(await files.stored(store));
    await store.note('asset:1', { photo: 'photo-1' });
    await store.put('photo-1', files.content(10));
    await store.note('asset:1', { photo: 'photo-2' });
    steps.push(await files.stored(store));
    await store.forget(['asset:1']);
    steps.push(await files.stored(store));
    await store.forget(['asset:2']);
    steps.push(await files.stored(store));
    return steps;
  });
  expect(found).toEqual([['unlisted'], ['own', 'shared'], ['own', 'shared'], ['shared'], []]);
});

test('what is let go leaves, unless it is kept as part of something else; of a changed choice the former part stays opened', async () => {
  const found = await page.evaluate(async () => {
    const store = files.openStore('release', 1000);
    await store.keep('asset:1', ['asset:1', 'procedure:p']);
    await store.keep('asset:2', ['asset:2', 'procedure:p']);
    for (const [id, key] of [
      ['asset:1', 'a'],
      ['asset:2', 'b'],
      ['procedure:p', 'p'],
      ['procedure:q', 'q']
    ] as const) {
      await files.note(store, id, [key]);
      await store.put(key, files.content(10));
    }
    await store.release('asset:1');
    const steps: unknown[] = [await files.stored(store)];
    await store.keep('asset:2', ['asset:2', 'procedure:q']);
    steps.push(await files.stored(store), (await store.usage()).opened.files);
    await store.removeOpened();
    steps.push(await files.stored(store));
    // The asset is deleted: its procedure is no longer kept for it.
    await store.forget(['asset:2']);
    steps.push(await files.stored(store), (await store.usage()).kept.files);
    await store.removeAll();
    steps.push(await files.stored(store));
    return steps;
  });
  expect(found).toEqual([['b', 'p', 'q'], ['b', 'p', 'q'], 1, ['b', 'q'], ['q'], 0, []]);
});

test('a content that is not whole any more is not opened, and removed', async () => {
  const found = await page.evaluate(async () => {
    const store = files.openStore('damaged', 1000);
    await files.note(store, 'asset:1', ['a', 'b']);
    for (const key of ['a', 'b']) await store.put(key, files.content(10));
    await store.database.bytes.put({ key: 'a', blob: files.content(9) });
    return { a: await store.open('a'), b: (await store.open('b'))?.size, stored: await files.stored(store) };
  });
  expect(found).toEqual({ a: null, b: 10, stored: ['b'] });
});

test('if the browser grants less than it said, the oldest make room and the write is tried again', async () => {
  const session = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 12_000_000 });
  const found = await page.evaluate(async () => {
    const store = files.openStore('quota', 1_000_000_000);
    await files.note(store, 'asset:1', ['a', 'b', 'c', 'd', 'huge']);
    const outcomes: string[] = [];
    for (const key of ['a', 'b', 'c', 'd']) {
      let outcome = await store.put(key, files.content(4_000_000));
      // Chromium on a busy disk counts freed space only after it has cleaned up, as somebody who tries again later would find.
      for (let again = 0; outcome === 'no_room' && again < 20; again++) {
        await new Promise((later) => setTimeout(later, 1000));
        outcome = await store.put(key, files.content(4_000_000));
      }
      outcomes.push(outcome);
    }
    const stored = await files.stored(store);
    outcomes.push(await store.put('huge', files.content(14_000_000)));
    return { outcomes, stored };
  });
  expect(found.outcomes).toEqual(['stored', 'stored', 'stored', 'stored', 'no_room']);
  expect(found.stored).not.toContain('a');
  expect(found.stored).toContain('d');
});

/** The same origin and storage. */
async function anotherTab(): Promise<Page> {
  const [tab] = await Promise.all([page.waitForEvent('popup'), page.evaluate(() => void window.open(location.href))]);
  await tab.waitForLoadState('load');
  return tab;
}

test('two tabs that store at once stay within the budget', async () => {
  const other = await anotherTab();
  const store = (tab: Page, name: string) =>
    tab.evaluate(async (prefix) => {
      const mine = files.openStore('tabs', 50);
      const keys = Array.from({ length: 12 }, (_, n) => `${prefix}${n}`);
      await files.note(mine, `asset:${prefix}`, keys);
      await Promise.all(keys.map((key) => mine.put(key, files.content(10))));
      return mine.usage();
    }, name);
  await Promise.all([store(page, 'x'), store(other, 'y')]);
  const stored = await page.evaluate(() => files.stored(files.openStore('tabs', 50)));
  expect(stored).toHaveLength(5);
  await other.close();
});

test('a download that ends after the person signed out in another tab leaves nothing', async () => {
  const other = await anotherTab();
  await page.evaluate(async () => {
    const store = files.openStore('gone', 50);
    Object.assign(globalThis, { store });
    await files.note(store, 'asset:1', ['a']);
  });
  await other.evaluate(() => files.removeFileDatabase('gone'));
  const outcome = await page.evaluate(() => {
    const { store } = globalThis as unknown as { store: ReturnType<FileTools['openStore']> };
    return store.put('a', files.content(10));
  });
  const left = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  expect([outcome, left]).toEqual(['failed', expect.not.arrayContaining(['plumbline.files-gone'])]);
  await other.close();
});
