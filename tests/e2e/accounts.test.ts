/**
 * Accounts as people meet them, in a real browser on the built app, with a real SMTP server: registering with mail off and on, one
 * press for a mailed link, a forgotten password, tokens of programs, and signing out everywhere.
 */
import type { BrowserContext, Locator, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  heading,
  linkAfter,
  PASSWORD,
  press,
  register,
  signIn as signInAt,
  statusWith as statusAt,
  switchMailOn,
  tokenOf as tokenAt
} from '../support/account-steps.ts';
import { keepFailure, makeDevice, picture, type Device } from '../support/browser.ts';
import { faultsOf } from '../support/look-at.ts';
import { see } from '../support/see.ts';
import { startSmtp, type TestSmtp } from '../support/smtp-server.ts';
import { copyDataDir, STARTED } from '../support/prepared-data-dir.ts';
import { startServer, type RunningServer } from '../support/server.ts';

const NEW_PASSWORD = 'and it hangs true again';
const LAST_PASSWORD = 'as it will tomorrow, too';
const MANAGER = 'manager@accounts.example';
const GRETA = 'greta@accounts.example';

let dataDir: Awaited<ReturnType<typeof copyDataDir>>;
let server: RunningServer;
let smtp: TestSmtp;
let desk: Device;
let tablet: Device;
let manager: { context: BrowserContext; page: Page };
let greta: { context: BrowserContext; page: Page };

