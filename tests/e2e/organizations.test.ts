/** People come to an organization, manage it and leave it, each in a browser of their own, on the built app. */
import { expect as see } from '@playwright/test';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiOf, type Api } from '../support/api.ts';
import { keepFailure, makeDevice, picture, type Device } from '../support/browser.ts';
import { PASSWORD } from '../support/laboratory.ts';
import { ONE_PIXEL_PNG } from '../support/pictures.ts';
import { makeDataDir, startServer, type RunningServer } from '../support/server.ts';
import { startSmtp, type TestSmtp } from '../support/smtp-server.ts';

const LAB = 'Northfield Laboratory';
type Visitor = { email: string; id: string; api: Api; device: Device; context: BrowserContext; page: Page };

let dataDir: Awaited<ReturnType<typeof makeDataDir>>;
let server: RunningServer;
let smtp: TestSmtp;
let sue: Visitor;
let ada: Visitor;
let rita: Visitor;
let labId: string;

const at = (path: string) => `${server.baseUrl}${path}`;
const main = (page: Page) => page.getByRole('main');
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const confirm = (page: Page, name: string) => page.getByRole('alertdialog').getByRole('button', { name }).click();

async function visitor(email: string, id: string): Promise<Visitor> {
  const { body } = await apiOf(null, server.baseUrl)<{ access_token: string }>('POST', '/auth/login', {
    email,
    password: PASSWORD
  });
  const device = await makeDevice();
  const { context, page } = await device.open('desktop');
  await page.goto(at('/sign-in'));
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await press(page, 'Sign in');
  await see(page.getByRole('navigation', { name: 'Main' }).first()).toBeVisible({ timeout: 30_000 });
  return { email, id, api: apiOf(body.access_token, server.baseUrl), device, context, page };
}

beforeAll(async () => {
  dataDir = await makeDataDir();
  server = await startServer({ dataDir: dataDir.path });
  smtp = await startSmtp({ treat: (to) => (to.startsWith('nobody') ? { status: 550 } : null) });
  const anybody = apiOf(null, server.baseUrl);
  const first = { email: 'sue@lab.example', password: PASSWORD, full_name: 'Sue Super' };
  const registered = await anybody<{ id: string }>('POST', '/auth/register', first);
  sue = await visitor(first.email, registered.body.id);
  const create = async (email: string, full_name: string) => {
    const made = await sue.api<{ id: string }>('POST', '/users', {
      email,
      full_name,
      password: PASSWORD,
      role: 'technician'
    });
    return visitor(email, made.body.id);
  };
  ada = await create('ada@lab.example', 'Ada Admin');
  rita = await create('rita@lab.example', 'Rita Requester');
  labId = (await ada.api<{ id: string }>('POST', '/organizations', { name: LAB, private: true })).body.id;
}, 300_000);
afterAll(async () => {
  for (const { context, device } of [sue, ada, rita]) {
    await context.close();
    await device.remove();
  }
  await smtp.close();
  await server.stop();
  await dataDir.remove();
});

test('who asks to join is approved by somebody else, hears of it, and belongs', { timeout: 120_000 }, async () => {
  keepFailure(rita.context, rita.page);
  await rita.page.goto(at('/organizations'));
  await rita.page.getByRole('link', { name: LAB }).click();
  await see(main(rita.page).getByText('only its name is shown')).toBeVisible();
  await press(rita.page, 'Ask to join');
  await see(main(rita.page).getByText('You have asked to join.')).toBeVisible();
  await picture(rita.page, 'organization-asked');

  await ada.page.goto(at('/'));
  await see(ada.page.getByRole('link', { name: /Notifications 1/ })).toBeVisible({ timeout: 30_000 });
  await ada.page.goto(at('/notifications'));
  await main(ada.page).getByRole('link', { name: /join/ }).first().click();
  await see(ada.page.getByRole('heading', { name: LAB })).toBeVisible();
  const request = main(ada.page).getByRole('listitem').filter({ hasText: 'Rita Requester' });
  await see(request).toBeVisible({ timeout: 30_000 });
  await picture(ada.page, 'organization-requests');
  await request.getByRole('button', { name: /^Approve/ }).click();
  await see(main(ada.page).getByText('Rita Requester is a member now.')).toBeVisible();
  await see(main(ada.page).locator(`[data-member="${rita.id}"]`)).toBeVisible();

  await rita.page.goto(at('/notifications'));
  await main(rita.page)
    .getByRole('link', { name: new RegExp(LAB) })
    .first()
    .click({ timeout: 30_000 });
  await see(rita.page.getByRole('heading', { name: LAB })).toBeVisible();
  await see(rita.page.getByRole('button', { name: 'Leave' })).toBeVisible({ timeout: 30_000 });
  await see(rita.page.getByRole('button', { name: 'Edit' })).toBeHidden();
});

