/** Passkeys as people meet them, with the authenticator that Chromium plays: added, signing in alone and after the password, as proof, removed. */
import type { BrowserContext, CDPSession, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { heading, PASSWORD, press, signIn, switchMailOn, tokenOf } from '../support/account-steps.ts';
import { apiOf } from '../support/api.ts';
import { keepFailure, makeDevice, type Device } from '../support/browser.ts';
import { execute } from '../support/database.ts';
import { colourFaultsOf, expectSound, showTheme } from '../support/look-at.ts';
import { copyDataDir, STARTED } from '../support/prepared-data-dir.ts';
import { see } from '../support/see.ts';
import { databaseUrlOf, startServer, type RunningServer } from '../support/server.ts';
import { startSmtp, type TestSmtp } from '../support/smtp-server.ts';

const [ADA, TESS] = ['ada@passkey.example', 'tess@passkey.example'];

let dataDir: Awaited<ReturnType<typeof copyDataDir>>;
let server: RunningServer;
let smtp: TestSmtp;
let device: Device;
let context: BrowserContext;
let page: Page;
let cdp: CDPSession;
let authenticatorId = '';

beforeAll(async () => {
  dataDir = await copyDataDir(STARTED);
  server = await startServer({ dataDir: dataDir.path });
  smtp = await startSmtp();
  device = await makeDevice();
  ({ context, page } = await device.open('desktop'));
  await apiOf(null, server.baseUrl)('POST', '/auth/register', {
    email: ADA,
    password: PASSWORD,
    full_name: 'Ada Founder'
  });
  const ada = apiOf(await tokenOf(server.baseUrl, ADA), server.baseUrl);
  await ada('POST', '/users', { email: TESS, password: PASSWORD, full_name: 'Tess Technician', role: 'technician' });
  await switchMailOn(server.baseUrl, await tokenOf(server.baseUrl, ADA), smtp);
  // The authenticator answers whatever asks, also the browser's own offer: that is made only where a test wants it.
  await page.addInitScript(() => {
    if (location.search === '?offered') return;
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });
  cdp = await context.newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  ({ authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true
    }
  }));
}, 300_000);
afterAll(async () => {
  await context.close();
  await Promise.all([server.stop(), smtp.close()]);
  await Promise.all([device.remove(), dataDir.remove()]);
});
beforeEach(() => keepFailure(context, page));

const at = (path: string) => `${server.baseUrl}${path}`;
async function signOut(): Promise<void> {
  await page.goto(at('/profile'));
  await press(page, 'Sign out');
  await see(heading(page, 'Sign in')).toBeVisible();
}
async function enterPassword(): Promise<void> {
  await page.goto(at('/sign-in'));
  await page.getByLabel('E-mail address').fill(TESS);
  await page.getByLabel('Password').fill(PASSWORD);
  await press(page, 'Sign in');
  await see(heading(page, 'Second factor')).toBeVisible();
}
const age = async () =>
  execute(await databaseUrlOf(dataDir.path), `UPDATE sessions SET proved_at = now() - interval '11 minutes'`);
/** Whether the person shows a finger; without one the authenticator refuses. */
const verify = (isUserVerified: boolean) => cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });

test('a passkey is added in the profile, with recovery codes, and named', { timeout: 180_000 }, async () => {
  await signIn(page, server.baseUrl, TESS);
  await page.goto(at('/profile/security'));
  await see(page.getByRole('button', { name: 'Add a passkey' })).toBeEnabled();
  await expectSound(page, 'passkeys-none');
  const name = page.getByLabel('Name of the passkey');
  await see(name).toHaveValue(/Chrome/);
  await name.fill('');
  await press(page, 'Add a passkey');
  await see(page.getByText('Enter a value')).toBeVisible();
  await name.fill('Bench tablet');
  await verify(false);
  await press(page, 'Add a passkey');
  await see(page.getByText('No passkey was used.')).toBeVisible();
  await verify(true);
  await press(page, 'Add a passkey');
  await see(page.getByText('They are shown only once.')).toBeVisible();
  expect(await page.locator('li code').count()).toBe(10);
  await press(page, 'I have saved them');
  await see(page.getByText('Bench tablet')).toBeVisible();
  await see(page.getByText('10 recovery codes are left.')).toBeVisible();
  // The same authenticator makes no second one.
  await press(page, 'Add a passkey');
  await see(page.getByText('This device or key already has a passkey')).toBeVisible();
  await press(page, 'Rename: Bench tablet');
  await page.getByRole('alertdialog').getByLabel('Name of the passkey').fill('Old tablet');
  await press(page, 'Save name');
  await see(page.getByText('Old tablet')).toBeVisible();
  await expectSound(page, 'passkeys-one');
  await see.poll(() => smtp.mails.filter(({ to }) => to.includes(TESS)).length).toBe(1);
  expect(smtp.mails.at(-1)?.source).toContain('Passkey added');
  await signOut();
});

