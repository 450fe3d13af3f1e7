/** A list of instruments from a spreadsheet: its columns are understood or chosen, a wrong cell is corrected, and the rows become assets. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepFailure, VIEWPORTS } from '../support/browser.ts';
import { openDemonstration, type Demonstration } from '../support/demonstration.ts';
import { expectSound } from '../support/look-at.ts';
import { see } from '../support/see.ts';

let demonstration: Demonstration;
beforeAll(async () => {
  demonstration = await openDemonstration();
}, 300_000);
afterAll(() => demonstration.close());

const main = () => demonstration.page.getByRole('main');

const LIST = `Gage ID;Was es ist;Standort;Intervall;Zuletzt kalibriert;Zertifikatsnummer;Labor;Messbereich;Einheit;Toleranz
SHEET-1;<img src=x onerror=alert(1)>;Halle 9 / Regal;12 Monate;04.03.2026;K-17;Eichamt;0-16;bar;±0,5 %
SHEET 2;Manometer;Halle 9;1 Jahr;05.03.2026;K-18;Eichamt;0-10;bar;±0,5 %
SHEET-3;Waage;Halle 9;12;06.03.2026;K-19;Eichamt;0-16;kg;±0,5 %
`;

test('columns are chosen, cells corrected, and the rows that are right imported', async () => {
  const { page, context, at, complaints } = demonstration;
  keepFailure(context, page);
  const alerts: string[] = [];
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goto(at('/assets/import'));
  await main()
    .locator('input[type=file]')
    .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(LIST, 'latin1') });
  await main().getByRole('button', { name: 'Check file' }).click();
  // Nobody can know which column is the name.
  await see(main().getByText('Choose which column contains: Name')).toBeVisible();
  await main().getByLabel('Was es ist').selectOption('name');
  await main().getByRole('button', { name: 'Check again' }).click();
  await see(main().getByText('2 rows cannot be imported.')).toBeVisible();
  await expectSound(page, 'spreadsheet-mended');
  await main().getByRole('button', { name: 'Use SHEET-2' }).click();
  await page.setViewportSize(VIEWPORTS.phone);
  await main().getByRole('button', { name: 'Check again' }).click();
  await see(main().getByText('1 row cannot be imported.')).toBeVisible();
  await main().getByRole('button', { name: 'Import 2 rows and leave out the refused ones' }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Import/ })
    .click();
  await see(main().getByText('1 row was left out.')).toBeVisible();
  await expectSound(page, 'spreadsheet-done');
  const [refused] = await Promise.all([
    page.waitForEvent('download'),
    main().getByRole('button', { name: 'Download refused rows' }).click()
  ]);
  expect(refused.suggestedFilename()).toMatch(/\.csv$/);
  await page.setViewportSize(VIEWPORTS.desktop);
  await page.goto(at('/assets/SHEET-1'));
  await see(page.getByRole('heading', { level: 1 })).toContainText('<img src=x onerror=alert(1)>');
  await see(main().getByText('Eichamt').first()).toBeVisible();
  expect([alerts, complaints]).toEqual([[], []]);
});

test('a template is downloaded, filled in and imported without a mapping', async () => {
  const { page, at, complaints } = demonstration;
  await page.setViewportSize(VIEWPORTS.phone);
  await page.goto(at('/assets/import'));
  const download = async (format: string) => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      main()
        .getByRole('button', { name: `${format} template` })
        .click()
    ]);
    return file;
  };
  expect((await download('XLSX')).suggestedFilename()).toBe('plumbline-assets-en.xlsx');
  const csv = await download('CSV');
  expect(csv.suggestedFilename()).toBe('plumbline-assets-en.csv');
  await expectSound(page, 'spreadsheet-templates');
  const filled = `${await readFile(await csv.path(), 'utf8')}TPL-1,Oven sensor\r\n`;
  await main()
    .locator('input[type=file]')
    .setInputFiles({ name: 'assets.csv', mimeType: 'text/csv', buffer: Buffer.from(filled) });
  await main().getByRole('button', { name: 'Check file' }).click();
  await see(main().getByRole('button', { name: 'Import 1 asset', exact: true })).toBeVisible();
  await see(main().getByText('1 row below the headings in row 2.')).toBeVisible();
  expect(complaints).toEqual([]);
});