test('of two who decide at once the second is told, without an alarm', { timeout: 120_000 }, async () => {
  keepFailure(ada.context, ada.page);
  const made = await sue.api<{ id: string }>('POST', '/users', {
    email: 'tom@lab.example',
    full_name: 'Tom Twice',
    password: PASSWORD,
    role: 'technician'
  });
  const { body } = await apiOf(null, server.baseUrl)<{ access_token: string }>('POST', '/auth/login', {
    email: 'tom@lab.example',
    password: PASSWORD
  });
  const asked = await apiOf(body.access_token, server.baseUrl)<{ id: string }>(
    'POST',
    `/organizations/${labId}/join-requests`
  );
  expect([made.status, asked.status]).toEqual([201, 201]);
  await ada.page.goto(at(`/organizations/${labId}`));
  const approve = ada.page.getByRole('button', { name: 'Approve: Tom Twice' });
  await see(approve).toBeVisible({ timeout: 30_000 });
  // What the request itself sets going is over: the list that is decided on is the old one.
  await see(ada.page.getByRole('link', { name: /Notifications 1/ })).toBeVisible({ timeout: 30_000 });
  await ada.page.waitForTimeout(2000);
  await sue.api('POST', `/organizations/${labId}/join-requests/${asked.body.id}/reject`);
  await approve.click();
  await see(ada.page.getByText(/Tom Twice was decided or withdrawn meanwhile/)).toBeVisible();
  await see(approve).toBeHidden();
});

test(
  'who administers it alone is told so, and is offered neither leaving nor stepping down',
  { timeout: 120_000 },
  async () => {
    keepFailure(ada.context, ada.page);
    const { page } = ada;
    await page.goto(at(`/organizations/${labId}`));
    const own = main(page).locator(`[data-member="${ada.id}"]`);
    await see(own).toContainText('You alone administer it.');
    await see(page.getByLabel('Role of Ada Admin')).toHaveCount(0);
    await see(page.getByRole('button', { name: 'Leave' })).toHaveCount(0);
    const refused = await ada.api('POST', `/organizations/${labId}/leave`);
    expect(refused).toMatchObject({ status: 409, body: { code: 'last_admin' } });

    await page.getByLabel('Role of Rita Requester').selectOption({ label: 'organization administrator' });
    await see(page.getByLabel('Role of Ada Admin')).toHaveValue('admin');
    await see(page.getByRole('button', { name: 'Leave' })).toBeVisible();
    await page.getByLabel('Role of Rita Requester').selectOption({ label: 'member' });
    await see(own).toContainText('You alone administer it.');
  }
);

test(
  'profile and logo are kept, and the audit log tells field by field what changed',
  { timeout: 120_000 },
  async () => {
    keepFailure(ada.context, ada.page);
    const { page } = ada;
    await page.goto(at(`/organizations/${labId}`));
    await press(page, 'Edit');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(ONE_PIXEL_PNG) });
    await press(page, 'Use this picture');
    await see(page.getByRole('button', { name: 'Change picture' })).toBeVisible();
    await page.getByLabel(/^Website/).fill('lab.example');
    await press(page, 'Save');
    await see(page.getByRole('link', { name: 'lab.example' })).toHaveAttribute('href', 'https://lab.example/');
    const logo = main(page).locator('img.logo');
    await see.poll(() => logo.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
    await picture(page, 'organization-managed');

    await press(page, 'Edit');
    await page.getByLabel(/^Website/).fill('javascript:alert(1)');
    await press(page, 'Save');
    await see(main(page).getByText('javascript:alert(1)')).toBeVisible();
    await see(page.getByRole('link', { name: /javascript/ })).toHaveCount(0);

    await main(page).getByRole('link', { name: 'Audit log' }).click();
    const entry = main(page).locator('[data-action="organization.updated"]').filter({ hasText: 'nothing' }).first();
    await see(entry).toContainText('Organization changed');
    await see(entry).toContainText(/website\s*before: nothing\s*after: lab\.example/);
    await see(entry).toContainText('Ada Admin, technician');
    await see(entry).toContainText(/request [0-9a-f-]{8}/);
    await picture(page, 'audit-organization');
    await page.getByLabel('What happened').selectOption({ label: 'Request to join approved' });
    await see(main(page).getByText('One entry')).toBeVisible();
    await see(main(page).getByRole('listitem')).toContainText('Rita Requester');
    await page.getByLabel('Changed by').selectOption({ label: 'Rita Requester' });
    await see(main(page).getByText('Nothing was changed like that')).toBeVisible();
  }
);

