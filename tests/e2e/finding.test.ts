/** The lists and the search: narrowed, sorted, ticked, kept as views, saved as a table, offline too. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GOES_OFFLINE } from '../support/browser.ts';
import { openDemonstration, type Demonstration } from '../support/demonstration.ts';
import { expectSound, faultsOf } from '../support/look-at.ts';
import { see } from '../support/see.ts';

let demonstration: Demonstration;
beforeAll(async () => {
  demonstration = await openDemonstration(GOES_OFFLINE);
}, 300_000);
afterAll(() => demonstration.close());

const main = () => demonstration.page.getByRole('main');
const totals = () => main().getByRole('status');
const search = () => demonstration.page.getByRole('dialog');
async function searchEverywhere(text: string): Promise<void> {
  await demonstration.page.keyboard.press('Control+k');
  await search().getByRole('combobox').fill(text);
}
const rows = () => main().locator('tbody tr');

test('the notification of a day leads to its calibrations, and filters narrow them with totals', async () => {
  const { page, at } = demonstration;
  await page.goto(at('/notifications'));
  await main()
    .getByRole('link', { name: /calibrations recorded today/ })
    .click();
  await see(main().getByText(/^Recorded on/)).toBeVisible();
  await see(totals()).toContainText(/\d+ calibrations/);
  await main().getByRole('button', { name: 'Show all calibrations' }).click();
  await main().getByLabel('Verdict').selectOption('Does not conform');
  await see(totals()).toContainText('One calibration');
  await see(rows()).toHaveCount(1);
  await see.poll(() => new URL(page.url()).searchParams.get('judgement')).toBe('does_not_conform');
  await page.reload();
  await see(rows()).toHaveCount(1);
  await main().getByRole('button', { name: 'Clear filters' }).click();
  await main().getByRole('button', { name: 'Asset' }).click();
  await see(rows().first()).toContainText('BAL-');
  await main().getByRole('button', { name: 'Asset' }).click();
  await see(rows().first()).not.toContainText('BAL-');
  await expectSound(page, 'calibrations-filtered');
});

test('without a network the list is searched and saved as a table, and says how old it is', async () => {
  const { page, context, at } = demonstration;
  await page.goto(at('/calibrations'));
  await see(totals()).toContainText(/\d+ calibrations/);
  const number = (await rows().first().locator('a[href$="#certificate"]').innerText()).trim();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  try {
    await see(main().getByText(/^Offline: \d+ calibrations on this device/)).toBeVisible({ timeout: 60_000 });
    await main().getByLabel('Search calibrations').fill(number.toLowerCase());
    await see(rows()).toHaveCount(1);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      main().getByRole('button', { name: 'CSV' }).click()
    ]);
    const text = await readFile(await download.path(), 'utf8');
    expect(text.split('\r\n')).toHaveLength(3);
    expect(text).toContain(number);
    await searchEverywhere(number.toLowerCase());
    await see(search().getByRole('option', { name: new RegExp(number) })).toBeVisible();
    await search().getByRole('combobox').fill('pfeiffer');
    await see(search().getByText(/^Assets\s*\d+/)).toBeVisible();
    await search().getByRole('option').first().click();
    await see(page).toHaveURL(/\/assets\//);
    await see(main().getByRole('heading', { level: 1 })).toBeVisible();
    await searchEverywhere('no such thing at all');
    await see(search().getByText('Nothing on this device matches')).toBeVisible();
    await page.keyboard.press('Escape');
  } finally {
    await context.setOffline(false);
  }
});

test('Ctrl K finds a certificate by its number, an instrument by its maker, a state, a command, and says how many there are', async () => {
  const { page, at } = demonstration;
  await page.goto(at('/'));
  await see(main().getByText(/assets are overdue/)).toBeVisible();
  await searchEverywhere('ncl-2026');
  await see(search().getByText(/^Certificates\s*\d+/)).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await search()
    .getByRole('option', { name: /^Show all/ })
    .click();
  await see(totals()).toContainText(/\d+ calibrations/);
  await searchEverywhere('overdue');
  await search()
    .getByRole('option', { name: /Assets: Overdue/ })
    .click();
  await see(page).toHaveURL(/filter=overdue/);
  await searchEverywhere('new calib');
  await search()
    .getByRole('option', { name: /New calibration/ })
    .click();
  await see(page).toHaveURL(/pick=calibrate/);
  await searchEverywhere('pfeiffer');
  await see(search().getByText(/^Assets\s*\d+/)).toBeVisible();
  await page.keyboard.press('Escape');
});

test('? lists the keys, unless somebody is typing', async () => {
  const { page, at } = demonstration;
  await page.goto(at('/assets'));
  await page.getByLabel('Search assets').fill('');
  await page.getByLabel('Search assets').press('?');
  await see(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  await see(page.getByRole('dialog').getByText('Save the calibration')).toBeVisible();
  await page.keyboard.press('Escape');
});

test('ticked assets go on to stickers, and a view of the list is saved, picked again and there without a network', async () => {
  const { page, context, at } = demonstration;
  const views = page.getByRole('dialog');
  const range = main().getByRole('columnheader', { name: 'Range' });
  const openViews = () => main().getByRole('button', { name: 'Views…' }).click();
  await page.goto(at('/assets?filter=references&sort=name'));
  await main().getByRole('button', { name: 'Select…' }).click();
  await main()
    .getByRole('checkbox', { name: /REF-001/ })
    .check();
  await main().getByRole('button', { name: 'Stickers' }).click();
  await see(page).toHaveURL(/stickers\?picked=1/);
  await see(main().getByText('1 selected', { exact: true })).toBeVisible();

  await page.goto(at('/assets?filter=references&sort=name'));
  await see(range).toBeVisible();
  await openViews();
  await views.getByLabel('Range').uncheck();
  await views.getByLabel('Save the current list under this name').fill('Our references');
  await views.getByRole('button', { name: 'Save', exact: true }).click();
  await see(views.getByRole('button', { name: /^Our references/ })).toHaveAttribute('aria-current', 'true');
  await expectSound(page, 'assets-views');

  await page.goto(at('/assets'));
  await see(range).toBeVisible();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  try {
    await openViews();
    await see(views.getByText(/You can use your views offline/)).toBeVisible({ timeout: 60_000 });
    await views.getByRole('button', { name: /^Our references/ }).click();
    await see(page).toHaveURL(/filter=references&sort=name&columns=/);
    await see(range).toHaveCount(0);
    await page.reload();
    await see(main().getByRole('columnheader', { name: 'Due' })).toBeVisible();
    await see(range).toHaveCount(0);
  } finally {
    await context.setOffline(false);
  }
});
