/** Who runs the installation sets up mail and reminders, on the built app with a mail server of its own. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepFailure, picture, VIEWPORTS } from '../support/browser.ts';
import { execute } from '../support/database.ts';
import { failedJob } from '../support/failed-job.ts';
import { PASSWORD } from '../support/laboratory.ts';
import {
  laboratoryOfThree,
  main,
  press,
  type LaboratoryOfThree,
  type Visitor
} from '../support/laboratory-of-three.ts';
import { expectSound } from '../support/look-at.ts';
import { see } from '../support/see.ts';
import { databaseUrlOf } from '../support/server.ts';
import { startSmtp, type TestSmtp } from '../support/smtp-server.ts';

let laboratory: LaboratoryOfThree;
let smtp: TestSmtp;
let at: LaboratoryOfThree['at'];
let labId: string;
let sue: Visitor;
let ada: Visitor;
beforeAll(async () => {
  smtp = await startSmtp({ treat: (to) => (to.startsWith('nobody') ? { status: 550 } : null) });
  laboratory = await laboratoryOfThree();
  ({ at, labId, sue, ada } = laboratory);
}, 300_000);
afterAll(async () => {
  await laboratory.close();
  await smtp.close();
});

test(
  'the mail test says what came of it, with the reply code of the mail server where it refuses',
  { timeout: 120_000 },
  async () => {
    keepFailure(sue.context, sue.page);
    const { page } = sue;
    await page.goto(at('/admin'));
    await main(page).getByRole('link', { name: 'Mail', exact: true }).click();
    await page.getByRole('button', { name: 'Send test mail' }).click();
    await see(main(page).getByText('Enter and save a mail server')).toBeVisible();
    await page.getByLabel('Host').fill('127.0.0.1');
    await page.getByLabel('Port').fill(String(smtp.port));
    await page.getByLabel('Encryption').selectOption('none');
    await page.getByLabel('From address').fill('plumbline@lab.example');
    await page.getByLabel(/^Remind before/).fill('45');
    await press(page, 'Save');
    await see(main(page).getByText('Saved.')).toBeVisible();
    await page.getByRole('button', { name: 'Send test mail' }).click();
    await see(main(page).getByText('accepted the mail for sue@lab.example')).toBeVisible();
    expect(smtp.mails).toMatchObject([{ to: ['sue@lab.example'] }]);
    await page.getByLabel('Send to').fill('nobody@lab.example');
    await page.getByRole('button', { name: 'Send test mail' }).click();
    await see(main(page).getByText('The mail server rejected the mail')).toBeVisible();
    await see(main(page).getByText('Reply code 550.')).toBeVisible();
    await picture(page, 'mail-refused');
  }
);

test(
  'a new lead time reaches the devices at once, and what is due soon changes with it',
  { timeout: 120_000 },
  async () => {
    keepFailure(ada.context, ada.page);
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const lead = (reminder_lead_days: number) => sue.api('PUT', '/admin/email-settings', { reminder_lead_days });
    await lead(10);
    const asset = await ada.api<{ id: string }>('POST', '/assets', {
      asset_id: 'TT-001',
      name: 'Transmitter',
      organization_id: labId
    });
    const calibrated = await ada.api('POST', '/calibrations', {
      asset_ref: asset.body.id,
      kind: 'external',
      calibration_date: inDays(-30),
      due_date: inDays(40),
      lab_name: 'National institute',
      lab_certificate_number: 'N-1',
      coefficients_only: { model: 'linear', coefficients: [0, 1], expanded_uncertainty: 0.1, coverage_factor: 2 }
    });
    expect([asset.status, calibrated.status]).toEqual([201, 201]);
    const { page } = ada;
    await page.goto(at('/'));
    const counts = main(page).getByRole('heading', { level: 1 });
    await see(main(page).getByText('State of one asset')).toBeVisible({ timeout: 30_000 });
    await see(counts).not.toContainText('due soon', { timeout: 30_000 });
    await lead(60);
    await see(counts).toContainText('One asset is due soon', { timeout: 10_000 });
    await lead(10);
    await see(counts).not.toContainText('due soon', { timeout: 10_000 });
  }
);

test(
  'today’s reminders go out when asked for: in the app and as one mail a person, and only once',
  { timeout: 120_000 },
  async () => {
    keepFailure(sue.context, sue.page);
    await sue.api('PUT', '/admin/email-settings', { enabled: true, reminder_lead_days: 60 });
    const { page } = sue;
    const received = () => smtp.mails.filter(({ to }) => to.includes('ada@lab.example'));
    await page.goto(at('/admin/mail'));
    await press(page, 'Send reminders now');
    await see(main(page).getByText('One reminder is in the app.')).toBeVisible({ timeout: 30_000 });
    await picture(page, 'reminders-sent');
    await expect.poll(() => received().length, { timeout: 30_000 }).toBe(1);
    expect(received()[0]?.source).toContain('TT-001');
    expect(received()[0]?.source).toContain('text/calendar');
    await press(page, 'Send reminders now');
    await see(main(page).getByText('There is nothing new to remind anyone of.')).toBeVisible({ timeout: 30_000 });
    expect(received()).toHaveLength(1);
  }
);

test(
  'a stored password is never shown, and asked for again when the server changes',
  { timeout: 120_000 },
  async () => {
    keepFailure(sue.context, sue.page);
    const { page } = sue;
    await page.goto(at('/admin/mail'));
    await page.getByLabel(/^User name/).fill('plumbline');
    await page.getByLabel('Password', { exact: true }).fill('the mail secret');
    await press(page, 'Save');
    await see(main(page).getByText('Saved.')).toBeVisible();
    await see(page.getByLabel('Password', { exact: true })).toHaveValue('');
    await see(main(page).getByText('A password is stored.')).toBeVisible();
    await page.getByLabel('Host').fill('elsewhere.example');
    await press(page, 'Save');
    await see(main(page).getByText('Enter the password again, or remove the stored one.')).toBeVisible();
    expect((await sue.api<{ host: string }>('GET', '/admin/email-settings')).body.host).toBe('127.0.0.1');
  }
);

test('a job that failed is run again or removed', { timeout: 120_000 }, async () => {
  keepFailure(sue.context, sue.page);
  const run = async (statement: string, values: unknown[] = []) =>
    execute(await databaseUrlOf(laboratory.dataPath), statement, values);
  for (const error of ['The first reason.', 'The second reason.']) await failedJob(run, error);
  const { page } = sue;
  await page.goto(at('/admin'));
  await main(page).getByRole('link', { name: 'Jobs' }).click();
  await see(main(page).getByText('The second reason.')).toBeVisible();
  for (const [name, viewport] of Object.entries(VIEWPORTS)) {
    await page.setViewportSize(viewport);
    await expectSound(page, `jobs-${name}`);
  }
  await main(page).getByRole('button', { name: 'Run again: Nightly clean-up' }).first().click();
  await see(main(page).getByText('The first reason.')).toBeHidden();
  await main(page).getByRole('button', { name: 'Remove: Nightly clean-up' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await see(main(page).getByText('The second reason.')).toBeHidden();
  await see(main(page).getByText('No job is waiting, and none has failed.')).toBeVisible();
  await page.goto(at('/audit'));
  for (const [action, name] of [
    ['job.removed', 'Failed job removed'],
    ['job.retried', 'Job run again']
  ] as const) {
    const entry = main(page).locator(`[data-action="${action}"]`).first();
    await see(entry).toContainText(new RegExp(`${name}\\s+Nightly clean-up \\d+`));
  }
  await expectSound(page, 'audit-of-jobs');
});

test(
  'the state of the installation says what is wrong, and the mail log what became of each mail',
  { timeout: 120_000 },
  async () => {
    keepFailure(sue.context, sue.page);
    const { page } = sue;
    const id = await failedJob(async (statement, values = []) =>
      execute(await databaseUrlOf(laboratory.dataPath), statement, values)
    );
    await page.goto(at('/admin'));
    await main(page).getByRole('link', { name: 'System', exact: true }).click();
    await see(main(page).getByText('Jobs have failed and will not be tried again')).toBeVisible();
    await see(main(page).locator('[data-state=alive]')).toContainText('Web and jobs');
    await see(main(page).getByRole('row', { name: /^Certificates / })).toBeVisible();
    for (const [name, viewport] of Object.entries(VIEWPORTS)) {
      await page.setViewportSize(viewport);
      await expectSound(page, `system-${name}`);
    }
    expect((await sue.api('DELETE', `/admin/jobs/${id}`)).status).toBe(204);
    await main(page).getByRole('button', { name: 'Refresh' }).click();
    await see(main(page).getByText('Jobs have failed and will not be tried again')).toBeHidden();
    await main(page).getByRole('link', { name: 'Show mail log' }).click();
    await see(main(page).getByText('To sue@lab.example').first()).toBeVisible();
    const failed = main(page).locator('[data-state=failed]');
    await see(failed.first()).toContainText('The mail server refused the mail. Reply code 550.');
    for (const [name, viewport] of Object.entries(VIEWPORTS)) {
      await page.setViewportSize(viewport);
      await expectSound(page, `mail-log-${name}`);
    }
    await main(page).getByLabel('Outcome').selectOption('failed');
    await see(main(page).getByText('To sue@lab.example')).toBeHidden();
    await main(page).getByLabel('Search by address').fill('somebody else');
    await main(page).getByLabel('Search by address').press('Enter');
    await see(main(page).getByText('No mail matches this search.')).toBeVisible();
  }
);

test(
  'the whole installation is exported after a proof, and its archive checked; a broken one is refused, and nothing is replaced untyped',
  { timeout: 120_000 },
  async () => {
    const { page } = sue;
    keepFailure(sue.context, page);
    const run = async (statement: string) => execute(await databaseUrlOf(laboratory.dataPath), statement, []);
    await run("UPDATE sessions SET proved_at = now() - interval '1 hour'");
    await page.goto(at('/admin'));
    await main(page).getByRole('link', { name: 'Installation data' }).click();
    await press(page, 'Start export');
    const proof = page.getByRole('alertdialog', { name: 'Is it you?' });
    await proof.getByLabel('Current password').fill(PASSWORD);
    await proof.getByRole('button', { name: 'Continue' }).click();
    await see(main(page).getByText('Ready')).toBeVisible({ timeout: 60_000 });
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      main(page).getByRole('button', { name: /^Download/ }).click() // prettier-ignore
    ]);
    expect(file.suggestedFilename()).toMatch(/^plumbline-.*\.zip$/);
    const archive = await readFile(await file.path());
    const choose = async (name: string, buffer: Buffer) => {
      await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/zip', buffer });
      await press(page, 'Check archive');
    };
    await choose('whole.zip', archive);
    await see(main(page).getByText('The archive is complete and undamaged.')).toBeVisible({ timeout: 60_000 });
    await see(main(page).getByText('Your account is in the archive')).toBeVisible();
    for (const [name, viewport] of Object.entries(VIEWPORTS)) {
      await page.setViewportSize(viewport);
      await expectSound(page, `installation-data-${name}`);
    }
    await press(page, 'Replace everything');
    const question = page.getByRole('alertdialog', { name: 'Replace the whole installation?' });
    const replace = question.getByRole('button', { name: 'Replace everything' });
    await see(replace).toBeDisabled();
    await question.getByRole('textbox').fill('IMPORT');
    await see(replace).toBeEnabled();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await choose('broken.zip', archive.subarray(0, archive.length - 2000));
    await see(main(page).getByText('This archive cannot be imported.')).toBeVisible({ timeout: 60_000 });
    await see(main(page).getByText('Nothing was changed.')).toBeVisible();
    await see(main(page).getByRole('button', { name: 'Replace everything' })).toBeHidden();
    await ada.page.goto(at('/admin/installation'));
    await see(main(ada.page).getByText('For super administrators')).toBeVisible();
  }
);

test('no page of it broke a script or the content security policy', () => {
  expect(laboratory.complaints()).toEqual([]);
});

/** Pages of the server's own state, which a device without a network cannot show. */
const ALSO_OFFLINE: ReadonlySet<string> = new Set([
  '/admin/mails',
  '/admin/jobs',
  '/admin/system',
  '/profile/security'
]);

