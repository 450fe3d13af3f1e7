/** A second factor as people meet it: set up with an app, signing in with its codes, a lost phone, and turning it off. */
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { heading, linkAfter, PASSWORD, press, signIn, switchMailOn, tokenOf } from '../support/account-steps.ts';
import { apiOf } from '../support/api.ts';
import { keepFailure, makeDevice, type Device } from '../support/browser.ts';
import { execute } from '../support/database.ts';
import { colourFaultsOf, expectSound, showTheme } from '../support/look-at.ts';
import { copyDataDir, STARTED } from '../support/prepared-data-dir.ts';
import { codeAt, nextCode } from '../support/second-factor.ts';
import { see } from '../support/see.ts';
import { databaseUrlOf, startServer, type RunningServer } from '../support/server.ts';
import { startSmtp, type TestSmtp } from '../support/smtp-server.ts';

const [ADA, TESS] = ['ada@factor.example', 'tess@factor.example'];
const NEW_PASSWORD = 'and it hangs true again';

let dataDir: Awaited<ReturnType<typeof copyDataDir>>;
let server: RunningServer;
let smtp: TestSmtp;
let device: Device;
let context: BrowserContext;
let page: Page;
let tessId: string;
/** Of the app that Tess has set up. */
let secret = '';
let recoveryCodes: readonly string[] = [];

