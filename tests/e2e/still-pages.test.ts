/** Nothing moves under a finger while a page fills (layout shift below 0.02), and no label of a chart lies on another. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { VIEWPORTS } from '../support/browser.ts';
import { becomesQuiet } from '../support/becomes-quiet.ts';
import { openDemonstration, type Demonstration } from '../support/demonstration.ts';
import { chartFaultsOf } from '../support/chart-faults.ts';
import { painted } from '../support/look-at.ts';
import { IS_WHOLE } from '../support/depth.ts';
import { see } from '../support/see.ts';

const MOST_SHIFT = 0.02;
const SLOWED = 4;
let demonstration: Demonstration;
let page: Page;
let calibrationId = '';

beforeAll(async () => {
  demonstration = await openDemonstration();
  page = demonstration.page;
  const { body } = await demonstration.api<{ id: string }[]>('GET', '/assets/TT-031/calibrations');
  calibrationId = body[0]?.id ?? '';
  // The pages are looked at as they fill on a device that has its data; the first data have just begun to arrive.
  await becomesQuiet(page, QUIET_MS);
  await page.addInitScript({ content: OBSERVE });
}, 300_000);
afterAll(() => demonstration.close());

type Shift = { readonly value: number; readonly moved: readonly string[] };
/** Runs in the page. What follows a press within half a second does not count, as in Chromium's own figure. */
const OBSERVE = `
  window.layoutShifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (!entry.hadRecentInput)
        window.layoutShifts.push({
          value: entry.value,
          moved: entry.sources.map(
            ({ node, previousRect: was, currentRect: is }) =>
              (node?.textContent ?? '').trim().replace(/\\s+/g, ' ').slice(0, 40) +
              ' from ' + [was.x, was.y, was.width, was.height] + ' to ' + [is.x, is.y, is.width, is.height]
          )
        });
  }).observe({ type: 'layout-shift', buffered: true });
`;

const screens: readonly (readonly [name: string, path: () => string, ready: RegExp])[] = [
  ['home', () => '/', /assets are overdue/],
  ['assets', () => '/assets', /60 assets on this/],
  ['asset', () => '/assets/TT-031', /Reactor/],
  ['reference', () => '/assets/REF-001', /Used as reference|used/i],
  ['calibrations', () => '/calibrations', /\d+ calibrations/],
  ['calibration', () => `/calibrations/${calibrationId}`, /Statement of conformity/],
  ['health', () => '/assets/TT-031/health', /./],
  ['calibrate', () => '/assets/TT-032/calibrate', /Points/],
  ['notifications', () => '/notifications', /recorded/],
  ['locations', () => '/locations', /Utilities/]
];

/** On a slowed processor, what comes late comes within it. */
const QUIET_MS = 1200;

/** Each in one of the sizes in turn; `npm run test:whole` in both. */
const sizesAt = (place: number) =>
  IS_WHOLE ? (['desktop', 'phone'] as const) : ([place % 2 === 0 ? 'phone' : 'desktop'] as const);

test.each(screens.map(([name, path, ready], place) => [name, sizesAt(place), path, ready] as const))(
  '%s does not move while it fills, on a slow %j',
  async (_, sizes, path, ready) => {
    const session = await demonstration.context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
    try {
      for (const size of sizes) {
        await page.setViewportSize(VIEWPORTS[size]);
        await page.goto(demonstration.at(path()));
        await see(page.getByRole('main').getByText(ready).first()).toBeVisible();
        await becomesQuiet(page, QUIET_MS);
        const shifts = await page.evaluate(() => (window as unknown as { layoutShifts: Shift[] }).layoutShifts);
        const sum = shifts.reduce((all, { value }) => all + value, 0);
        const told = shifts.map(({ value, moved }) => `${value.toFixed(3)} ${moved.join(' | ')}`);
        expect(sum, `${size}: ${told.join(' + ')}`).toBeLessThan(MOST_SHIFT);
      }
    } finally {
      await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      await session.detach();
    }
  }
);

test('charts have three ticks at least on each axis, and no label lies on another or beyond its chart', async () => {
  const { body: all } = await demonstration.api<{ id: string; coefficients_only: unknown }[]>(
    'GET',
    '/calibrations?limit=200&kind=internal'
  );
  const some = all.filter((_, i) => i % 9 === 0);
  expect(some.length).toBeGreaterThan(10);
  const faults: string[] = [];
  for (const { id } of some) {
    await page.goto(demonstration.at(`/calibrations/${id}`));
    for (const size of ['phone', 'desktop'] as const) {
      await page.setViewportSize(VIEWPORTS[size]);
      await painted(page);
      await see(page.locator('svg[role=img]').first()).toBeVisible();
      for (const fault of await chartFaultsOf(page)) faults.push(`${id} ${size}: ${fault}`);
    }
  }
  expect(faults).toEqual([]);
});

test('an address without a page keeps the frame, and a location opens its assets', async () => {
  await page.setViewportSize(VIEWPORTS.desktop);
  await page.goto(demonstration.at('/no/such/page'));
  await see(page.getByText('There is no page at this address.')).toBeVisible();
  await page.getByRole('link', { name: 'Locations' }).click();
  await page
    .getByRole('main')
    .getByRole('link', { name: /assets?$/ })
    .first()
    .click();
  await see(page.locator('[data-row]').first()).toBeVisible();
});

test('nobody is offered a new version after the first sign-in of a browser', async () => {
  await page.goto(demonstration.at('/'));
  await see(page.getByRole('main').getByText(/assets are overdue/)).toBeVisible();
  expect(await page.getByText('A new version is ready').count()).toBe(0);
});

test('the API reference fits a phone, and what can be pressed in it is large enough', async () => {
  await page.setViewportSize(VIEWPORTS.phone);
  for (const path of ['/api/docs', '/api/docs/permissions']) {
    await page.goto(demonstration.at(path));
    const { wide, small } = await page.evaluate(() => ({
      wide: document.documentElement.scrollWidth - innerWidth,
      small: [...document.querySelectorAll('nav a, summary, button')].filter((target) => {
        const { height } = target.getBoundingClientRect();
        return height > 0 && height < 24;
      }).length
    }));
    expect([path, wide, small]).toEqual([path, 0, 0]);
  }
});
