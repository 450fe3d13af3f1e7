/** Stickers from the screen: for one asset and for a selection, on sheets from any label, with keys alone. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { BrowserContext, Page } from 'playwright';
import { PASSWORD } from '../support/account-steps.ts';
import { keepFailure, makeDevice, type Device } from '../support/browser.ts';
import { foundLaboratory, type Laboratory } from '../support/laboratory.ts';
import { expectSound } from '../support/look-at.ts';
import { codesIn, pagesAsPictures } from '../support/read-code.ts';
import { see } from '../support/see.ts';

const baseUrl = inject('baseUrl');
let laboratory: Laboratory;
let device: Device;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  laboratory = await foundLaboratory({ private: true });
  device = await makeDevice();
  ({ context, page } = await device.open('desktop'));
  await page.goto(`${baseUrl}/sign-in?next=/assets`);
  await page.getByLabel('E-mail address').fill(laboratory.technicianUser.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await see(page.getByRole('link', { name: laboratory.asset.asset_id })).toBeVisible({ timeout: 60_000 });
});
afterAll(async () => {
  await context.close();
  await device.remove();
});

const main = () => page.getByRole('main');
async function downloaded(press: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}
const idIn = (code: string | undefined) => code?.split('/').at(-1);

test('an asset’s page leads to its sticker, which is downloaded as a picture', async () => {
  keepFailure(context, page);
  await page.goto(`${baseUrl}/assets/${laboratory.asset.asset_id}`);
  await main().getByRole('link', { name: 'Sticker' }).click();
  await see(main().getByText('1 selected')).toBeVisible();
  await main().getByLabel('Output').selectOption('Picture (JPEG)');
  await main().getByLabel('Size').selectOption('1 × 0.5 in (25.4 × 12.7 mm)');
  const { name, bytes } = await downloaded(() => main().getByRole('button', { name: 'Download 1 sticker' }).click());
  expect(name).toBe(`${laboratory.asset.asset_id}.jpg`);
  expect((await codesIn(bytes)).map(idIn)).toEqual([laboratory.asset.id]);
});

test('a selection is printed on sheets from the label that is pressed or typed', async () => {
  keepFailure(context, page);
  const { asset, multi, reference } = laboratory;
  await page.goto(`${baseUrl}/assets`);
  await main().getByRole('link', { name: 'Stickers' }).click();
  await see(main().getByText('None selected')).toBeVisible();
  await see(main().getByRole('button', { name: 'Download' })).toBeDisabled();
  await main().getByRole('button', { name: 'Select all 3' }).click();
  await see(main().getByText('3 selected')).toBeVisible();
  await main().getByLabel('Label paper').selectOption({ index: 6 });
  await main().getByLabel('First label to print on').fill('15');
  await see(main().getByText('Enter a whole number from 1 to 14')).toBeVisible();
  await see(main().getByRole('button', { name: 'Download 3 stickers' })).toBeDisabled();
  await main().getByLabel('First label to print on').fill('13');
  await see(main().getByText('2 sheets')).toBeVisible();
  await expectSound(page, 'stickers');
  const { name, bytes } = await downloaded(() => main().getByRole('button', { name: 'Download 3 stickers' }).click());
  expect(name).toBe('stickers.pdf');
  const pages = await pagesAsPictures(bytes);
  const codes = (await Promise.all(pages.map(codesIn))).map((found) => found.map(idIn));
  expect(codes.map((found) => found.length)).toEqual([2, 1]);
  expect(new Set(codes.flat())).toEqual(new Set([asset.id, multi.id, reference.id]));
});

test('keys alone tick an asset and download its ZPL', async () => {
  keepFailure(context, page);
  await page.goto(`${baseUrl}/assets/stickers`);
  const box = main().getByRole('checkbox').first();
  await see(box).toBeVisible();
  await box.focus();
  await page.keyboard.press('Space');
  await see(main().getByText('1 selected')).toBeVisible();
  await main().getByLabel('Output').selectOption('Label printer (ZPL)');
  await main().getByLabel('Printer resolution').selectOption('300 dpi');
  const { bytes } = await downloaded(async () => {
    await main().getByRole('button', { name: 'Download 1 sticker' }).focus();
    await page.keyboard.press('Enter');
  });
  expect(bytes.toString()).toMatch(/^\^XA[\s\S]*\^PW600\^LL600[\s\S]*\^XZ\s*$/);
});

test('without a network it says who makes the stickers', async () => {
  keepFailure(context, page);
  await page.goto(`${baseUrl}/assets/stickers?asset=${laboratory.asset.id}`);
  await context.setOffline(true);
  try {
    await see(main().getByText(/The server creates the stickers/)).toBeVisible({ timeout: 60_000 });
    await see(main().getByRole('button', { name: 'Download 1 sticker' })).toBeDisabled();
  } finally {
    await context.setOffline(false);
  }
});

test('nothing on the way breaks the security policy', () => {
  expect(device.complaints).toEqual([]);
});
