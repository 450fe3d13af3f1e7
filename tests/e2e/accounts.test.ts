/**
 * Accounts as people meet them, in a real browser on the built app, with a real SMTP server: registering with mail off and on, one
 * press for a mailed link, a forgotten password, tokens of programs, signing out everywhere, and an admin's hand on accounts.
 */
import { readFile } from 'node:fs/promises';
import { expect as see } from '@playwright/test';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { apiOf } from '../support/api.ts';
import { keepFailure, makeDevice, picture, type Device } from '../support/browser.ts';
import { faultsOf } from '../support/look-at.ts';
import { startSmtp, type TestSmtp } from '../support/smtp-server.ts';
import { makeDataDir, startServer, type RunningServer } from '../support/server.ts';

const PASSWORD = 'a plumb line hangs true';
const NEW_PASSWORD = 'and it hangs true again';
const MANAGER = 'manager@accounts.example';
const GRETA = 'greta@accounts.example';

let dataDir: Awaited<ReturnType<typeof makeDataDir>>;
let server: RunningServer;
let smtp: TestSmtp;
let desk: Device;
let tablet: Device;
let manager: { context: BrowserContext; page: Page };
let greta: { context: BrowserContext; page: Page };

beforeAll(async () => {
  dataDir = await makeDataDir();
  server = await startServer({ dataDir: dataDir.path });
  smtp = await startSmtp();
  [desk, tablet] = await Promise.all([makeDevice(), makeDevice()]);
  [manager, greta] = await Promise.all([desk.open('desktop'), tablet.open('tablet')]);
});
afterAll(async () => {
  await Promise.all([manager.context.close(), greta.context.close()]);
  await Promise.all([server.stop(), smtp.close()]);
  await Promise.all([desk.remove(), tablet.remove(), dataDir.remove()]);
});
beforeEach(() => {
  keepFailure(manager.context, manager.page);
  keepFailure(greta.context, greta.page);
});

const at = (path: string) => `${server.baseUrl}${path}`;
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 });

async function register(page: Page, fullName: string, email: string): Promise<void> {
  await page.goto(at('/register'));
  await page.getByLabel('Full name').fill(fullName);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await press(page, 'Create account');
}
async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto(at('/sign-in'));
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(password);
  await press(page, 'Sign in');
}
async function tokenOf(email: string, password = PASSWORD): Promise<string> {
  const { body } = await apiOf(null, server.baseUrl)<{ access_token: string }>('POST', '/auth/login', {
    email,
    password
  });
  return body.access_token;
}
const statusWith = async (token: string) =>
  (await fetch(at('/api/v1/users/me'), { headers: { Authorization: `Bearer ${token}` } })).status;

/** The link in the mail that comes after `count` others. */
async function linkAfter(count: number): Promise<string> {
  await see.poll(() => smtp.mails.length, { timeout: 30_000 }).toBeGreaterThan(count);
  const link = /https?:\/\/\S+\?token=[\w-]+/.exec(smtp.mails.at(-1)?.source ?? '')?.[0] ?? '';
  expect(link.startsWith(server.baseUrl)).toBe(true);
  return link;
}

test('with mail off, a registered account waits until an admin activates it on the people screen', async () => {
  await manager.page.goto(at('/register'));
  await see(manager.page.getByText('The first account of an installation runs it')).toBeVisible();
  await register(manager.page, 'Ada Manager', MANAGER);
  await see(manager.page.getByText('Welcome.')).toBeVisible();

  await greta.page.goto(at('/register'));
  await see(greta.page.getByText('This installation sends no mail')).toBeVisible();
  await register(greta.page, 'Wim Waiting', 'wim@accounts.example');
  await see(heading(greta.page, 'Your account waits for its activation')).toBeVisible();
  await picture(greta.page, 'account-waiting-no-mail');
  await signIn(greta.page, 'wim@accounts.example');
  await see(heading(greta.page, 'Your account waits for its activation')).toBeVisible();
  await greta.page.goto(at('/forgot-password'));
  await see(greta.page.getByText('it cannot send you a link')).toBeVisible();

  await manager.page.goto(at('/people'));
  await see(manager.page.getByText('One account waits for its activation.')).toBeVisible();
  await press(manager.page, 'Waiting 1');
  await press(manager.page, 'Activate: Wim Waiting');
  await see(manager.page.getByText('Nobody found')).toBeVisible();
  await signIn(greta.page, 'wim@accounts.example');
  await see(greta.page.getByText('Welcome.')).toBeVisible();
  await greta.page.goto(at('/profile'));
  await press(greta.page, 'Sign out');
  await see(heading(greta.page, 'Sign in')).toBeVisible();
});

