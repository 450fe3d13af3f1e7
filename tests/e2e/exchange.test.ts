/** All assets of an organization go out as a ZIP; the file is looked at before anything of it comes in. */
import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { VIEWPORTS } from '../support/browser.ts';
import { openDemonstration, type Demonstration } from '../support/demonstration.ts';
import { expectSound, faultsOnce } from '../support/look-at.ts';
import { see } from '../support/see.ts';

let demonstration: Demonstration;
let archive = '';
beforeAll(async () => {
  demonstration = await openDemonstration();
}, 300_000);
afterAll(() => demonstration.close());

const main = () => demonstration.page.getByRole('main');

test('an export is started, watched until it is ready, and downloaded', async () => {
  const { page, at } = demonstration;
  await page.goto(at('/assets'));
  await main().getByRole('link', { name: 'Export…' }).click();
  await main().getByRole('button', { name: 'Start export' }).click();
  await see(main().getByText('Ready')).toBeVisible({ timeout: 60_000 });
  await expectSound(page, 'assets-export');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    main().getByRole('button', { name: /^Download/ }).click() // prettier-ignore
  ]);
  expect(file.suggestedFilename()).toMatch(/^plumbline-assets-.*\.zip$/);
  archive = await file.path();
});

test('the ticked assets alone are exported; a filter of the list can be as well; neither without a network', async () => {
  const { page, at } = demonstration;
  await page.goto(at('/assets?q=BAL-'));
  await main().getByRole('link', { name: 'Export…' }).click();
  const ofFilter = main().getByRole('button', { name: /^Filtered list \(\d+\)$/ });
  await see(ofFilter).toHaveAttribute('aria-pressed', 'true');
  await page.goto(at('/assets'));
  await main().getByRole('button', { name: 'Select…' }).click();
  // What was ticked stays ticked when the list shows others.
  for (const asset of ['TT-031', 'TT-042']) {
    await main().getByLabel('Search assets').fill(asset);
    await main()
      .getByRole('checkbox', { name: new RegExp(`^${asset}`) })
      .check();
  }
  await main().getByRole('button', { name: 'Export as ZIP…' }).click();
  await see(main().getByRole('button', { name: 'Selected (2)' })).toHaveAttribute('aria-pressed', 'true');
  const start = main().getByRole('button', { name: 'Start export' });
  await page.context().setOffline(true);
  await see(main().getByText('Importing and exporting need the network.')).toBeVisible();
  await see(start).toBeDisabled();
  await page.context().setOffline(false);
  await start.click();
  const done = main().getByRole('listitem').filter({ hasText: '2 assets' });
  await see(done.getByText('Ready')).toBeVisible({ timeout: 60_000 });
  await expectSound(page, 'assets-export-selected');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    done.getByRole('button', { name: /^Download/ }).click() // prettier-ignore
  ]);
  const { 'assets.csv': table } = unzipSync(await readFile(await file.path()));
  expect(strFromU8(table ?? new Uint8Array()).match(/^(TT|BAL|PG)-[0-9]+/gm)).toEqual(['TT-031', 'TT-042']);
});

test('a file whose assets exist is refused, or has nothing to import if they are skipped', async () => {
  const { page, at, complaints } = demonstration;
  await page.goto(at('/assets'));
  await main().getByRole('link', { name: 'Import…' }).click();
  await main().locator('input[type=file]').setInputFiles(archive);
  const look = main().getByRole('button', { name: 'Check file' });
  await look.click();
  await see(main().getByText(/cannot be imported, so nothing can be/)).toBeVisible({ timeout: 60_000 });
  await see(main().getByText('An asset with this ID already exists.').first()).toBeVisible();
  await expectSound(page, 'assets-import');
  for (const theme of ['dark', 'field', 'light'] as const) {
    expect(await faultsOnce(page, { theme, size: 'phone' }), theme).toEqual([]);
  }
  await page.setViewportSize(VIEWPORTS.desktop);
  await main().getByLabel('Assets that already exist').selectOption('skip');
  await see(main().getByText('An asset with this ID already exists.')).toHaveCount(0);
  await look.click();
  await see(main().getByText('There is nothing to import')).toBeVisible({ timeout: 60_000 });
  await see(main().getByRole('button', { name: /^Import/ })).toHaveCount(0);
  expect(complaints).toEqual([]);
});
