/**
 * What is done to assets apart from calibrating them: given files, many changed at once, duplicated, photographed, retired with a
 * reason.
 */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDemonstration, type Demonstration } from '../support/demonstration.ts';
import { expectSound } from '../support/look-at.ts';
import { ONE_PIXEL_PNG } from '../support/pictures.ts';
import { see } from '../support/see.ts';

let demonstration: Demonstration;
beforeAll(async () => {
  demonstration = await openDemonstration();
}, 300_000);
afterAll(() => demonstration.close());

const main = () => demonstration.page.getByRole('main');

test('files are added, one that is not what its name says is not, and they are downloaded and removed', async () => {
  const { page, at } = demonstration;
  await page.goto(at('/assets?q=BAL-'));
  await page.getByRole('main').getByRole('link', { name: /BAL-/ }).first().click();
  const section = page.getByRole('region', { name: 'Files' });
  await see(section.getByText('No files yet.')).toBeVisible();
  await section.locator('input[type=file]').setInputFiles([
    { name: 'Prüfplan 1.txt', mimeType: '', buffer: Buffer.from('check the feet') },
    { name: 'setup.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ\0\0') }
  ]);
  await see(section.getByRole('alert')).toContainText('setup.pdf was not added.');
  await see(section.getByText('Prüfplan 1.txt')).toBeVisible();
  await expectSound(page, 'asset-files');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    section.getByRole('button', { name: 'Download Prüfplan 1.txt' }).click()
  ]);
  expect(download.suggestedFilename()).toBe('Prüfplan 1.txt');
  expect(await readFile(await download.path(), 'utf8')).toBe('check the feet');
  await section.getByRole('button', { name: 'Remove Prüfplan 1.txt' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await see(section.getByText('No files yet.')).toBeVisible();
});

test('what a filter leaves is changed at once', async () => {
  const { page, at } = demonstration;
  await page.goto(at('/assets?q=BAL-'));
  await main().getByRole('link', { name: 'Change all…' }).click();
  const action = main().getByRole('button', { name: /^Change (one asset|\d+ assets)$/ });
  await see(action).toBeVisible();
  await action.click();
  await see(main().getByText('Choose what to change.')).toBeVisible();
  await main().getByLabel('Add tags').fill('weighing room');
  await main().getByLabel('Change the calibration interval').check();
  await expectSound(page, 'assets-bulk');
  await action.click();
  await see.poll(() => new URL(page.url()).pathname).toBe('/assets');
  await main().getByRole('link', { name: /BAL-/ }).first().click();
  await see(main().getByText('weighing room').first()).toBeVisible();
  await see(main().getByText('12 months').first()).toBeVisible();
});

test('an asset is duplicated, gets a photo, and is retired with a reason', async () => {
  const { page } = demonstration;
  await main().getByRole('link', { name: 'Edit' }).click();
  await main().getByRole('button', { name: 'Duplicate…' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel('ID').fill('COPY-1');
  await dialog.getByRole('button', { name: 'Register copy' }).click();
  await see(main().getByRole('heading', { level: 1 })).toContainText('COPY-1');
  await main().getByRole('link', { name: 'Edit' }).click();
  // The asset's own page has a field for files, too.
  await see.poll(() => new URL(page.url()).pathname).toBe('/assets/COPY-1/edit');
  const png = { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from(ONE_PIXEL_PNG) };
  await main().locator('input[type=file]').setInputFiles(png);
  await main().getByRole('button', { name: 'Use this picture' }).click();
  await see(main().getByRole('img', { name: 'Photo of COPY-1' })).toBeVisible();
  await expectSound(page, 'asset-edit-whole');
  await main().getByRole('button', { name: 'Retire asset' }).click();
  await dialog.getByLabel('Reason').fill('Only a copy');
  await dialog.getByRole('button', { name: 'Retire asset' }).click();
  await see(main().getByText('Only a copy').first()).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/assets/COPY-1');
});

test('no page of them broke a script or the content security policy', () => {
  expect(demonstration.complaints).toEqual([]);
});
