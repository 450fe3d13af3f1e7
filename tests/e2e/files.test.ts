/** Files that are kept with an asset: added, downloaded under their name, removed after a question. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDemonstration, type Demonstration } from '../support/demonstration.ts';
import { expectSound } from '../support/look-at.ts';
import { see } from '../support/see.ts';

let demonstration: Demonstration;
beforeAll(async () => {
  demonstration = await openDemonstration();
}, 300_000);
afterAll(() => demonstration.close());

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
