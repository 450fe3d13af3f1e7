/** All assets of an organization go out as a ZIP; the file is looked at before anything of it comes in. */
import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { picture, VIEWPORTS } from '../support/browser.ts';
import { pdfText } from '../certificates/outside-validators.ts';
import { openDemonstration, type Demonstration } from '../support/demonstration.ts';
import { expectSound, faultsOnce, overflowsOf, showTheme } from '../support/look-at.ts';
import { see } from '../support/see.ts';
import { startSmtp } from '../support/smtp-server.ts';

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

async function inEveryTheme(name: string): Promise<void> {
  const { page } = demonstration;
  for (const theme of ['dark', 'field', 'light'] as const) {
    await showTheme(page, theme);
    await picture(page, `${name}-${theme}`);
  }
  expect(await overflowsOf(page)).toEqual([]);
}

test('certificates of an asset’s history or of ticked assets are one file, with what is missing; not without a network', async () => {
  const { page, at } = demonstration;
  await page.goto(at('/assets/TT-031'));
  await main().getByRole('link', { name: 'Certificates…' }).click();
  await see(main().getByRole('button', { name: 'All in their history' })).toHaveAttribute('aria-pressed', 'true');
  await page.goto(at('/assets?q=TT-03'));
  await main().getByRole('button', { name: 'Select…' }).click();
  await main()
    .getByRole('button', { name: /^Select all/ })
    .click();
  await main().getByRole('button', { name: 'Certificates…' }).click();
  await main().getByRole('button', { name: 'One PDF with copies' }).click();
  const start = main().getByRole('button', { name: 'Create file' });
  await page.context().setOffline(true);
  await see(main().getByText('The server creates the file.')).toBeVisible();
  await see(start).toBeDisabled();
  await page.context().setOffline(false);
  await start.click();
  await see(main().getByText('Ready')).toBeVisible({ timeout: 60_000 });
  await expectSound(page, 'certificates-ready');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    main().getByRole('button', { name: /^Download/ }).click() // prettier-ignore
  ]);
  expect(file.suggestedFilename()).toMatch(/^certificates-.*\.pdf$/);
  expect(await pdfText(await readFile(await file.path()))).toContain('Copies of certificates');
  await inEveryTheme('certificates-ready');
});

test('certificates of what the list of calibrations shows are one file; a filter that leaves none is said', async () => {
  const { page, at } = demonstration;
  await page.goto(at('/calibrations?q=TT-031'));
  await see(
    main()
      .getByRole('link', { name: /TT-031/ })
      .first()
  ).toBeVisible();
  await main().getByRole('link', { name: 'Certificates…' }).click();
  await see(main().getByText(/^\d+ calibrations?$/)).toBeVisible();
  await main().getByRole('button', { name: 'Create file' }).click();
  const made = main().getByRole('listitem').first();
  await see(made.getByText('Ready')).toBeVisible({ timeout: 60_000 });
  await inEveryTheme('calibrations-certificates');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    made.getByRole('button', { name: /^Download/ }).click() // prettier-ignore
  ]);
  const names = Object.keys(unzipSync(await readFile(await file.path())));
  expect(names).toContain('certificates.csv');
  expect(names.filter((name) => name.endsWith('.pdf')).length).toBeGreaterThan(0);
  await page.goto(at('/calibrations/certificates?q=nothing+is+called+so'));
  await see(main().getByText('No calibration matches the filter of the list.')).toBeVisible();
  await see(main().getByRole('button', { name: 'Create file' })).toBeDisabled();
});

test('single calibrations are ticked by keyboard, through filters and on a phone, and their certificates are one file', async () => {
  const { page, at } = demonstration;
  await page.goto(at('/calibrations?q=TT-031&certificate=issued'));
  await main().getByRole('button', { name: 'Select…' }).press('Enter');
  const rows = main().getByRole('group', { name: 'Calibrations' }).getByRole('checkbox');
  const ticked: string[] = [];
  const tickFirst = async () => {
    const label = await rows.first().locator('xpath=..').textContent();
    ticked.push(/NCL-\d+-\d+/.exec(label ?? '')?.[0] ?? 'no number');
    await rows.first().press('Space');
  };
  await tickFirst();
  await see(main().getByRole('status').getByText('1 selected')).toBeVisible();
  const search = main().getByLabel('Search calibrations');
  await search.fill('nothing is called so');
  await see(rows).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await search.fill('TT-042');
  await tickFirst();
  await see(main().getByRole('status').getByText('2 selected')).toBeVisible();
  await inEveryTheme('calibrations-ticked');
  await main().getByRole('button', { name: 'Certificates…' }).press('Enter');
  await page.setViewportSize(VIEWPORTS.desktop);
  await see(main().getByText('2 calibrations', { exact: true })).toBeVisible();
  await main().getByRole('button', { name: 'One PDF with copies' }).click();
  await main().getByRole('button', { name: 'Create file' }).click();
  // Those of the tests before are in the list, too.
  const made = main()
    .getByRole('listitem')
    .filter({ hasText: /2 certificates\s+·\s+PDF/ });
  await see(made.getByText('Ready')).toBeVisible({ timeout: 60_000 });
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    made.getByRole('button', { name: /^Download/ }).click() // prettier-ignore
  ]);
  const text = await pdfText(await readFile(await file.path()));
  for (const number of ticked) expect(text).toContain(number);
});

test('a certificate is sent to a customer from its calibration, and the screen says what became of it', async () => {
  const { page, at, api } = demonstration;
  const smtp = await startSmtp({ treat: (to) => (to.startsWith('nobody') ? { status: 550 } : null) });
  const settings = { host: '127.0.0.1', port: smtp.port, security: 'none', from_address: 'lab@northfield.example' };
  const { body } = await api<{ id: string }[]>('GET', '/assets/TT-031/calibrations?limit=1');
  await page.goto(at(`/calibrations/${body[0]?.id}`));
  const send = async (to: string) => {
    await main().getByRole('button', { name: 'Send by e-mail…' }).click();
    await page.getByLabel('Recipient').fill(to);
    await page.getByLabel('Your message').fill('As agreed.\nWith kind regards');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Send' }).click();
  };
  const dialog = page.getByRole('alertdialog');
  await send('buyer@customer.example');
  await see(dialog.getByText('E-mail is off in this installation.')).toBeVisible();
  expect((await api('PUT', '/admin/email-settings', { ...settings, enabled: true })).status).toBe(200);
  await page.getByLabel('Recipient').fill('nowhere');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await see(page.getByLabel('Recipient')).toHaveAttribute('aria-invalid', 'true');
  await inEveryTheme('certificate-mail');
  await page.getByLabel('Recipient').fill('buyer@customer.example');
  await dialog.getByRole('button', { name: 'Send' }).click();
  const mails = main().getByRole('region', { name: 'By e-mail' }).getByRole('listitem');
  await see(mails.filter({ hasText: 'buyer@customer.example' }).getByText('Sent', { exact: true })).toBeVisible({
    timeout: 60_000
  });
  expect(smtp.mails.map(({ to }) => to)).toEqual([['buyer@customer.example']]);
  await send('nobody@customer.example');
  await see(mails.getByText('refuses this recipient')).toBeVisible({ timeout: 60_000 });
  await mails.first().scrollIntoViewIfNeeded();
  await inEveryTheme('certificate-mails');
  await api('PUT', '/admin/email-settings', { enabled: false });
  await smtp.close();
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