test('what syncs in the background does not read the audit log again', { timeout: 120_000 }, async () => {
  keepFailure(ada.context, ada.page);
  const { page } = ada;
  await page.goto(at('/audit'));
  await see(main(page).getByRole('listitem').first()).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/audit-logs')) asked.push(request.url());
  });
  const synced = page.waitForResponse(/\/sync\/pull/);
  await ada.api('PUT', `/organizations/${labId}`, { description: 'Pressure and temperature' });
  await synced;
  await page.waitForTimeout(1000);
  expect(asked).toEqual([]);
  await see(main(page).getByText('Reading the log')).toHaveCount(0);
});

test('a member leaves', { timeout: 120_000 }, async () => {
  keepFailure(rita.context, rita.page);
  const { page } = rita;
  await page.goto(at(`/organizations/${labId}`));
  await press(page, 'Leave');
  await see(page.getByRole('alertdialog')).toContainText(`Leave ${LAB}?`);
  await confirm(page, 'Leave');
  await see(page.getByText('You belong to no organization yet')).toBeVisible({ timeout: 30_000 });
  const members = await ada.api<{ user: { id: string } }[]>('GET', `/organizations/${labId}/members`);
  expect(members.body.map(({ user }) => user.id)).toEqual([ada.id]);
});

test('deactivating asks for the name; a super administrator restores it as it was', { timeout: 120_000 }, async () => {
  keepFailure(ada.context, ada.page);
  await ada.page.goto(at(`/organizations/${labId}`));
  await press(ada.page, 'Deactivate organization');
  const dialog = ada.page.getByRole('alertdialog');
  const action = dialog.getByRole('button', { name: 'Deactivate organization' });
  await dialog.getByLabel(/to confirm/).fill('Northfield');
  await see(action).toBeDisabled();
  await dialog.getByLabel(/to confirm/).fill(LAB);
  await picture(ada.page, 'organization-deactivate');
  await action.click();
  await see(ada.page.getByText('You belong to no organization yet')).toBeVisible({ timeout: 30_000 });

  await sue.page.goto(at('/admin'));
  await sue.page.getByRole('button', { name: `Restore ${LAB}` }).click();
  await see(sue.page.getByText('None is deactivated.')).toBeVisible();
  await picture(sue.page, 'administration');
  await see(ada.page.getByRole('link', { name: LAB })).toBeVisible({ timeout: 60_000 });
});

test(
  'the mail test says what came of it, in the words of the mail server where it refuses',
  { timeout: 120_000 },
  async () => {
    keepFailure(sue.context, sue.page);
    const { page } = sue;
    await page.goto(at('/admin'));
    await main(page).getByRole('link', { name: 'Mail' }).click();
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
    await see(main(page).getByText('took the mail for sue@lab.example')).toBeVisible();
    expect(smtp.mails).toMatchObject([{ to: ['sue@lab.example'] }]);
    await page.getByLabel('Send to').fill('nobody@lab.example');
    await page.getByRole('button', { name: 'Send test mail' }).click();
    await see(main(page).getByText('The mail server says:')).toBeVisible();
    await see(main(page).locator('pre')).toContainText('550');
    await picture(page, 'mail-refused');
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
    await see(counts).toContainText('One asset falls due soon', { timeout: 10_000 });
    await lead(10);
    await see(counts).not.toContainText('due soon', { timeout: 10_000 });
  }
);

test('without the network the screens say what needs it', { timeout: 120_000 }, async () => {
  keepFailure(ada.context, ada.page);
  const { page, context } = ada;
  await page.goto(at(`/organizations/${labId}`));
  await see(page.locator(`[data-member="${ada.id}"]`)).toBeVisible({ timeout: 30_000 });
  await context.setOffline(true);
  await see(page.getByRole('button', { name: 'Deactivate organization' })).toBeDisabled({ timeout: 30_000 });
  await page.getByRole('link', { name: 'Audit log' }).first().click();
  await see(main(page).getByText('The audit log is kept on the server.')).toBeVisible();
  await context.setOffline(false);
});

test('no page of them broke a script or the content security policy', () => {
  expect([sue, ada, rita].flatMap(({ device }) => device.complaints)).toEqual([]);
});
