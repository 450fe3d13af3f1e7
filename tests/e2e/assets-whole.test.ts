/** What is done to an asset apart from calibrating it: many changed at once, duplicated, photographed, retired with a reason. */
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