test(
  'where the server fails or is out of reach, a page says so in place of what it cannot show, and is filled by a second attempt',
  { timeout: 240_000 },
  async () => {
    keepFailure(sue.context, sue.page);
    const { page } = sue;
    const failing = /\/api\/v1\/(?!sync|auth)/;
    const again = () => main(page).getByRole('button', { name: 'Try again' });
    for (const [path, untrue, shown] of [
      ['/admin/sign-in', /when you are online/, 'Roles that need a second factor'],
      ['/admin/mail', /online/, 'Mail server'],
      ['/admin/mails', /online/, 'To sue@lab.example'],
      ['/admin/jobs', /online/, 'Waiting'],
      ['/admin/system', /online/, 'Database'],
      ['/profile/security', 'Available when you are online.', 'this device'],
      ['/audit', 'No entries', /^[\d,]+ entries/],
      ['/recalls', 'Recalls need the network.', 'No recalls'],
      ['/people', 'The full list needs the network.', 'ada@lab.example'],
      ['/profile/notifications', 'Available when you are online.', 'In the app'],
      [`/organizations/${labId}/webhooks`, /Only they|when you are online/, 'No webhooks'],
      [`/organizations/${labId}/certificate-templates`, /Only they|when you are online/, 'Built-in certificate']
    ] as const) {
      let failures = 0;
      await page.route(failing, async (route) => {
        await route.fulfill({ status: 503, json: { code: 'unavailable', detail: 'The database is not responding.' } });
        failures += 1;
      });
      await page.goto(at(path));
      await see(again().first(), path).toBeVisible();
      await see(main(page).getByText(untrue), path).toHaveCount(0);
      await expectSound(page, `failed${path.replaceAll(labId, 'lab').replaceAll('/', '-')}`);
      if (ALSO_OFFLINE.has(path)) {
        const asked = await again().count();
        await page.context().setOffline(true);
        await see(
          main(page)
            .getByText(/while you are online|when you are online/)
            .first(),
          path
        ).toBeVisible();
        await see(again(), path).toHaveCount(0);
        await expectSound(page, `offline${path.replaceAll('/', '-')}`);
        failures = 0;
        await page.context().setOffline(false);
        // Each part of the page asks again by itself, and is refused once more.
        await see.poll(() => failures, path).toBeGreaterThanOrEqual(asked);
        await see(again(), path).toHaveCount(asked);
      }
      await page.unroute(failing);
      while ((await again().count()) > 0) {
        const left = await again().count();
        await again().first().click();
        await see(again(), path).toHaveCount(left - 1);
      }
      await see(main(page).getByText(shown).first(), path).toBeVisible();
    }
  }
);
