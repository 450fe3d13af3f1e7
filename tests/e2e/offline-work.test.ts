/** What works without a network besides calibrations: a task is done, a photo taken, an outside laboratory's PDF added; all arrive once. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TRUTH } from '../certificates/dcc-schema.ts';
import { GOES_OFFLINE, keepFailure, VIEWPORTS } from '../support/browser.ts';
import { openDemonstration, type Demonstration } from '../support/demonstration.ts';
import { expectSound, overflowsOf, showTheme } from '../support/look-at.ts';
import { see } from '../support/see.ts';

let demonstration: Demonstration;
beforeAll(async () => {
  demonstration = await openDemonstration(GOES_OFFLINE);
}, 300_000);
afterAll(() => demonstration.close());

const main = () => demonstration.page.getByRole('main');
const dialog = () => demonstration.page.getByRole('alertdialog');
const photo = () => main().getByRole('img', { name: /^Photo of BAL-/ });
const photoSize = () =>
  photo().evaluate((image) => image instanceof HTMLImageElement && [image.naturalWidth, image.naturalHeight]);
/** What a photo of 12 megapixels becomes that was taken upright. */
const UPRIGHT = [1536, 2048];

/** Takes one with the camera of a phone, without a network: it is there before anything is sent. */
async function takePhoto(): Promise<void> {
  const { page, context } = demonstration;
  const touch = await context.newCDPSession(page);
  await touch.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  const file = main().locator('input[type=file]');
  await file.setInputFiles({ name: 'text.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a picture') });
  await see(main().getByRole('alert')).toContainText('cannot be read as a picture');
  await see(main().getByRole('button', { name: 'Use this picture' })).toHaveCount(0);
  const [camera] = await Promise.all([
    page.waitForEvent('filechooser'),
    main().getByRole('button', { name: 'Take a photo' }).click()
  ]);
  await see(file).toHaveAttribute('capture', 'environment');
  await expectSound(page, 'photo-camera');
  const buffer = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#466' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  await camera.setFiles({ name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer });
  await main().getByRole('button', { name: 'Use this picture' }).click();
  await see(main().getByRole('button', { name: 'Change picture' })).toBeVisible();
  await see.poll(photoSize).toEqual(UPRIGHT);
  await touch.detach();
}

test('a task and a photo wait on the device, are there after a reload, and arrive once', async () => {
  const { page, context, at } = demonstration;
  keepFailure(context, page);
  await page.goto(at('/assets?q=BAL-'));
  await main().getByRole('link', { name: /BAL-/ }).first().click();
  await main().getByRole('button', { name: 'Add a task' }).click();
  await dialog().getByLabel('Name').fill('Check weight');
  await expectSound(page, 'task-dialog');
  await dialog().getByRole('button', { name: 'Save' }).click();
  await see(main().getByText('not done yet')).toBeVisible();
  const address = page.url();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.context().setOffline(true);
  await main().getByRole('button', { name: 'Check weight: Done' }).click();
  await dialog().getByRole('button', { name: 'Not OK' }).click();
  await dialog().getByLabel('Note').fill('0.3 g too much');
  await dialog()
    .getByLabel(/^Take BAL-.* out of service$/)
    .check();
  await dialog().getByLabel('Reason').fill('Weighs too much');
  await expectSound(page, 'task-done-dialog');
  await dialog().getByRole('button', { name: 'Save' }).click();
  await see(main().getByText('Saved on this device, not sent yet')).toBeVisible();
  await page.goto(`${address}/edit`);
  await takePhoto();
  await page.goto(address);
  await see(main().getByRole('img', { name: /^Photo of BAL-/ })).toBeVisible();
  await see(main().getByText('Saved on this device, not sent yet')).toBeVisible();
  await expectSound(page, 'asset-with-tasks');
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.body?.innerText.includes('Nothing is waiting')) document.documentElement.dataset['saidEmpty'] = '';
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  await page.goto(at('/queue'));
  await see(main().locator('[data-edit-state=waiting]')).toHaveCount(2);
  // The device is asked a moment after the page is there.
  await see(page.locator('[data-said-empty]')).toHaveCount(0);
  await expectSound(page, 'queue-with-edits');

  await page.context().setOffline(false);
  await see(main().locator('[data-edit-state=applied]')).toHaveCount(2);
  await page.goto(address);
  await see(main().getByText(/^Out of service since .*Weighs too much/)).toBeVisible();
  await see.poll(photoSize).toEqual(UPRIGHT);
  await main().getByRole('button', { name: 'History of Check weight' }).click();
  // The activity below says so too.
  const once = main()
    .getByRole('listitem')
    .filter({ hasText: '0.3 g too much' })
    .filter({ hasText: 'Taken out of service' });
  await see(once).toHaveCount(1);
  expect(new URL(page.url()).pathname).toMatch(/^\/assets\/BAL-/);
});

