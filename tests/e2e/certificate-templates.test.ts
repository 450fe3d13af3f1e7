/** A certificate template, from the built-in one to the copy of a certificate: the built app, in a browser. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CertificateTemplate } from '#lib/contracts/certificate-templates.ts';
import type { Calibration } from '#lib/contracts/calibrations.ts';
import type { Member } from '#lib/contracts/organizations.ts';
import type { User } from '#lib/contracts/people.ts';
import { pdfText } from '../certificates/outside-validators.ts';
import { eventually, type Api } from '../support/api.ts';
import { keepFailure, picture, VIEWPORTS } from '../support/browser.ts';
import { calibrationBody, signIn } from '../support/laboratory.ts';
import { main, press } from '../support/laboratory-of-three.ts';
import { expectSound, overflowsOf, showTheme } from '../support/look-at.ts';
import { at, metrologistAtWork, type Metrologist } from '../support/metrologist.ts';
import { see } from '../support/see.ts';

const NAME = 'Accredited layout';
let work: Metrologist;
let page: Page;
/** As the person at the screen. */
let api: Api;
let calibration: Calibration;

beforeAll(async () => {
  work = await metrologistAtWork(async (laboratory) => {
    const made = await laboratory.technician<Calibration>('POST', '/calibrations', await calibrationBody(laboratory));
    expect(made.status, JSON.stringify(made.body).slice(0, 300)).toBe(201);
    calibration = made.body;
  });
  ({ page } = work);
  // The content security policy lets nothing read an address of a file in memory: the file is kept when it gets one.
  await work.context.addInitScript(() => {
    const address = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (file) => {
      Object.assign(window, { lastFile: file });
      return address(file);
    };
  });
  // The metrologist becomes an administrator of the organization.
  const members = `/organizations/${work.laboratory.organization.id}/members`;
  const { body } = await work.laboratory.admin<Member[]>('GET', members);
  const mia = body.find(({ user }) => user.full_name === 'Mia Metrologist')?.user.id ?? '';
  expect((await work.laboratory.admin('PUT', `${members}/${mia}`, { role: 'admin' })).status).toBe(200);
  ({ api } = await signIn((await work.laboratory.admin<User>('GET', `/users/${mia}`)).body.email));
}, 300_000);
afterAll(() => work.close());

const home = () => at(`/organizations/${work.laboratory.organization.id}/certificate-templates`);
const source = () => main(page).getByRole('textbox', { name: 'Source' });
const lines = (text: string) => source().locator('.cm-line').filter({ hasText: text });
const stored = async (): Promise<CertificateTemplate> => {
  const id = page.url().split('/').at(-1) ?? '';
  return (await work.laboratory.admin<CertificateTemplate>('GET', `/certificate-templates/${id}`)).body;
};
/** Puts the cursor at the end of the line before which the document ends, and types there. */
async function typeAtEnd(text: string, box = source()): Promise<void> {
  await box.focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(text);
}
async function inEveryTheme(name: string): Promise<void> {
  for (const theme of ['dark', 'field', 'light'] as const) {
    await showTheme(page, theme);
    await picture(page, `${name}-${theme}`);
  }
  expect(await overflowsOf(page)).toEqual([]);
}
/** Presses or types for a preview. @returns its words, once the screen has it */
async function previewed(ask: () => Promise<void>): Promise<string> {
  const before = await shownPreview();
  await ask();
  await see.poll(shownPreview, { timeout: 60_000 }).not.toBe(before);
  const bytes = await page.evaluate(async () => {
    const { lastFile } = window as unknown as { lastFile: Blob };
    return [...new Uint8Array(await lastFile.arrayBuffer())];
  });
  return pdfText(Uint8Array.from(bytes));
}
const shownPreview = async (): Promise<string | null> => {
  const link = main(page).getByRole('link', { name: 'Open in a new tab' });
  return (await link.count()) === 0 ? null : link.getAttribute('href');
};

