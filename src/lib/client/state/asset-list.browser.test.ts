/** The list of assets in a real browser, over the databases of a device. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleInBrowser, type BrowserBundle } from '../../../../tests/support/browser-bundle.ts';
import type { AssetTools } from '../../../../tests/support/asset-list-bundle.ts';

// Runs in the page.
declare const assets: AssetTools;

let bundle: BrowserBundle;
let page: Page;
beforeAll(async () => {
  bundle = await bundleInBrowser('tests/support/asset-list-bundle.ts');
  page = await bundle.open();
  // Its databases open first.
  await page.waitForFunction(() => 'assets' in globalThis);
});
afterAll(() => bundle.close());

test('a list that is saved the moment a change arrives has it at the next start', async () => {
  const found = await page.evaluate(async () => {
    const list = await assets.start();
    await assets.pull('A-1');
    await list.save();
    const second = await assets.start();
    await assets.pull('A-2');
    await second.save();
    const third = await assets.start();
    return [list, second, third].map(assets.names);
  });
  expect(found.at(-1)).toEqual(['A-1', 'A-2']);
});