/** Enough of one for the server, which judges a file by its contents. */
const PDF = '%PDF-1.4\n1 0 obj<</Type/Catalog>>\ntrailer<</Root 1 0 R>>\n%%EOF\n';
const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from(PDF) });

test('the PDF of an outside laboratory is added without a network, stays with the draft and comes after its calibration', async () => {
  const { page, context, at, complaints } = demonstration;
  keepFailure(context, page);
  const some = await demonstration.api<{ organization_id: string }[]>('GET', '/assets?limit=1');
  const { status } = await demonstration.api('POST', '/assets', {
    asset_id: 'EXT-1',
    name: 'Thermometer',
    organization_id: some.body[0]?.organization_id,
    quantity: 'temperature',
    unit: '°C',
    range_min: 0,
    range_max: 100,
    resolution: 0.01
  });
  expect(status).toBe(201);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(at('/assets/EXT-1/calibrate'));
  await main().getByRole('button', { name: 'External' }).click();
  await page.context().setOffline(true);
  try {
    await main().getByLabel('Laboratory', { exact: true }).fill('National Physical Laboratory');
    await main().getByLabel('Certificate number').fill('NPL-2026-99');
    await main().getByRole('button', { name: 'Coefficients' }).click();
    await main().getByLabel('Stated U').fill('0.03');
    await main().getByLabel('Model').selectOption('none');
    const choose = main().getByRole('region', { name: 'Certificate of the laboratory' }).locator('input[type=file]');
    await choose.setInputFiles({ ...pdf('curve.exe'), mimeType: 'application/octet-stream' });
    await see(main().getByText(/^curve\.exe was not added/)).toBeVisible();
    await choose.setInputFiles([pdf('NPL-2026-99.pdf'), pdf('by mistake.pdf')]);
    await main().getByRole('button', { name: 'Remove by mistake.pdf' }).click();
    await see(main().getByText('by mistake.pdf')).toHaveCount(0);
    await see(
      main()
        .getByText(/^Draft saved/)
        .first()
    ).toBeVisible();
    await expectSound(page, 'external-with-file');
    await page.reload();
    await see(main().getByLabel('Certificate number')).toHaveValue('NPL-2026-99');
    await see(main().getByText('NPL-2026-99.pdf')).toBeVisible();
    await main().getByRole('button', { name: /^Save/ }).click();
    await see(main().getByText('Saved on this device, not sent yet').first()).toBeVisible();
    const section = main().getByRole('region', { name: 'Certificate of the laboratory' });
    await section.locator('input[type=file]').setInputFiles(pdf('data.pdf'));
    await see(section.getByText('data.pdf')).toBeVisible();
    await expectSound(page, 'queued-with-file');
    await page.goto(at('/queue'));
    const rows = main().locator('[data-edit-kind=calibration_file][data-edit-state=waiting]');
    await see(rows).toHaveCount(2);
    await see(rows.first()).toContainText('It is sent once its calibration has been recorded.');
    await expectSound(page, 'queue-with-files');
  } finally {
    await page.context().setOffline(false);
  }
  await see(main().locator('[data-edit-kind=calibration_file][data-edit-state=applied]')).toHaveCount(2);
  await main()
    .getByRole('link', { name: /^EXT-1/ })
    .first()
    .click();
  const files = page.getByRole('region', { name: 'Files' });
  await see(files.getByText('data.pdf')).toHaveCount(1);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    files.getByRole('button', { name: 'Download NPL-2026-99.pdf' }).click()
  ]);
  expect(await readFile(await download.path(), 'utf8')).toBe(PDF);

  await context.setOffline(true);
  await see(files.getByText(/^Files that you add now are saved on this device/)).toBeVisible();
  await files.locator('input[type=file]').setInputFiles(pdf('later.pdf'));
  await see(files.getByText('Saved on this device, not sent yet')).toBeVisible();
  await expectSound(page, 'record-with-unsent-file');
  await context.setOffline(false);
  await see(files.getByRole('button', { name: 'Download later.pdf' })).toBeVisible();
  await see(files.getByText('Saved on this device, not sent yet')).toHaveCount(0);
  expect(complaints).toEqual([]);
});