beforeAll(async () => {
  dataDir = await copyDataDir(STARTED);
  server = await startServer({ dataDir: dataDir.path });
  smtp = await startSmtp();
  device = await makeDevice();
  ({ context, page } = await device.open('desktop'));
  const founder = { email: ADA, password: PASSWORD, full_name: 'Ada Founder' };
  await apiOf(null, server.baseUrl)('POST', '/auth/register', founder);
  const ada = apiOf(await tokenOf(server.baseUrl, ADA), server.baseUrl);
  const tess = { email: TESS, password: PASSWORD, full_name: 'Tess Technician', role: 'technician' };
  tessId = (await ada<{ id: string }>('POST', '/users', tess)).body.id;
  await switchMailOn(server.baseUrl, await tokenOf(server.baseUrl, ADA), smtp);
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
async function enterPassword(email: string, password = PASSWORD): Promise<void> {
  await page.goto(at('/sign-in'));
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(password);
  await press(page, 'Sign in');
}
const second = () => heading(page, 'Second factor');
const used = new Set<string>();
/** The next code that was not used yet: an app shows it within half a minute, and clocks may differ by that much. */
async function freshCode(): Promise<string> {
  let code = '';
  await see
    .poll(
      () => {
        code = [codeAt(secret, new Date()), nextCode(secret)].find((shown) => !used.has(shown)) ?? '';
        return code;
      },
      { timeout: 90_000, intervals: [500] }
    )
    .not.toBe('');
  used.add(code).add(codeAt(secret, new Date()));
  return code;
}

test('an app is set up in the profile, and recovery codes are shown once', { timeout: 180_000 }, async () => {
  await signIn(page, server.baseUrl, TESS);
  await page.goto(at('/profile/security'));
  await see(page.getByRole('button', { name: 'Set up an authenticator app' })).toBeEnabled();
  await expectSound(page, 'second-factor-off');
  await press(page, 'Set up an authenticator app');
  await see(page.getByRole('link', { name: 'Open in an authenticator app on this device' })).toBeVisible();
  const uri = (await page.locator('a[href^="otpauth:"]').getAttribute('href')) ?? '';
  secret = new URL(uri).searchParams.get('secret') ?? '';
  await see(page.locator('a[href^="otpauth:"] svg path')).toHaveAttribute('d', /^M\d/);
  // What is typed by hand is what is scanned.
  expect((await page.locator('code').first().innerText()).replaceAll(' ', '')).toBe(secret);
  await expectSound(page, 'second-factor-setup');

  await page.getByLabel('Code that the app shows now').fill('12');
  await press(page, 'Turn on');
  await see(page.getByText('Enter all six digits')).toBeVisible();
  const wrong = ((Number(codeAt(secret, new Date())) + 111_111) % 1_000_000).toString().padStart(6, '0');
  await page.getByLabel('Code that the app shows now').fill(wrong);
  await press(page, 'Turn on');
  await see(page.getByText('Wrong code.')).toBeVisible();
  const code = codeAt(secret, new Date());
  used.add(code);
  await page.getByLabel('Code that the app shows now').fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await press(page, 'Turn on');
  await see(page.getByText('They are shown only once.')).toBeVisible();
  recoveryCodes = await page.locator('li code').allInnerTexts();
  expect(recoveryCodes).toHaveLength(10);
  await expectSound(page, 'second-factor-codes');
  await press(page, 'I have saved them');
  await see(page.getByText('10 recovery codes are left.')).toBeVisible();
  await expectSound(page, 'second-factor-on');
  await see.poll(() => smtp.mails.filter(({ to }) => to.includes(TESS)).length).toBe(1);
  expect(smtp.mails.at(-1)?.source).toContain('Second factor turned on');
  await signOut();
});

test(
  'signing in asks for the code of the app, which works once; the session says how',
  { timeout: 240_000 },
  async () => {
    await enterPassword(TESS);
    await see(second()).toBeVisible();
    await see(page.getByLabel('Code from the app')).toBeFocused();
    await expectSound(page, 'sign-in-second-factor');
    for (const theme of ['dark', 'field'] as const) {
      await showTheme(page, theme);
      expect(await colourFaultsOf(page), theme).toEqual([]);
    }
    await showTheme(page, 'light');
    // Nothing of the account is on the device before it.
    expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain('access_token');
    expect(await page.evaluate(() => localStorage.getItem('plumbline.session'))).toBeNull();

    const [spent = ''] = used;
    await page.getByLabel('Code from the app').fill(spent);
    await press(page, 'Sign in');
    await see(page.getByText(/This code has been used already|Wrong code/).first()).toBeVisible();
    await page.getByLabel('Code from the app').fill(await freshCode());
    await press(page, 'Sign in');
    await see(page.getByText('Welcome.')).toBeVisible();
    await page.goto(at('/profile/security'));
    await see(page.getByText('password + authenticator app')).toBeVisible();
    await signOut();
  }
);

test('a lost phone: a recovery code signs in, and the person hears of it', { timeout: 180_000 }, async () => {
  const before = smtp.mails.length;
  await enterPassword(TESS);
  await press(page, 'Use a recovery code instead');
  await see(page.getByLabel('Recovery code')).toBeFocused();
  await expectSound(page, 'sign-in-recovery-code');
  await page.getByLabel('Recovery code').fill('not-a-code');
  await press(page, 'Sign in');
  await see(page.getByText('Wrong code.')).toBeVisible();
  await page.getByLabel('Recovery code').fill(recoveryCodes[0]?.toUpperCase() ?? '');
  await press(page, 'Sign in');
  await see(page.getByText('Welcome.')).toBeVisible();
  await see.poll(() => smtp.mails.length).toBe(before + 1);
  await page.goto(at('/notifications'));
  await see(page.getByText('Recovery code used')).toBeVisible();
  await page.goto(at('/profile/security'));
  await see(page.getByText('9 recovery codes are left.')).toBeVisible();
  await signOut();
});

test('a mailed link to a new password leads to the second factor, too', { timeout: 180_000 }, async () => {
  const before = smtp.mails.length;
  await apiOf(null, server.baseUrl)('POST', '/auth/forgot-password', { email: TESS });
  await page.goto(await linkAfter(smtp, before, server.baseUrl));
  await page.getByLabel('New password').fill(NEW_PASSWORD);
  await press(page, 'Set password and sign in');
  await see(second()).toBeVisible();
  await press(page, 'Use another account');
  await see(heading(page, 'Sign in')).toBeVisible();
  await enterPassword(TESS, NEW_PASSWORD);
  await press(page, 'Use a recovery code instead');
  await page.getByLabel('Recovery code').fill(recoveryCodes[1] ?? '');
  await press(page, 'Sign in');
  await see(page.getByText('Welcome.')).toBeVisible();
});

test('a new password or address waits until the page knows what proves who it is', { timeout: 180_000 }, async () => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(request.url());
  });
  const asked = '**/api/v1/users/me/second-factor';
  for (const [path, label, value, action] of [
    ['/profile/security', 'New password', NEW_PASSWORD, 'Change password'],
    ['/profile', 'E-mail address', 'tess.new@factor.example', 'Save address']
  ] as const) {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await page.route(asked, async (route) => {
      await answered;
      await route.continue();
    });
    await page.goto(at(path));
    await page.getByLabel(label).fill(value);
    await see(page.getByRole('button', { name: action })).toBeDisabled();
    await page.getByLabel(label).press('Enter');
    answer();
    await see(page.getByRole('button', { name: action })).toBeEnabled();
    await page.unroute(asked);
    // With the app set up, a password proves nothing; what was typed is still there.
    await see(page.getByLabel('Current password')).toHaveCount(0);
    expect(sent).toEqual([]);
    await press(page, action);
    const dialog = page.getByRole('alertdialog', { name: 'Is it you?' });
    await see(dialog.getByLabel('Code that the app shows now')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await see(page.getByLabel(label)).toHaveValue(value);
  }
  expect(sent).toEqual([]);
});

