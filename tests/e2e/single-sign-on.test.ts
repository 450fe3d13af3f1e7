/** Single sign-on and the second factor that a role requires, as people meet them, with an identity provider of the test's own. */
import { createServer, type AddressInfo } from 'node:net';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { heading, PASSWORD, press, signIn, tokenOf } from '../support/account-steps.ts';
import { apiOf } from '../support/api.ts';
import { keepFailure, makeDevice, type Device } from '../support/browser.ts';
import { startIdentityProvider, type IdentityProvider } from '../support/identity-provider.ts';
import { expectSound } from '../support/look-at.ts';
import { copyDataDir, STARTED } from '../support/prepared-data-dir.ts';
import { see } from '../support/see.ts';
import { databaseUrlOf, startServer, type RunningServer } from '../support/server.ts';
import { execute } from '../support/database.ts';

const [ADA, TESS] = ['ada@works.example', 'tess@works.example'];

let dataDir: Awaited<ReturnType<typeof copyDataDir>>;
let provider: IdentityProvider;
let server: RunningServer;
let device: Device;
let context: BrowserContext;
let page: Page;

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

beforeAll(async () => {
  dataDir = await copyDataDir(STARTED);
  const port = await freePort();
  provider = await startIdentityProvider(`http://localhost:${port}`);
  const { issuer, clientId, clientSecret, name } = provider.config;
  server = await startServer({
    dataDir: dataDir.path,
    env: {
      PORT: String(port),
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
      OIDC_NAME: name,
      OIDC_AUTO_CREATE: '1'
    }
  });
  device = await makeDevice();
  ({ context, page } = await device.open('desktop'));
  await apiOf(null, server.baseUrl)('POST', '/auth/register', {
    email: ADA,
    password: PASSWORD,
    full_name: 'Ada Founder'
  });
  const ada = apiOf(await tokenOf(server.baseUrl, ADA), server.baseUrl);
  await ada('POST', '/users', { email: TESS, password: PASSWORD, full_name: 'Tess Technician', role: 'technician' });
}, 300_000);
afterAll(async () => {
  await context.close();
  await Promise.all([server.stop(), provider.stop(), device.remove()]);
  await dataDir.remove();
});
beforeEach(() => keepFailure(context, page));

const at = (path: string) => `${server.baseUrl}${path}`;
async function signOut(): Promise<void> {
  await page.goto(at('/profile'));
  await press(page, 'Sign out');
  await see(heading(page, 'Sign in')).toBeVisible();
  // Not back to the profile afterwards.
  await page.goto(at('/sign-in'));
}
/** As eleven minutes later. */
const age = async () =>
  execute(await databaseUrlOf(dataDir.path), `UPDATE sessions SET proved_at = now() - interval '11 minutes'`);
/** Nobody is signed in there yet. */
async function goToProvider(): Promise<void> {
  await context.clearCookies({ domain: '127.0.0.1' });
  await page.getByRole('link', { name: 'Sign in with Works Account' }).click();
}

test(
  'somebody new signs in with the provider and comes to the page that they wanted',
  { timeout: 180_000 },
  async () => {
    provider.asksOnPage = true;
    provider.person = { sub: 'n-1', email: 'nora@works.example', email_verified: true, name: 'Nora New' };
    await page.goto(at('/locations'));
    await see(page.getByRole('link', { name: 'Sign in with Works Account' })).toBeVisible();
    await expectSound(page, 'sign-in-with-provider');
    await goToProvider();
    await see(heading(page, 'Works Account')).toBeVisible();
    await page.getByRole('link', { name: 'Continue as Nora New' }).click();
    await see(heading(page, 'Locations')).toBeVisible();
    expect(page.url()).toBe(at('/locations'));
    // No token was ever in an address.
    const history = await page.evaluate(() => performance.getEntriesByType('navigation').map(({ name }) => name));
    expect(history.join()).not.toMatch(/pl[rb]_/);
    await page.goto(at('/profile/security'));
    await see(page.getByText('single sign-on', { exact: true })).toBeVisible();
    await see(page.getByText('nora@works.example').first()).toBeVisible();
    await expectSound(page, 'profile-security-linked');
    await press(page, 'Unlink: nora@works.example');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click();
    await see(page.getByText('You could not sign in any more.')).toBeVisible();
    // Without a password, the provider proves who it is.
    await see(page.getByLabel('Current password')).toHaveCount(0);
    await age();
    const question = page.getByRole('alertdialog');
    const setPassword = async () => {
      // Once it is known that there is none, none is asked for.
      await see(page.getByRole('button', { name: 'Unlink: nora@works.example' })).toBeVisible();
      await see(page.getByLabel('Current password')).toHaveCount(0);
      await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
      await press(page, 'Change password');
      await see(question.getByText('Sign in with the identity provider again')).toBeVisible();
    };
    await setPassword();
    await expectSound(page, 'proof-by-provider');
    await question.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('link', { name: 'Continue as Nora New' }).click();
    await see(page.getByText('nora@works.example').first()).toBeVisible();
    expect(page.url()).toContain('oidc=proof');
    await setPassword();
    await question.getByRole('button', { name: 'Continue' }).click();
    await see(page.getByText('Password changed.')).toBeVisible();
    // Signed out here, and offered to sign out there.
    await page.goto(at('/profile'));
    await press(page, 'Sign out');
    const leave = page.getByRole('link', { name: 'Sign out at Works Account' });
    await see(leave).toBeVisible();
    await expectSound(page, 'signed-out-of-provider');
    await leave.click();
    await page.getByRole('button', { name: 'Leave Works Account' }).click();
    await see(heading(page, 'Sign in')).toBeVisible();
    expect(page.url()).toMatch(/\/sign-in$/);
    await see(leave).toHaveCount(0);
    provider.asksOnPage = false;
  }
);