test('it signs in alone, without an address; the session says how', { timeout: 180_000 }, async () => {
  await page.goto(at('/sign-in'));
  await see(page.getByRole('button', { name: 'Use a passkey' })).toBeEnabled();
  await expectSound(page, 'sign-in-with-passkey');
  for (const theme of ['dark', 'field'] as const) {
    await showTheme(page, theme);
    expect(await colourFaultsOf(page), theme).toEqual([]);
  }
  await showTheme(page, 'light');
  await verify(false);
  await press(page, 'Use a passkey');
  await see(page.getByText('No passkey was used.')).toBeVisible();
  await verify(true);
  await press(page, 'Use a passkey');
  await see(page.getByText('Welcome.')).toBeVisible();
  await page.goto(at('/profile/security'));
  await see(page.locator('.rows .b').getByText('passkey', { exact: true })).toBeVisible();
  await signOut();
});

test('the browser offers it where the address is typed: chosen there, it signs in', { timeout: 180_000 }, async () => {
  await page.goto(at('/sign-in?offered'));
  await see(page.getByText('Welcome.')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('plumbline.session'))).toContain('plr_');
  await signOut();
  await see(page.getByLabel('E-mail address')).toHaveAttribute('autocomplete', 'username webauthn');
});

test('after the password it is the second factor', { timeout: 180_000 }, async () => {
  await enterPassword();
  await expectSound(page, 'sign-in-second-factor-passkey');
  expect(await page.evaluate(() => localStorage.getItem('plumbline.session'))).toBeNull();
  await press(page, 'Use a recovery code instead');
  await see(page.getByLabel('Recovery code')).toBeFocused();
  await press(page, 'Use a passkey instead');
  await press(page, 'Use a passkey');
  await see(page.getByText('Welcome.')).toBeVisible();
  await page.goto(at('/profile/security'));
  await see(page.getByText('password + passkey')).toBeVisible();
});

test(
  'it proves who asks: for a new address, and for what is sensitive; removed, the password is enough',
  {
    timeout: 180_000
  },
  async () => {
    const dialog = page.getByRole('alertdialog', { name: 'Is it you?' });
    await page.goto(at('/profile'));
    await page.getByLabel('E-mail address').fill('new-tess@passkey.example');
    await see(page.getByLabel('Current password')).toHaveCount(0);
    await press(page, 'Save address');
    await see(dialog).toBeVisible();
    await expectSound(page, 'proof-by-passkey');
    await dialog.getByRole('button', { name: 'Use a passkey' }).click();
    await see(page.getByText('stays in use until you open the link').first()).toBeVisible();
    await page.goto(at('/profile/security'));
    await see(page.getByText('Old tablet')).toBeVisible();
    await age();
    await press(page, 'Remove: Old tablet');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await see(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'Use a passkey' }).click();
    await see(page.getByText('Old tablet')).toHaveCount(0);
    await see(page.getByText(/recovery codes are left/)).toHaveCount(0);
    await see.poll(() => smtp.mails.some(({ source }) => source.includes('Second factor turned off'))).toBe(true);
    expect(await tokenOf(server.baseUrl, TESS)).toMatch(/^plr_/);
    expect(device.complaints).toEqual([]);
  }
);
