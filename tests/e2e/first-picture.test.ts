/** Before the app's scripts have come, the shell shows whoever is not signed in what the app draws there afterwards. */
import type { BrowserContext, Page } from 'playwright';
import { afterEach, beforeAll, expect, inject, test } from 'vitest';
import { GOES_OFFLINE, makeDevice, picture, VIEWPORTS, type Device, type DeviceOptions } from '../support/browser.ts';
import { superadmin } from '../support/laboratory.ts';
import { faultsOf } from '../support/look-at.ts';
import { see } from '../support/see.ts';

const SIGN_IN = { en: 'Sign in', de: 'Anmelden', es: 'Iniciar sesión', fr: 'Se connecter' } as const;
const at = (path: string) => `${inject('baseUrl')}${path}`;
let device: Device;
let context: BrowserContext;
let page: Page;

// An empty installation asks for its first account instead.
beforeAll(async () => void (await superadmin()));
afterEach(async () => {
  await context.close();
  expect(device.complaints).toEqual([]);
  await device.remove();
});

/** Runs in the page: in every frame, what is shown of the name's line; and all layout shifts. */
const OBSERVE = `
  window.seen = [];
  window.shift = 0;
  const look = () => {
    const shown = [...document.querySelectorAll('.tagline')].filter((one) => one.checkVisibility());
    const text = shown.map((one) => one.textContent).join(' | ');
    if (text !== window.seen.at(-1)) window.seen.push(text);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) window.shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
`;
type Observed = { readonly seen: readonly string[]; readonly shift: number };
const observed = () =>
  page.evaluate(() => {
    const { seen, shift } = window as unknown as Observed;
    return { seen: seen.filter((text) => text !== ''), shift };
  });

async function open(size: 'phone' | 'desktop', options: DeviceOptions): Promise<void> {
  device = await makeDevice(options);
  ({ context, page } = await device.open(size));
  await page.addInitScript({ content: OBSERVE });
}

/** What is shown of the name, its line and the plumb line: words, places, colours, letters. */
const shown = () =>
  page.evaluate(() =>
    ['.name', '.tagline', '.line', '.line i'].map((selector) => {
      const found = [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
      return found.map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        const { color, backgroundColor, font, letterSpacing } = getComputedStyle(one);
        return { text: one.textContent, x, y, width, height, color, backgroundColor, font, letterSpacing };
      });
    })
  );

const CASES = [
  ['en', 'light', 'phone'],
  ['de', 'dark', 'phone'],
  ['es', 'field', 'phone'],
  ['fr', 'light', 'desktop'],
  ['en', 'field', 'desktop']
] as const;

test.each(CASES)('in %s, %s, on a %s: the same words at the same place, always once', async (language, theme, size) => {
  await open(size, { locale: language });
  const preferences = JSON.stringify({ theme });
  await page.addInitScript(`localStorage.setItem('plumbline.preferences', ${JSON.stringify(preferences)})`);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await context.route('**/_app/**/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(at('/sign-in'), { waitUntil: 'commit' });
  await see(page.locator('.tagline:visible')).toBeVisible();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const before = await shown();
  await picture(page, `first-picture-${language}-${theme}`);
  // Pictures are taken in several sizes.
  await page.setViewportSize(VIEWPORTS[size]);
  await page.evaluate('window.shift = 0');
  expect(before.map((found) => found.length)).toEqual([1, 1, 1, 1]);
  expect(await page.locator('html').getAttribute('lang')).toBe(language);
  expect(await page.locator('html').getAttribute('data-theme')).toBe(theme);
  release();
  await see(page.getByRole('heading', { name: SIGN_IN[language] })).toBeVisible();
  expect(await shown()).toEqual(before);
  await see(page.locator('.first-picture')).toHaveCount(0);
  const { seen, shift } = await observed();
  expect(seen).toEqual([before[1]?.[0]?.text]);
  expect(shift).toBeLessThan(0.02);
  expect(await faultsOf(page)).toEqual([]);
});

test('a shell that the service worker keeps shows the language that was chosen last', async () => {
  await open('phone', { ...GOES_OFFLINE, locale: 'en-GB' });
  await page.goto(at('/sign-in'));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.locator('footer select').selectOption('de');
  await see(page.getByRole('heading', { name: SIGN_IN.de })).toBeVisible();
  await context.setOffline(true);
  await page.reload();
  await see(page.getByRole('heading', { name: SIGN_IN.de })).toBeVisible();
  const { seen, shift } = await observed();
  expect(seen).toEqual([await page.locator('.tagline').textContent()]);
  expect(shift).toBeLessThan(0.02);
  expect(await page.locator('html').getAttribute('lang')).toBe('de');
});

test('without JavaScript the page says that it needs it, and nothing else', async () => {
  await open('phone', {});
  const without = await context.browser()?.newContext({ javaScriptEnabled: false });
  const plain = await without?.newPage();
  await plain?.goto(at('/sign-in'));
  expect((await plain?.locator('body').innerText())?.trim()).toMatch(/^Plumbline needs JavaScript: .*\.$/);
  await without?.close();
});