test(
  'an account that exists is linked with its password, once; unlinked and linked again in the profile',
  { timeout: 180_000 },
  async () => {
    provider.person = { sub: 't-1', email: TESS, email_verified: true, name: 'Tess There' };
    await goToProvider();
    await see(heading(page, 'Link your account')).toBeVisible();
    await expectSound(page, 'sign-in-oidc-link');
    await press(page, 'Link and sign in');
    await see(page.getByText('Enter a value')).toBeVisible();
    await page.getByLabel('Password').fill('not this one at all');
    await press(page, 'Link and sign in');
    await see(page.getByRole('alert')).toBeVisible();
    await page.getByLabel('Password').fill(PASSWORD);
    await press(page, 'Link and sign in');
    await see(page.getByText('Welcome.')).toBeVisible();
    await signOut();
    await goToProvider();
    await see(page.getByText('Welcome.')).toBeVisible();
    await page.goto(at('/profile/security'));
    await press(page, `Unlink: ${TESS}`);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click();
    await press(page, 'Link with Works Account');
    await see(page.getByText('Your account is linked.')).toBeVisible();
    await signOut();
  }
);

test(
  'a provider that is away, and somebody who cancels: said so, and the password still signs in',
  { timeout: 180_000 },
  async () => {
    provider.person = null;
    await goToProvider();
    await see(page.getByText('Signing in at the identity provider was cancelled')).toBeVisible();
    expect(page.url()).toContain('/sign-in/oidc');
    await expectSound(page, 'sign-in-oidc-failed');
    await page.getByRole('link', { name: 'Back to sign-in' }).click();
    await see(heading(page, 'Sign in')).toBeVisible();
    provider.failure = 503;
    await signIn(page, server.baseUrl, ADA);
    provider.failure = null;
    // Who manages accounts unlinks others; nobody is left without a way in.
    const ada = apiOf(await tokenOf(server.baseUrl, ADA), server.baseUrl);
    const { body: people } = await ada<{ id: string; email: string }[]>('GET', '/users?limit=100');
    const tess = people.find(({ email }) => email === TESS);
    await page.goto(at(`/users/${tess?.id}/edit`));
    await press(page, `Unlink: ${TESS}`);
    await expectSound(page, 'person-unlink');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click();
    await see(page.getByRole('button', { name: `Unlink: ${TESS}` })).toHaveCount(0);
  }
);

test(
  'a role requires a second factor: whoever has none sets one up before anything else',
  { timeout: 180_000 },
  async () => {
    await page.goto(at('/admin/sign-in'));
    await page.getByLabel('technician').check();
    await press(page, 'Save');
    await see(page.getByText('Saved')).toBeVisible();
    await expectSound(page, 'sign-in-settings-chosen');
    await signOut();
    const cdp = await context.newCDPSession(page);
    await cdp.send('WebAuthn.enable');
    await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true
      }
    });
    await page.getByLabel('E-mail address').fill(TESS);
    await page.getByLabel('Password').fill(PASSWORD);
    await press(page, 'Sign in');
    await see(heading(page, 'Set up a second factor')).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('plumbline.session'))).toBeNull();
    await expectSound(page, 'sign-in-set-up');
    await press(page, 'Set up an app');
    await see(page.getByRole('heading', { name: 'Recovery codes' }).or(page.getByLabel(/Code/)).first()).toBeVisible();
    await expectSound(page, 'sign-in-set-up-app');
    await press(page, 'Cancel');
    await press(page, 'Add a passkey');
    await see(page.getByText('They are shown only once.')).toBeVisible();
    await press(page, 'I have saved them');
    await see(page.getByText('Welcome.')).toBeVisible();
  }
);
