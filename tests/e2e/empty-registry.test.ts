/** The screens of the registry where there is nothing yet, and the same without a network: sound, and each says so or what to do. */
import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { becomesQuiet } from '../support/becomes-quiet.ts';
import { makeDevice, VIEWPORTS, type Device } from '../support/browser.ts';
import { signIn } from '../support/account-steps.ts';
import { createPerson } from '../support/laboratory.ts';
import { faultsOf, overflowsOf, painted } from '../support/look-at.ts';
import { see } from '../support/see.ts';
import { visit } from '../support/visit.ts';

let device: Device;
let context: BrowserContext;
let page: Page;
const at = (path: string) => `${inject('baseUrl')}${path}`;

beforeAll(async () => {
  const { api, email } = await createPerson('admin', 'Nora Newcomer');
  await api('POST', '/organizations', { name: `Laboratory ${randomUUID().slice(0, 8)}` });
  device = await makeDevice();
  ({ context, page } = await device.open('desktop'));
  await signIn(page, inject('baseUrl'), email);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
});
afterAll(async () => {
  await context.close();
  await device.remove();
});

const screens = [
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
  const found = [...(await overflowsOf(page)), ...(await faultsOf(page))];
  await page.setViewportSize(VIEWPORTS.phone);
  await painted(page);
  found.push(...(await faultsOf(page)));
  await page.setViewportSize(VIEWPORTS.desktop);
  return found;
}

test.each(screens)('%s is sound while it is empty', async (path) => {
  expect(await faultsAt(path)).toEqual([]);
});

describe('without a network', () => {
  beforeAll(() => context.setOffline(true));

  test.each(screens)('%s is sound while it is empty', async (path) => {
    expect(await faultsAt(path)).toEqual([]);
    expect((await page.getByRole('main').innerText()).length).toBeGreaterThan(20);
  });
});

test('no page of them broke a script or the content security policy', () => {
  expect(device.complaints).toEqual([]);
});