const DCC = 'gp_temperature_typical_v12.xml';

test('a digital certificate fills an external calibration, is kept with it, and what it lacks is said', async () => {
  const { page, context, at, complaints } = demonstration;
  keepFailure(context, page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(at('/assets/EXT-1/calibrate'));
  // The longest words of the choice, in the largest letters.
  const speak = async (language: 'de' | 'en') => {
    expect((await demonstration.api('PATCH', '/users/me', { language })).status).toBe(200);
    await page.reload();
  };
  await speak('de');
  await showTheme(page, 'field');
  await page.setViewportSize(VIEWPORTS.phone);
  const unfold = main().getByRole('button', { name: 'Bedingungen ändern' });
  const external = main().getByRole('button', { name: 'Extern' });
  await see(unfold.or(external).first()).toBeVisible();
  if (await unfold.isVisible()) await unfold.click();
  await external.click();
  await see(main().getByRole('button', { name: 'Nur die Messunsicherheit' })).toBeVisible();
  expect(await overflowsOf(page, ['phone'])).toEqual([]);
  await showTheme(page, 'light');
  await speak('en');
  await main().getByRole('button', { name: 'External' }).click();
  const section = main().getByRole('region', { name: 'Digital calibration certificate' });
  const choose = section.locator('input[type=file]');
  const xml = await readFile(resolve(TRUTH, 'examples', DCC));
  const given = (buffer: Buffer, name = DCC) => ({ name, mimeType: 'text/xml', buffer });
  await choose.setInputFiles(given(Buffer.from('<!DOCTYPE a><a/>')));
  await see(section.getByRole('alert')).toContainText('This file is not accepted');
  await choose.setInputFiles(given(await readFile(resolve(TRUTH, 'examples/dcclib_invalid_signature.xml'))));
  await see(section.getByRole('alert')).toContainText('the file was changed after it was signed');

  await choose.setInputFiles(given(xml));
  const looked = page.getByRole('dialog');
  await see(looked).toContainText('None of the identifications in this certificate is EXT-1.');
  await see(looked.getByRole('row').nth(1)).toContainText('33.098');
  // However much was read, it can be taken over or not at once.
  await see(looked.getByRole('button', { name: 'Take over' })).toBeInViewport({ ratio: 1 });
  await looked.getByText(/entries stay in the file only$/).click();
  await see(looked.getByText('Immersion depth', { exact: false }).first()).toBeVisible();
  await expectSound(page, 'dcc-dialog');
  await looked.getByRole('button', { name: 'Take over' }).click();
  await see(main().getByLabel('Laboratory', { exact: true })).toHaveValue('Kalibrierfirma GmbH');
  await see(main().getByLabel('Stated U')).toHaveValue('0.061');
  await see(main().getByText(DCC)).toBeVisible();
  await page.keyboard.press('Control+z');
  await see(main().getByLabel('Laboratory', { exact: true })).toHaveValue('');
  await page.keyboard.press('Control+y');
  await see(main().getByLabel('Laboratory', { exact: true })).toHaveValue('Kalibrierfirma GmbH');
  await context.setOffline(true);
  await see(section.getByRole('button')).toBeDisabled();
  await see(section.getByText(/^Reading a DCC file needs the network/)).toBeVisible();
  await expectSound(page, 'dcc-offline');
  await context.setOffline(false);
  await main().getByRole('button', { name: /^Save/ }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: /Save/ }).click();
  await main()
    .getByRole('link', { name: /^Open version/ })
    .click();
  await see(main().getByText('Kalibrierfirma GmbH').first()).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Download ${DCC}` }).click()
  ]);
  expect((await readFile(await download.path())).equals(xml)).toBe(true);
  expect(complaints).toEqual([]);
});
