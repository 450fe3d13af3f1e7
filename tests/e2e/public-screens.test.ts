/** The screens before signing in, as screens.test.ts looks at those after it. */
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { LANGUAGES } from '#lib/i18n/language.ts';
import { PUBLIC_SCREENS } from '../support/all-screens.ts';
import { makeDevice, picture, VIEWPORTS, type Device } from '../support/browser.ts';
import { IS_WHOLE, shareOf } from '../support/depth.ts';
import { faultsOf, overflowsOf, showTheme } from '../support/look-at.ts';
import { superadmin } from '../support/laboratory.ts';
import { see } from '../support/see.ts';

let device: Device;
let context: BrowserContext;
let page: Page;
const at = (path: string) => `${inject('baseUrl')}${path}`;

beforeAll(async () => {
  // An empty installation shows none of these: it asks for its first account.
  await superadmin();
  device = await makeDevice();
  ({ context, page } = await device.open('desktop'));
  await page.goto(at('/sign-in'));
});
afterAll(async () => {
  await context.close();
  await device.remove();
});

const screens = PUBLIC_SCREENS.map(([, name, path]) => [name, path] as const);

async function open(path: string): Promise<void> {
  await page.goto(at(path));
  await see(page.getByRole('heading', { level: 1 })).toBeVisible();
  // The app knows what follows registration.
  await page.waitForLoadState('networkidle');
}

test.each(screens)('%s is accessible and fits every window in the light, dark and field theme', async (name, path) => {
  await showTheme(page, 'light');
  await open(path);
  // The field theme is for what is carried; `npm run test:whole` looks at each theme in both sizes.
  const sizes = { light: ['desktop'], dark: ['phone'], field: ['phone'] } as const;
  for (const theme of ['light', 'dark', 'field'] as const) {
    await showTheme(page, theme);
    await picture(page, `${name}-${theme}`);
    expect(await overflowsOf(page), theme).toEqual([]);
    for (const size of IS_WHOLE ? (['desktop', 'phone'] as const) : sizes[theme]) {
      await page.setViewportSize(VIEWPORTS[size]);
      expect(await faultsOf(page), `${theme}, ${size}`).toEqual([]);
    }
    await page.setViewportSize(VIEWPORTS.desktop);
  }
});

test.each(screens)('%s says offline what needs the network', async (name, path) => {
  await open(path);
  await context.setOffline(true);
  try {
    // A link that is not complete asks nothing of the network.
    if (name.endsWith('incomplete')) await see(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
    else {
      // If no mail is sent, the page says so instead of showing a form.
      const note = page.getByText('You are offline.');
      await see(/forgot|resend/.test(name) ? note.or(page.getByText('does not send mail')) : note).toBeVisible();
      await see(page.locator('button[type=submit]:enabled')).toHaveCount(0);
      expect(await faultsOf(page)).toEqual([]);
    }
  } finally {
    await context.setOffline(false);
  }
});

describe.each(['es', 'fr', 'de'] as const)('in %s', (language) => {
  test('they are translated and fit every window', async () => {
    await showTheme(page, 'light');
    await open('/sign-in');
    await page.locator('footer select').selectOption(language);
    await see.poll(() => page.evaluate(() => document.documentElement.lang)).toBe(language);
    for (const [name, path] of shareOf(screens, 3, LANGUAGES.indexOf(language))) {
      await open(path);
      expect(await overflowsOf(page), name).toEqual([]);
      expect(await page.getByRole('main').innerText(), name).not.toMatch(/\b(common|auth|errors|frame)\.[a-z_]+\b/);
    }
  });
});

test('no page of them broke a script or the content security policy', () => {
  expect(device.complaints).toEqual([]);
});
