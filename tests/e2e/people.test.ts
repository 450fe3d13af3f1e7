/** The profile and the people screens in a real browser on the built app: pictures, preferences, and an admin's hand on accounts. */
import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  heading,
  linkAfter,
  PASSWORD,
  press,
  register,
  statusWith,
  switchMailOn,
  tokenOf
} from '../support/account-steps.ts';
import { apiOf } from '../support/api.ts';
import { GOES_OFFLINE, keepFailure, makeDevice, picture, type Device } from '../support/browser.ts';
import { see } from '../support/see.ts';
import { startSmtp, type TestSmtp } from '../support/smtp-server.ts';
import { copyDataDir, STARTED } from '../support/prepared-data-dir.ts';
import { startServer, type RunningServer } from '../support/server.ts';

const MANAGER = 'manager@people.example';
const GRETA = 'greta@people.example';
const WIM = 'wim@people.example';

let dataDir: Awaited<ReturnType<typeof copyDataDir>>;
/** Of its own: the manager must be its only superadmin. */
let server: RunningServer;
let smtp: TestSmtp;
let device: Device;
let context: BrowserContext;
let page: Page;
const at = (path: string) => `${server.baseUrl}${path}`;

beforeAll(async () => {
  dataDir = await copyDataDir(STARTED);
  server = await startServer({ dataDir: dataDir.path });
  smtp = await startSmtp();
  device = await makeDevice(GOES_OFFLINE);
  ({ context, page } = await device.open('desktop'));
  await register(page, server.baseUrl, 'Ada Manager', MANAGER);
  await see(page.getByText('Welcome.')).toBeVisible({ timeout: 60_000 });
  const admin = await tokenOf(server.baseUrl, MANAGER);
  for (const [email, full_name] of [
    [GRETA, 'Greta Gauge'],
    [WIM, 'Wim Waiting']
  ]) {
    const answer = await apiOf(admin, server.baseUrl)('POST', '/users', { email, full_name, password: PASSWORD });
    expect(answer.status).toBe(201);
  }
  await switchMailOn(server.baseUrl, admin, smtp);
});
afterAll(async () => {
  await context.close();
  await Promise.all([server.stop(), smtp.close()]);
  await Promise.all([device.remove(), dataDir.remove()]);
});
beforeEach(() => keepFailure(context, page));

test('a picture is chosen, seen before it is sent, and stands beside the name; what is none is refused', async () => {
  await page.goto(at('/profile'));
  const input = page.locator('input[type=file]');
  await input.setInputFiles({ name: 'plan.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
  await see(page.getByText('This is not a PNG, JPEG, WebP or GIF file')).toBeVisible();
  await input.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') });
  await see(page.getByText('cannot be read as a picture')).toBeVisible();
  const buffer = await readFile('static/icons/plumbline-180.png');
  await input.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
  await see(page.getByText('Nothing has been sent yet')).toBeVisible();
  await press(page, 'Use this picture');
  await see(page.getByRole('button', { name: 'Change picture' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Notifications' }).click();
  await page.getByRole('checkbox', { name: 'Calibration recorded, By e-mail' }).uncheck();
  await see(page.getByText('Saved.')).toBeVisible();
  await page.reload();
  await see(page.getByRole('checkbox', { name: 'Calibration recorded, By e-mail' })).not.toBeChecked();
  await see(page.getByRole('checkbox', { name: 'Request to join, In the app' })).toBeDisabled();
});

test('an admin edits, deactivates and removes accounts; the last super administrator stays', async () => {
  const wim = await tokenOf(server.baseUrl, WIM);
  await page.goto(at('/people'));
  await page.getByLabel('Name or e-mail').fill('wim');
  await page.getByRole('link', { name: 'Wim Waiting' }).click();
  await see(heading(page, 'Wim Waiting')).toBeVisible();
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Role').selectOption('viewer');
  await press(page, 'Save');
  await see(page.getByText('Saved.')).toBeVisible();
  expect(await statusWith(server.baseUrl, wim)).toBe(200);
  await press(page, 'Deactivate');
  await picture(page, 'person-deactivate');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click();
  await see(page.getByRole('alertdialog')).toHaveCount(0);
  await see(page.getByText('deactivated', { exact: true })).toBeVisible();
  expect(await statusWith(server.baseUrl, wim)).toBe(401);

  await page.goto(at('/profile'));
  await page.goto(at('/people'));
  await page
    .getByRole('main')
    .getByRole('link', { name: /Ada Manager/ })
    .click();
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Role').selectOption('technician');
  await press(page, 'Save');
  await see(page.getByText('An installation needs at least one super administrator')).toBeVisible();
});

test('a mailed link for somebody else does its work and leaves signed in who is', async () => {
  const mails = smtp.mails.length;
  await apiOf(null, server.baseUrl)('POST', '/auth/forgot-password', { email: GRETA });
  await page.goto(await linkAfter(smtp, mails, server.baseUrl));
  await page.getByLabel('New password').fill(PASSWORD);
  await press(page, 'Set password and sign in');
  await see(heading(page, 'New password set')).toBeVisible();
  await see(page.getByText('Ada Manager is still signed in on this device')).toBeVisible();
  expect(await statusWith(server.baseUrl, await tokenOf(server.baseUrl, GRETA))).toBe(200);
  await page.getByRole('link', { name: 'Continue' }).click();
  await see(page.getByText('Welcome.')).toBeVisible();
});

test('without a network the screens show what is known and say what needs it', async () => {
  await page.goto(at('/people'));
  await see(page.getByText('Greta Gauge')).toBeVisible();
  // The first visit installs what later ones need no network for.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  try {
    await page.goto(at('/profile'));
    await see(page.getByText('You are offline.').first()).toBeVisible();
    await see(page.getByRole('button', { name: 'Change picture' })).toBeDisabled();
    await page.goto(at('/profile/security'));
    await see(page.getByText('Available when you are online.').first()).toBeVisible();
    await see(page.getByRole('button', { name: 'Sign out everywhere' })).toBeDisabled();
    await page.goto(at('/people'));
    await see(page.getByText('The full list needs the network')).toBeVisible();
    await page.goto(at('/users/01900000-0000-7000-8000-000000000000'));
    await see(heading(page, 'This person is not on this device')).toBeVisible();
  } finally {
    await context.setOffline(false);
  }
});

test('no page of them broke a script or the content security policy', () => {
  expect(device.complaints).toEqual([]);
});