test(
  'turning it off asks for a code if the last proof is old, and once it is off for the password',
  { timeout: 180_000 },
  async () => {
    const databaseUrl = await databaseUrlOf(dataDir.path);
    const age = () => execute(databaseUrl, `UPDATE sessions SET proved_at = now() - interval '11 minutes'`);
    await page.goto(at('/profile/security'));
    await see(page.getByText('8 recovery codes are left.')).toBeVisible();
    await age();
    await press(page, 'New recovery codes');
    await press(page, 'Create codes');
    const dialog = page.getByRole('alertdialog', { name: 'Is it you?' });
    await see(dialog).toBeVisible();
    await expectSound(page, 'proof-asked');
    const code = dialog.getByLabel('Code that the app shows now');
    await code.fill('12 34');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await see(dialog.getByText('Enter all six digits')).toBeVisible();
    await code.fill('000000');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await see(dialog.getByText(/Wrong/)).toBeVisible();
    await code.fill(await freshCode());
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await see(page.getByText('They are shown only once.')).toBeVisible();
    await press(page, 'I have saved them');
    await press(page, 'Turn off');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click();
    await see(page.getByRole('button', { name: 'Set up an authenticator app' })).toBeVisible();
    // A token of a program, too.
    await age();
    await page.getByLabel('What is it for?').fill('Nightly export');
    await press(page, 'Create token');
    await dialog.getByLabel('Current password').fill(NEW_PASSWORD);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await see(page.getByText('The token “Nightly export” is ready').first()).toBeVisible();
    await signOut();
  }
);

test('an administrator removes a lost factor, in German', { timeout: 180_000 }, async () => {
  const tess = apiOf(await tokenOf(server.baseUrl, TESS, NEW_PASSWORD), server.baseUrl);
  ({ secret } = (await tess<{ secret: string }>('PUT', '/users/me/totp')).body);
  expect((await tess('POST', '/users/me/totp', { code: codeAt(secret, new Date()) })).status).toBe(200);
  await enterPassword(TESS, NEW_PASSWORD);
  await see(second()).toBeVisible();
  const ada = apiOf(await tokenOf(server.baseUrl, ADA), server.baseUrl);
  expect((await ada('PATCH', '/users/me', { language: 'de' })).status).toBe(200);
  await enterPassword(ADA);
  await see(page.getByText('Willkommen.')).toBeVisible();
  await page.goto(at(`/users/${tessId}/edit`));
  const remove = page.getByRole('button', { name: 'Zweiten Faktor entfernen' });
  await see(remove).toBeVisible();
  await expectSound(page, 'second-factor-of-another');
  await remove.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Zweiten Faktor entfernen' }).click();
  await see(remove).toHaveCount(0);
  await page.goto(at('/profile/security'));
  await see(page.getByRole('heading', { name: 'Authenticator-App' })).toBeVisible();
  await page.getByRole('button', { name: 'Authenticator-App einrichten' }).click();
  await see(page.locator('a[href^="otpauth:"] svg path')).toHaveAttribute('d', /^M\d/);
  for (const theme of ['dark', 'field', 'light'] as const) {
    await showTheme(page, theme);
    await expectSound(page, `second-factor-setup-de-${theme}`);
  }
  expect(await tokenOf(server.baseUrl, TESS, NEW_PASSWORD)).toMatch(/^plr_/);
});