beforeAll(async () => {
  dataDir = await copyDataDir(STARTED);
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
const signIn = (page: Page, email: string, password?: string) => signInAt(page, server.baseUrl, email, password);
const tokenOf = (email: string, password?: string) => tokenAt(server.baseUrl, email, password);
const statusWith = (token: string) => statusAt(server.baseUrl, token);

test('with mail off, a registered account waits until an admin activates it on the people screen', async () => {
  await manager.page.goto(at('/register'));
  await see(manager.page.getByText('The first account manages the installation')).toBeVisible();
  await register(manager.page, server.baseUrl, 'Ada Manager', MANAGER);
  await see(manager.page.getByText('Welcome.')).toBeVisible();

  await greta.page.goto(at('/register'));
  await see(greta.page.getByText('This installation does not send mail')).toBeVisible();
  await register(greta.page, server.baseUrl, 'Wim Waiting', 'wim@accounts.example');
  await see(heading(greta.page, 'Your account is waiting for activation')).toBeVisible();
  await picture(greta.page, 'account-waiting-no-mail');
  await greta.page.goto(at('/sign-in'));
  await greta.page.getByLabel('E-mail address').fill('wim@accounts.example');
  await greta.page.getByLabel('Password').fill(PASSWORD);
  await press(greta.page, 'Sign in');
  await see(heading(greta.page, 'Your account is waiting for activation')).toBeVisible();
  await greta.page.goto(at('/forgot-password'));
  await see(greta.page.getByText('you cannot be sent a link')).toBeVisible();

  await manager.page.goto(at('/people'));
  await see(manager.page.getByText('One account is waiting for activation.')).toBeVisible();
  await press(manager.page, 'Waiting 1');
  await press(manager.page, 'Activate: Wim Waiting');
  await see(manager.page.getByText('No matching people')).toBeVisible();
  await signIn(greta.page, 'wim@accounts.example');
  await greta.page.goto(at('/profile'));
  await press(greta.page, 'Sign out');
  await see(heading(greta.page, 'Sign in')).toBeVisible();
});

test('with mail on, the link in the mail verifies by one press, keeps its token to itself, and works once', async () => {
  await switchMailOn(server.baseUrl, await tokenOf(MANAGER), smtp);
  const { page } = greta;
  await page.goto(at('/register'));
  await see(page.getByText('We will mail you a link')).toBeVisible();
  await page.getByLabel('Password').fill('Password12345!');
  await see(page.getByText('Too easy to guess')).toBeVisible();
  await register(page, server.baseUrl, 'Greta Gauge', GRETA);
  await see(heading(page, 'Confirm your address')).toBeVisible();
  await picture(page, 'account-waiting-mail');
  const first = await linkAfter(smtp, 0, server.baseUrl);
  await press(page, 'Send the mail again');
  await see(page.getByText('A new mail is on its way')).toBeVisible();
  const link = await linkAfter(smtp, 1, server.baseUrl);
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
  await see(page.getByText('Welcome.')).toBeVisible();
  expect(told).toEqual([]);

  await page.goto(link);
  await press(page, 'Confirm and sign in');
  await see(heading(page, 'This link no longer works')).toBeVisible();
  await page.goto(at('/auth/verify-email'));
  await see(heading(page, 'This link is incomplete')).toBeVisible();
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
    await see(page.getByText('We will mail you a link')).toBeVisible();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByLabel('E-mail address').fill(email);
    await press(page, 'Mail me a link');
    await see(heading(page, 'Check your mailbox')).toBeVisible();
    expect(await faultsOf(page)).toEqual([]);
    answers.push((await page.getByRole('main').innerText()).replace(email, '…'));
  }
  expect(answers[0]).toBe(answers[1]);
  const link = await linkAfter(smtp, mails, server.baseUrl);
  expect(smtp.mails).toHaveLength(mails + 1);
  await page.goto(link);
  await see(page).toHaveURL(at('/auth/reset-password'));
  await page.getByLabel('New password').fill('Password12345!');
  await press(page, 'Set password and sign in');
  await see(page.getByText('This is a commonly used password').first()).toBeVisible();
  await picture(page, 'reset-password');
  await page.getByLabel('New password').fill(NEW_PASSWORD);
  await press(page, 'Set password and sign in');
  await see(page.getByText('Welcome.')).toBeVisible();
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
  await press(page, 'I have saved it');
  await page.reload();
  await see(page.getByText(/last used today/).last()).toBeVisible();
  expect(await page.getByRole('main').innerText()).not.toContain(token);
  await press(page, 'Revoke: Nightly export');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await see(page.getByRole('button', { name: 'Revoke: Nightly export' })).toHaveCount(0);
  expect(await statusWith(token)).toBe(401);
});

test('a session is ended from another device, all others by a new password, and all of them at once', async () => {
  await signIn(greta.page, GRETA, NEW_PASSWORD);
  const script = await tokenOf(GRETA, NEW_PASSWORD);
  const { page } = manager;
  await page.goto(at('/profile/security'));
  await see(page.getByText('this device')).toHaveCount(1);
  await see(page.getByRole('button', { name: /^Sign out: / })).toHaveCount(2);
  await press(page, 'Sign out: node');
  await see(page.getByRole('button', { name: /^Sign out: / })).toHaveCount(1);
  expect(await statusWith(script)).toBe(401);

  const program = await tokenOf(GRETA, NEW_PASSWORD);
  await page.getByLabel('Current password').fill(NEW_PASSWORD);
  await page.getByLabel('New password').fill(LAST_PASSWORD);
  await press(page, 'Change password');
  await see(page.getByText('Password changed. Your other sessions and all access tokens have ended.')).toBeVisible();
  expect(await statusWith(program)).toBe(401);
  await see(heading(greta.page, 'Sign in')).toBeVisible({ timeout: 30_000 });
  await signIn(greta.page, GRETA, LAST_PASSWORD);

  await press(page, 'Sign out everywhere');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await see(heading(page, 'Sign in')).toBeVisible();
  await see(heading(greta.page, 'Sign in')).toBeVisible({ timeout: 30_000 });
});

test('without “Stay signed in” the session is of this tab alone and of half a day; with it, of the device', async () => {
  const { context, page } = greta;
  const kept = (where: 'localStorage' | 'sessionStorage') =>
    page.evaluate((name) => window[name].getItem('plumbline.session'), where);
  const newTabShows = async (what: (tab: Page) => Locator) => {
    const tab = await context.newPage();
    await tab.goto(at('/'));
    await see(what(tab)).toBeVisible();
    await tab.close();
  };
  await page.goto(at('/sign-in'));
  await page.getByLabel('E-mail address').fill(GRETA);
  await page.getByLabel('Password').fill(LAST_PASSWORD);
  await page.getByLabel('Stay signed in on this device').uncheck();
  await press(page, 'Sign in');
  await see(page.getByText('Welcome.')).toBeVisible();
  expect([await kept('localStorage'), await kept('sessionStorage')]).toEqual([null, expect.stringContaining('"plb_')]);
  await page.reload();
  await see(page.getByText('Welcome.')).toBeVisible();
  await newTabShows((tab) => heading(tab, 'Sign in'));
  await page.goto(at('/profile'));
  await press(page, 'Sign out');
  await see(heading(page, 'Sign in')).toBeVisible();
  await signIn(page, GRETA, LAST_PASSWORD);
  expect([await kept('localStorage'), await kept('sessionStorage')]).toEqual([expect.stringContaining('"plr_'), null]);
  await newTabShows((tab) => tab.getByText('Welcome.'));
});

test('no page of them broke a script or the content security policy', () => {
  expect([...desk.complaints, ...tablet.complaints]).toEqual([]);
});