test('with mail on, the link in the mail verifies by one press, keeps its token to itself, and works once', async () => {
  const settings = { host: '127.0.0.1', port: smtp.port, security: 'none', from_address: 'plumbline@accounts.example' };
  const api = apiOf(await tokenOf(MANAGER), server.baseUrl);
  expect((await api('PUT', '/admin/email-settings', { ...settings, enabled: true })).status).toBe(200);
  const { page } = greta;
  await page.goto(at('/register'));
  await see(page.getByText('You get a mail with a link')).toBeVisible();
  await page.getByLabel('Password').fill('Password12345!');
  await see(page.getByText('Too easy to guess')).toBeVisible();
  await register(page, 'Greta Gauge', GRETA);
  await see(heading(page, 'Confirm your address')).toBeVisible();
  await picture(page, 'account-waiting-mail');
  const first = await linkAfter(0);
  await press(page, 'Send the mail again');
  await see(page.getByText('A new mail is on its way')).toBeVisible();
  const link = await linkAfter(1);
  const token = new URL(link).searchParams.get('token') ?? '';

  // What follows links in mails uses nothing up.
  expect((await fetch(link)).headers.get('referrer-policy')).toBe('no-referrer');
  const told: string[] = [];
  page.on('request', (request) => {
    const { referer = '' } = request.headers();
    if (referer.includes(token) || new URL(request.url()).origin !== server.baseUrl) told.push(request.url());
  });
  await page.goto(first);
  await press(page, 'Confirm and sign in');
  await see(heading(page, 'This link no longer works')).toBeVisible();
  await page.goto(link);
  await see(page.getByRole('button', { name: 'Confirm and sign in' })).toBeVisible();
  await see(page).toHaveURL(at('/auth/verify-email'));
  await picture(page, 'verify-email');
  await page.getByRole('button', { name: 'Confirm and sign in' }).focus();
  await page.keyboard.press('Enter');
  await see(page.getByText('Welcome.')).toBeVisible({ timeout: 20_000 });
  expect(told).toEqual([]);

  await page.goto(link);
  await press(page, 'Confirm and sign in');
  await see(heading(page, 'This link no longer works')).toBeVisible();
  await page.goto(at('/auth/verify-email'));
  await see(heading(page, 'This link is not complete')).toBeVisible();
});

test('a forgotten password is set anew by the link in the mail; unknown addresses read the same answer', async () => {
  const before = await tokenOf(GRETA);
  await greta.page.goto(at('/'));
  const { page } = manager;
  await page.goto(at('/profile'));
  await press(page, 'Sign out');
  await see(heading(page, 'Sign in')).toBeVisible();
  const answers: string[] = [];
  const mails = smtp.mails.length;
  for (const email of ['nobody@accounts.example', GRETA]) {
    await page.goto(at('/forgot-password'));
    await see(page.getByText('We mail you a link')).toBeVisible();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByLabel('E-mail address').fill(email);
    await press(page, 'Mail me a link');
    await see(heading(page, 'Look into your mailbox')).toBeVisible();
    expect(await faultsOf(page)).toEqual([]);
    answers.push((await page.getByRole('main').innerText()).replace(email, '…'));
  }
  expect(answers[0]).toBe(answers[1]);
  const link = await linkAfter(mails);
  expect(smtp.mails).toHaveLength(mails + 1);
  await page.goto(link);
  await see(page).toHaveURL(at('/auth/reset-password'));
  await page.getByLabel('New password').fill('Password12345!');
  await press(page, 'Set password and sign in');
  await see(page.getByText('This is among the first passwords')).toBeVisible();
  await picture(page, 'reset-password');
  await page.getByLabel('New password').fill(NEW_PASSWORD);
  await press(page, 'Set password and sign in');
  await see(page.getByText('Welcome.')).toBeVisible({ timeout: 20_000 });
  expect(await statusWith(before)).toBe(401);
  await see(heading(greta.page, 'Sign in')).toBeVisible({ timeout: 30_000 });

  await page.goto(link);
  await page.getByLabel('New password').fill(PASSWORD);
  await press(page, 'Set password and sign in');
  await see(heading(page, 'This link no longer works')).toBeVisible();
});

test('an access token is shown once, works for a program, says when it was used, and is dead once revoked', async () => {
  const { page } = manager;
  await page.goto(at('/profile/security'));
  await page.getByLabel('What is it for?').fill('Nightly export');
  await press(page, 'Create token');
  const shown = page.getByRole('group', { name: 'The token “Nightly export” is ready' });
  await see(shown).toBeVisible();
  const [token = '', example = ''] = await shown.locator('code').allInnerTexts();
  await picture(page, 'access-token');
  expect(await faultsOf(page)).toEqual([]);
  expect(example).toBe(`curl -H "Authorization: Bearer ${token}" ${server.baseUrl}/api/v1/users/me`);
  await see(page.getByText('never used')).toBeVisible();
  expect(await statusWith(token)).toBe(200);
  await press(page, 'I have kept it');
  await page.reload();
  await see(page.getByText(/last used today/).last()).toBeVisible();
  expect(await page.getByRole('main').innerText()).not.toContain(token);
  await press(page, 'Revoke: Nightly export');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await see(page.getByText('Nightly export')).toHaveCount(0);
  expect(await statusWith(token)).toBe(401);
});