test('made from the built-in one; an error is marked at its line, mended, previewed and saved', async () => {
  keepFailure(work.context, page);
  await page.goto(at(`/organizations/${work.laboratory.organization.id}`));
  await main(page).getByRole('link', { name: 'Certificate templates' }).click();
  await see(main(page).getByText('No templates yet')).toBeVisible();
  await expectSound(page, 'certificate-templates-none');
  await press(page, 'Add template');
  await press(page, 'Create template');
  await see(main(page).getByText('Enter a value').first()).toBeVisible();
  await main(page).getByLabel('Name').fill(NAME);
  await press(page, 'Create template');
  await see(main(page).getByRole('heading', { name: NAME, level: 1 })).toBeVisible({ timeout: 60_000 });
  await see(source()).toBeVisible();
  await see(lines('documentclass')).toBeVisible();
  const begun = (await stored()).source;
  const last = begun.split('\n').length;

  // A value that does not exist, at a line of its own.
  const wrong = begun.replace(
    String.raw`\end{document}`,
    String.raw`\VAR{asset.nam}` + '\n' + String.raw`\end{document}`
  );
  const wrongLine = wrong.split('\n').findIndex((line) => line.includes('asset.nam}')) + 1;
  await source().focus();
  await page.keyboard.press('Control+End');
  for (let line = last; line > wrongLine; line -= 1) await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Home');
  await page.keyboard.insertText(String.raw`\VAR{asset.nam}` + '\n');
  await see(main(page).getByText('Unsaved changes')).toBeVisible();
  // Lines that are out of sight are not in the page: the mark must bring its line there.
  await page.keyboard.press('Control+Home');
  await see(lines('asset.nam')).toHaveCount(0);
  await press(page, 'Save');
  const fault = main(page).getByRole('alert').filter({ hasText: 'cannot be set' });
  await see(fault.getByText('There is no value asset.nam.')).toBeVisible({ timeout: 60_000 });
  await see(fault.getByRole('button', { name: `Line ${wrongLine}`, exact: true })).toBeVisible();
  await see(lines('asset.nam').locator('.cm-lintRange-error')).not.toHaveCount(0);
  expect((await stored()).source).toBe(begun);
  await expectSound(page, 'certificate-template-fault');
  await inEveryTheme('certificate-template-fault');

  // From the fault to its line, and from the placeholders into it.
  await fault.getByRole('button', { name: `Line ${wrongLine}`, exact: true }).click();
  await page.keyboard.press('Shift+End');
  await page.keyboard.press('Delete');
  await main(page).getByRole('button', { name: 'Placeholders', exact: true }).last().click();
  await main(page).getByLabel('Search placeholders').fill('serial');
  await inEveryTheme('certificate-template-placeholders');
  await main(page)
    .getByRole('button', { name: /^asset\.serial_number/ })
    .click();
  await page.keyboard.type(' LabMarker');
  await see(lines('asset.serial_number').filter({ hasText: 'LabMarker' })).toBeVisible();
  expect(await previewed(() => page.keyboard.press('Control+Enter'))).toContain('LabMarker');
  await see(main(page).getByRole('link', { name: 'Open in a new tab' })).toHaveAttribute('href', /^blob:/);
  await see(fault).toBeHidden();
  await inEveryTheme('certificate-template-preview');

  // What is not saved is not left by accident.
  page.once('dialog', (dialog) => void dialog.dismiss());
  await page.getByRole('link', { name: 'Certificate templates' }).first().click();
  await see(lines('LabMarker')).toBeVisible();

  await main(page).getByLabel('Show changes').selectOption('built_in');
  await see(source().locator('.cm-changedLine').filter({ hasText: 'Marker' })).toBeVisible();
  await expectSound(page, 'certificate-template-compared');
  await inEveryTheme('certificate-template-compared');
  await main(page).getByLabel('Show changes').selectOption('nothing');
  await page.keyboard.press('Tab');
  await source().focus();
  await page.keyboard.press('Control+s');
  await see(main(page).getByText('Saved', { exact: true })).toBeVisible({ timeout: 60_000 });
  expect((await stored()).source).toContain('LabMarker');
});

test('a preview shows a calibration that is found by its certificate', async () => {
  keepFailure(work.context, page);
  const { number } = (await work.laboratory.admin<Calibration>('GET', `/calibrations/${calibration.id}`)).body
    .certificate as { number: string };
  await main(page).getByRole('button', { name: 'Calibration', exact: true }).click();
  await main(page).getByLabel('Find a calibration').fill(number);
  await main(page)
    .getByRole('button', { name: new RegExp(number) })
    .click();
  await see(main(page).getByText('This preview is older than the source.')).toBeVisible();
  expect(await previewed(() => press(page, 'Show preview'))).toContain(number);
  await see(main(page).getByText('This preview is older than the source.')).toBeHidden();
  await page.setViewportSize(VIEWPORTS.phone);
  await main(page).getByRole('button', { name: 'Source', exact: true }).click();
  await see(source()).toBeVisible();
  await see(main(page).getByText('Preview of')).toBeHidden();
  await main(page).getByRole('button', { name: 'Preview', exact: true }).first().click();
  await see(main(page).getByText(number).first()).toBeVisible();
  await page.setViewportSize(VIEWPORTS.desktop);
});

