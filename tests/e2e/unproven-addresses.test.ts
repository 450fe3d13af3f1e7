/**
 * What people meet of the two ways by which a mailbox could let in somebody else: a mail server that no superadmin has approved, and an
 * address that somebody else has written.
 */
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { linkAfter, PASSWORD, press, heading, signIn, switchMailOn, tokenOf } from '../support/account-steps.ts';
import { apiOf } from '../support/api.ts';
import { keepFailure, makeDevice, type Device } from '../support/browser.ts';
import { expectSound } from '../support/look-at.ts';
import { see } from '../support/see.ts';
import { copyDataDir, STARTED } from '../support/prepared-data-dir.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { startSmtp, type TestSmtp } from '../support/smtp-server.ts';

const [ADA, MAX, TESS] = ['ada@trust.example', 'max@trust.example', 'tess@trust.example'];
const CHANGED = 'tess.technician@trust.example';
const WANTED = 'tess@home.example';

let dataDir: Awaited<ReturnType<typeof copyDataDir>>;
let server: RunningServer;
let smtp: TestSmtp;
let devices: Device[];
let desk: { context: BrowserContext; page: Page };
let phone: { context: BrowserContext; page: Page };

beforeAll(async () => {
  dataDir = await copyDataDir(STARTED);
  server = await startServer({ dataDir: dataDir.path });
  smtp = await startSmtp();
  devices = await Promise.all([makeDevice(), makeDevice()]);
  [desk, phone] = (await Promise.all([devices[0]?.open('desktop'), devices[1]?.open('phone')])) as [
    typeof desk,
    typeof phone
  ];
  await apiOf(null, server.baseUrl)('POST', '/auth/register', {
    email: ADA,
    password: PASSWORD,
    full_name: 'Ada Founder'
  });
  const ada = apiOf(await tokenOf(server.baseUrl, ADA), server.baseUrl);
  for (const [email, full_name, role] of [
    [MAX, 'Max Admin', 'admin'],
    [TESS, 'Tess Technician', 'technician']
  ]) {
    const made = await ada('POST', '/users', { email, password: PASSWORD, full_name, role });
    expect(made.status).toBe(201);
  }
  await switchMailOn(server.baseUrl, await tokenOf(server.baseUrl, MAX), smtp);
}, 300_000);
afterAll(async () => {
  await Promise.all([desk.context.close(), phone.context.close()]);
  await Promise.all([server.stop(), smtp.close()]);
  await Promise.all([...devices.map((device) => device.remove()), dataDir.remove()]);
});
beforeEach(() => {
  keepFailure(desk.context, desk.page);
  keepFailure(phone.context, phone.page);
});

const at = (path: string) => `${server.baseUrl}${path}`;
const approval = (page: Page) =>
  page.getByRole('heading', { name: /A super administrator has not approved this mail server/ });

test(
  'a mail server that an admin has set says whom it does not let in, until a superadmin approves it',
  { timeout: 120_000 },
  async () => {
    const { page } = desk;
    await signIn(page, server.baseUrl, MAX);
    await page.goto(at('/admin/mail'));
    await see(approval(page)).toBeVisible();
    await see(page.getByText('Max Admin set it to 127.0.0.1.')).toBeVisible();
    await see(page.getByText('Ask a super administrator')).toBeVisible();
    await see(page.getByRole('button', { name: 'Approve this server' })).toHaveCount(0);
    await expectSound(page, 'mail-not-approved');
    await page.goto(at('/profile'));
    await press(page, 'Sign out');
    await see(heading(page, 'Sign in')).toBeVisible();

    await signIn(page, server.baseUrl, ADA);
    await page.goto(at('/admin/mail'));
    await see(approval(page)).toBeVisible();
    await expectSound(page, 'mail-to-approve');
    await press(page, 'Approve this server');
    await see(approval(page)).toHaveCount(0);
    await page.reload();
    await see(page.getByLabel('Host')).toHaveValue('127.0.0.1');
    await see(approval(page)).toHaveCount(0);
  }
);

test(
  'an address that an admin has written is confirmed with the password, and until then the app says so',
  { timeout: 120_000 },
  async () => {
    const max = apiOf(await tokenOf(server.baseUrl, MAX), server.baseUrl);
    const tess = apiOf(await tokenOf(server.baseUrl, TESS), server.baseUrl);
    const { id } = (await tess<{ id: string }>('GET', '/users/me')).body;
    expect((await max('PUT', `/users/${id}`, { email: CHANGED })).status).toBe(200);
    await see.poll(() => smtp.mails.filter(({ to }) => to.includes(TESS)).length).toBe(1);
    const { page } = phone;
    await signIn(page, server.baseUrl, CHANGED);
    const banner = page.getByText(`to ${CHANGED}`);
    await see(banner).toBeVisible();
    await expectSound(page, 'address-changed-by-admin');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('link', { name: 'Confirm' }).click();
    await see(page.getByText(`An administrator has changed your address from ${TESS} to ${CHANGED}.`)).toBeVisible();
    // The link goes to the place itself, on a phone too.
    await see(page.getByRole('heading', { name: 'Sign-in address' })).toBeInViewport();
    await expectSound(page, 'address-to-confirm');
    await page.getByLabel('Current password').last().fill('not the password');
    await press(page, 'Confirm this address');
    await see(page.getByText(/Wrong e-mail address|is wrong/).first()).toBeVisible();
    await page.getByLabel('Current password').last().fill(PASSWORD);
    await press(page, 'Confirm this address');
    await see(page.getByText('An administrator has changed your address')).toHaveCount(0);
    await page.goto(at('/'));
    await see(page.getByText('Welcome.')).toBeVisible();
    await see(banner).toHaveCount(0);
  }
);

test(
  'an address that one wants oneself counts once the link mailed there is followed, by one press',
  { timeout: 120_000 },
  async () => {
    const { page } = phone;
    const before = smtp.mails.length;
    await page.goto(at('/profile'));
    const form = page.locator('form').filter({ has: page.getByRole('button', { name: 'Save address' }) });
    await form.getByLabel('E-mail address').fill(WANTED);
    await form.getByLabel('Current password').fill(PASSWORD);
    await form.getByRole('button', { name: 'Save address' }).click();
    await see(page.getByText(`${CHANGED} stays in use until you open the link we mailed to ${WANTED}.`)).toBeVisible();
    await expectSound(page, 'address-wanted');
    await see.poll(() => smtp.mails.slice(before).some(({ to }) => to.includes(WANTED))).toBe(true);
    const mailed = smtp.mails.slice(before).find(({ to }) => to.includes(WANTED));
    expect(mailed?.source).toContain('confirm-email');
    const link = await linkAfter({ ...smtp, mails: mailed ? [mailed] : [] }, 0, server.baseUrl);
    await page.goto(link);
    await see(heading(page, 'Confirm your new address')).toBeVisible();
    await expectSound(page, 'address-link');
    await press(page, 'Confirm address');
    await see(heading(page, 'Address confirmed')).toBeVisible();
    await see(page.getByText(`From now on you sign in with ${WANTED}.`)).toBeVisible();
    await expectSound(page, 'address-confirmed');
    await page.goto(link);
    await press(page, 'Confirm address');
    await see(heading(page, 'This link no longer works')).toBeVisible();
    expect(
      (await apiOf(null, server.baseUrl)('POST', '/auth/login', { email: WANTED, password: PASSWORD })).status
    ).toBe(200);
  }
);

test('no page of it broke a script or the content security policy', () => {
  expect(devices.flatMap(({ complaints }) => complaints)).toEqual([]);
});
