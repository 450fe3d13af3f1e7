/**
 * Every screen where there is nothing yet (tests/support/all-screens.ts), and those of the registry without a network, too: sound, and each
 * says so or what to do.
 */
import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { combinationOf, NO_RECORDS, SCREENS } from '../support/all-screens.ts';
import { becomesQuiet } from '../support/becomes-quiet.ts';
import { GOES_OFFLINE, makeDevice, VIEWPORTS, type Device } from '../support/browser.ts';
import { signIn } from '../support/account-steps.ts';
import { createPerson } from '../support/laboratory.ts';
import { IS_WHOLE } from '../support/depth.ts';
import { faultsOf, faultsOnce, overflowsOf, painted, showTheme } from '../support/look-at.ts';
import { see } from '../support/see.ts';
import { visit } from '../support/visit.ts';

let device: Device;
let context: BrowserContext;
let page: Page;
const at = (path: string) => `${inject('baseUrl')}${path}`;

beforeAll(async () => {
  const { api, email } = await createPerson('admin', 'Nora Newcomer');
  await api('POST', '/organizations', { name: `Laboratory ${randomUUID().slice(0, 8)}` });
  device = await makeDevice(GOES_OFFLINE);
  ({ context, page } = await device.open('desktop'));
  await signIn(page, inject('baseUrl'), email);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
});
afterAll(async () => {
  await context.close();
  await device.remove();
});

const registry = [
  '/',
  '/assets',
  '/assets/new',
  '/assets/bulk',
  '/assets/stickers',
  '/assets/export',
  '/assets/import',
  '/locations',
  '/procedures',
  '/recalls',
  '/calendar',
  '/calendar?view=year',
  '/calibrations',
  '/round',
  '/scan'
] as const;

async function faultsAt(path: string): Promise<string[]> {
  await visit(page, at(path));
  await see(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await becomesQuiet(page, 300);
  const found = await overflowsOf(page);
  if (IS_WHOLE) found.push(...(await faultsOf(page)));
  await page.setViewportSize(VIEWPORTS.phone);
  await painted(page);
  found.push(...(await faultsOf(page)));
  await page.setViewportSize(VIEWPORTS.desktop);
  return found;
}

test.each(registry)('%s is sound while it is empty', async (path) => {
  expect(await faultsAt(path)).toEqual([]);
});

/** The others, and those of records that do not exist: nothing, or a message. */
const others = SCREENS.map(([, name, path], place) => [path(NO_RECORDS), combinationOf(name, place)] as const).filter(
  ([path]) => !registry.some((known) => known === path)
);
test.each(others)('%s is sound in a laboratory that is new', async (path, combination) => {
  await visit(page, at(path));
  await see(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await becomesQuiet(page, 100);
  expect(await faultsOnce(page, combination), `${combination.theme}, ${combination.size}`).toEqual([]);
});

describe('without a network', () => {
  beforeAll(async () => {
    await showTheme(page, 'light');
    await page.setViewportSize(VIEWPORTS.desktop);
    await context.setOffline(true);
  });

  test.each(registry)('%s is sound while it is empty', async (path) => {
    expect(await faultsAt(path)).toEqual([]);
    expect((await page.getByRole('main').innerText()).length).toBeGreaterThan(20);
  });
});

test('no page of them broke a script or the content security policy', () => {
  expect(device.complaints).toEqual([]);
});