test('one session is ended from another device, and all of them at once', async () => {
  await signIn(greta.page, GRETA, NEW_PASSWORD);
  await see(greta.page.getByText('Welcome.')).toBeVisible();
  const script = await tokenOf(GRETA, NEW_PASSWORD);
  const { page } = manager;
  await page.goto(at('/profile/security'));
  await see(page.getByText('this device')).toHaveCount(1);
  await see(page.getByRole('button', { name: /^Sign out: / })).toHaveCount(2);
  await press(page, 'Sign out: node');
  await see(page.getByRole('button', { name: /^Sign out: / })).toHaveCount(1);
  expect(await statusWith(script)).toBe(401);

  await press(page, 'Sign out everywhere');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await see(heading(page, 'Sign in')).toBeVisible();
  await see(heading(greta.page, 'Sign in')).toBeVisible({ timeout: 30_000 });
});

test('a picture is chosen, seen before it is sent, and stands beside the name; what is none is refused', async () => {
  await signIn(manager.page, MANAGER);
  await see(manager.page.getByText('Welcome.')).toBeVisible();
  const { page } = manager;
  await page.goto(at('/profile'));
  const input = page.locator('input[type=file]');
  await input.setInputFiles({ name: 'plan.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
  await see(page.getByText('This is no PNG, JPEG, WebP or GIF file')).toBeVisible();
  await input.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') });
  await press(page, 'Use this picture');
  await see(page.getByText('cannot be read as a picture')).toBeVisible();
  const buffer = await readFile('static/icons/plumbline-180.png');
  await input.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
  await see(page.getByText('Nothing is sent yet')).toBeVisible();
  await press(page, 'Use this picture');
  await see(page.getByRole('button', { name: 'Change picture' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Notifications' }).click();
  await page.getByRole('checkbox', { name: 'Calibration due, By e-mail' }).uncheck();
  await see(page.getByText('Saved.')).toBeVisible();
  await page.reload();
  await see(page.getByRole('checkbox', { name: 'Calibration due, By e-mail' })).not.toBeChecked();
  await see(page.getByRole('checkbox', { name: 'Request to join, In the app' })).toBeDisabled();
});

test('an admin edits, deactivates and removes accounts; the last super administrator stays', async () => {
  const { page } = manager;
  const wim = await tokenOf('wim@accounts.example');
  await page.goto(at('/people'));
  await page.getByLabel('Name or e-mail').fill('wim');
  await page.getByRole('link', { name: 'Wim Waiting' }).click();
  await see(heading(page, 'Wim Waiting')).toBeVisible();
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Role').selectOption('viewer');
  await press(page, 'Save');
  await see(page.getByText('Saved.')).toBeVisible();
  expect(await statusWith(wim)).toBe(200);
  await press(page, 'Deactivate');
  await picture(page, 'person-deactivate');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click();
  await see(page.getByRole('alertdialog')).toHaveCount(0);
  await see(page.getByText('deactivated', { exact: true })).toBeVisible();
  expect(await statusWith(wim)).toBe(401);

  await page.goto(at('/profile'));
  await page.goto(at('/people'));
  await page
    .getByRole('link', { name: /Ada Manager/ })
    .last()
    .click();
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Role').selectOption('technician');
  await press(page, 'Save');
  await see(page.getByText('Somebody must remain super administrator')).toBeVisible();
});

test('without a network the screens show what is known and say what needs it', async () => {
  const { page, context } = manager;
  await page.goto(at('/people'));
  await see(page.getByText('Greta Gauge')).toBeVisible();
  await context.setOffline(true);
  try {
    await page.goto(at('/profile'));
    await see(page.getByText('You are offline.').first()).toBeVisible();
    await see(page.getByRole('button', { name: 'Change picture' })).toBeDisabled();
    await page.goto(at('/profile/security'));
    await see(page.getByText('Shown when you are online.').first()).toBeVisible();
    await see(page.getByRole('button', { name: 'Sign out everywhere' })).toBeDisabled();
    await page.goto(at('/people'));
    await see(page.getByText('the whole list needs the network')).toBeVisible();
    await page.goto(at('/users/01900000-0000-7000-8000-000000000000'));
    await see(heading(page, 'This person is not on this device')).toBeVisible();
  } finally {
    await context.setOffline(false);
  }
});

test('no page of them broke a script or the content security policy', () => {
  expect([...desk.complaints, ...tablet.complaints]).toEqual([]);
});