test('what somebody else has saved meanwhile is compared, not overwritten', async () => {
  keepFailure(work.context, page);
  const before = await stored();
  const theirs = before.source.replace('LabMarker', 'OtherMarker');
  const path = `/certificate-templates/${before.id}`;
  expect((await work.laboratory.admin('PUT', path, { source: theirs })).status).toBe(200);
  await typeAtEnd('% mine');
  await page.keyboard.press('Control+s');
  await see(main(page).getByText('Somebody else has saved this template in the meantime.')).toBeVisible({
    timeout: 60_000
  });
  expect((await stored()).source).toBe(theirs);
  await picture(page, 'certificate-template-newer');
  await press(page, 'Keep mine and compare');
  await see(source().locator('.cm-deletedChunk').filter({ hasText: 'OtherMarker' })).toBeVisible();
  await press(page, 'Save');
  await see(main(page).getByText('No differences')).toBeVisible({ timeout: 60_000 });
  expect((await stored()).source).toContain('LabMarker');
  expect((await stored()).source).toContain('% mine');
  await main(page).getByLabel('Show changes').selectOption('nothing');
});

test('the default issues the certificates, a copy can be set with another one, and a default is deleted by what it changes', async () => {
  keepFailure(work.context, page);
  await press(page, 'Make default');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make default' }).click();
  await see(main(page).getByText('Default of the organization')).toBeVisible();
  const template = page.url();
  const made = await work.laboratory.technician<Calibration>(
    'POST',
    '/calibrations',
    await calibrationBody(work.laboratory)
  );
  const { id } = made.body;
  await eventually(
    async () =>
      (await work.laboratory.admin<Calibration>('GET', `/calibrations/${id}`)).body.certificate?.state === 'issued',
    120
  );
  await page.goto(at(`/calibrations/${id}`));
  const copyBy = async (option: string): Promise<string> => {
    await press(page, 'New copy');
    const dialog = page.getByRole('alertdialog');
    await dialog.getByLabel('Template').selectOption({ label: option });
    await picture(page, 'certificate-copy-dialog');
    const [download] = await Promise.all([
      page.waitForEvent('download', { timeout: 60_000 }),
      dialog.getByRole('button', { name: 'Download copy' }).click()
    ]);
    return pdfText(await readFile(await download.path()));
  };
  const asIssued = await copyBy('As it was issued');
  expect(asIssued).toContain('LabMarker');
  expect(asIssued).toMatch(/copy/i);
  expect(await copyBy('Built-in certificate')).not.toContain('LabMarker');

  await page.goto(template);
  expect((await api('PATCH', '/users/me', { language: 'de' })).status).toBe(200);
  await page.goto(home());
  await see(main(page).getByText('Stellt die Kalibrierscheine aus')).toBeVisible({ timeout: 30_000 });
  await inEveryTheme('certificate-templates-german');
  await main(page).getByRole('link', { name: NAME }).click();
  await see(main(page).getByRole('textbox', { name: 'Quelltext' })).toBeVisible();
  await inEveryTheme('certificate-template-german');
  // What the server finds in a source is said in the language of the screen.
  await typeAtEnd(String.raw`\VAR{asset.nam | vanish}`, main(page).getByRole('textbox', { name: 'Quelltext' }));
  await press(page, 'Speichern');
  await see(main(page).getByText('Einen Filter vanish gibt es nicht.')).toBeVisible({ timeout: 60_000 });
  await inEveryTheme('certificate-template-fault-german');
  await press(page, 'Löschen');
  const question = page.getByRole('alertdialog');
  await see(question.getByText('Sie stellt die Kalibrierscheine dieser Organisation aus.')).toBeVisible();
  await question.getByRole('button', { name: 'Löschen' }).click();
  await see(main(page).getByText('Noch keine Vorlagen')).toBeVisible({ timeout: 30_000 });
  expect(work.complaints).toEqual([]);
});
