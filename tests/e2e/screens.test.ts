/**
 * Every screen of a laboratory with three years of history: pictures in three sizes, nothing that axe finds, nothing wider
 * than its window, in light, dark and field theme and in four languages.
 */
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillLaboratory } from '../../src/commands/demo/fill.ts';
import { MANAGER, PASSWORD } from '../../src/commands/demo/staff.ts';
import { apiOf } from '../support/api.ts';
import { makeDevice, picture, VIEWPORTS, type Device } from '../support/browser.ts';
import { faultsOf, overflowsOf, setThemeOf } from '../support/look-at.ts';
import { see } from '../support/see.ts';
import { makeDataDir, startServer, type RunningServer } from '../support/server.ts';

/** Of its own: the demonstration's manager must be the first account of the installation. */
let server: RunningServer;
let dataDir: Awaited<ReturnType<typeof makeDataDir>>;
let device: Device;
let context: BrowserContext;
let page: Page;
let calibrationId: string;
let organizationId: string;
let colleagueId: string;
/** Somebody else’s: no member of it looks at it. */
let foreignId: string;

const at = (path: string) => `${server.baseUrl}${path}`;

beforeAll(async () => {
  dataDir = await makeDataDir();
  server = await startServer({ dataDir: dataDir.path });
  await fillLaboratory(server.baseUrl, () => undefined);
  const { body } = await apiOf(null, server.baseUrl)<{ access_token: string }>('POST', '/auth/login', {
    email: MANAGER,
    password: PASSWORD
  });
  const api = apiOf(body.access_token, server.baseUrl);
  const history = await api<{ id: string; organization_id: string }[]>('GET', '/assets/TT-031/calibrations?limit=1');
  calibrationId = history.body[0]?.id ?? '';
  const other = { email: 'other@northfield.example', full_name: 'Olga Other', password: PASSWORD, role: 'technician' };
  await api('POST', '/users', other);
  const signedIn = await apiOf(null, server.baseUrl)<{ access_token: string }>('POST', '/auth/login', {
    email: other.email,
    password: PASSWORD
  });
  const founded = await apiOf(signedIn.body.access_token, server.baseUrl)<{ id: string }>('POST', '/organizations', {
    name: 'Harbour Metrology'
  });
  foreignId = founded.body.id;
  organizationId = history.body[0]?.organization_id ?? '';
  const people = await api<{ id: string; full_name: string }[]>('GET', '/users?q=Brandt');
  colleagueId = people.body[0]?.id ?? '';
  await apiOf(null, server.baseUrl)('POST', '/auth/register', {
    email: 'waiting@northfield.example',
    password: PASSWORD,
    full_name: 'W. Waiting'
  });
  device = await makeDevice();
  ({ context, page } = await device.open('desktop'));
  await page.goto(at('/sign-in'));
  await page.getByLabel('E-mail address').fill(MANAGER);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await see(page.getByText(/assets are overdue/)).toBeVisible({ timeout: 60_000 });
}, 300_000);
afterAll(async () => {
  await context.close();
  await device.remove();
  await server.stop();
  await dataDir.remove();
});

/** A screen, its address, and what must be there before it is looked at. */
const screens: readonly (readonly [name: string, path: () => string, ready: string | RegExp])[] = [
  ['home', () => '/', /assets are overdue/],
  ['assets', () => '/assets', /60 assets on this/],
  ['asset', () => '/assets/TT-031', 'Correction in force'],
  ['asset-channels', () => '/assets/LOG-001', 'Probe 4'],
  ['asset-edit', () => '/assets/TT-031/edit', 'What it measures'],
  ['asset-reference', () => '/assets/REF-001', 'Used as reference for'],
  ['health', () => '/assets/TT-031/health', 'Recommended interval'],
  ['health-channel', () => '/assets/LOG-001/health', 'Channel'],
  ['compare', () => '/assets/TT-031/compare', 'All pairs'],
  ['calibrate-empty', () => '/assets/TT-032/calibrate', 'Points'],
  ['calibrations', () => '/calibrations', 'PH-001'],
  ['calibration', () => `/calibrations/${calibrationId}`, 'Statement of conformity'],
  ['queue', () => '/queue', 'The queue is empty'],
  ['organizations', () => '/organizations', 'Northfield Calibration Laboratory'],
  ['organization', () => `/organizations/${organizationId}`, 'Signing certificate'],
  ['locations', () => '/locations', 'Utilities'],
  ['people', () => '/people', 'L. Brandt'],
  ['person-new', () => '/people/new', 'First password'],
  ['person', () => `/users/${colleagueId}`, 'Organizations in common'],
  ['person-edit', () => `/users/${colleagueId}/edit`, 'Deactivate'],
  ['person-unknown', () => '/users/01900000-0000-7000-8000-000000000000', 'No such person'],
  ['notifications', () => '/notifications', /calibrated/],
  ['profile', () => '/profile', 'Language'],
  ['profile-security', () => '/profile/security', 'this device'],
  ['profile-notifications', () => '/profile/notifications', 'Calibration due'],
  ['scan', () => '/scan', /./],
  ['more', () => '/more', /./],
  ['organization-foreign', () => `/organizations/${foreignId}`, 'Ask to join'],
  ['administration', () => '/admin', 'Deactivated organizations'],
  ['mail', () => '/admin/mail', 'Send test mail'],
  ['audit', () => '/audit', /entries/],
  ['organization-new', () => '/organizations/new', 'Prefix of certificate numbers']
];

const PICTURED_IN_EVERY_THEME = new Set(['home', 'asset', 'calibration', 'calibrate-empty', 'health', 'compare']);

async function open(path: string, ready: string | RegExp): Promise<void> {
  await page.goto(at(path));
  await see(page.getByRole('main').getByText(ready).first()).toBeVisible();
}

const setTheme = (theme: string) => setThemeOf(page, theme);
const faults = () => faultsOf(page);
const overflows = () => overflowsOf(page);

describe.each(['light', 'dark', 'field'] as const)('in the %s theme', (theme) => {
  test.each(screens)('%s is accessible and fits every window', async (name, path, ready) => {
    await setTheme(theme);
    await open(path(), ready);
    if (theme === 'light' || PICTURED_IN_EVERY_THEME.has(name)) await picture(page, `${name}-${theme}`);
    expect(await overflows()).toEqual([]);
    const found = await faults();
    await page.setViewportSize(VIEWPORTS.phone);
    expect([...found, ...(await faults())]).toEqual([]);
    await page.setViewportSize(VIEWPORTS.desktop);
  });
});

test.each([
  ['desktop', '[aria-rowindex="61"]'],
  ['phone', '[aria-posinset="60"]']
] as const)(
  'on a %s a long list holds the rows in view alone, and the last when it is scrolled to',
  async (size, last) => {
    await setTheme('light');
    await page.setViewportSize(VIEWPORTS[size]);
    await open('/assets', /60 assets on this/);
    const rows = page.locator('[data-row]');
    await see(rows.first()).toBeInViewport();
    expect(await rows.count()).toBeLessThan(50);
    await see(page.locator(last)).toHaveCount(0);
    // Again and again, as a finger does: how high the list is is known when a row has been measured.
    const showsLast = () =>
      page.evaluate((row) => {
        scrollTo(0, document.documentElement.scrollHeight);
        return (document.querySelector(row)?.getBoundingClientRect().top ?? Infinity) < innerHeight;
      }, last);
    await see.poll(showsLast).toBe(true);
    await see(rows.first()).not.toBeInViewport();
    await page.setViewportSize(VIEWPORTS.desktop);
  }
);

describe.each(['es', 'fr', 'de'] as const)('in %s', (language) => {
  test('the screens are translated, fit every window and name their language', async () => {
    await setTheme('light');
    const { body } = await apiOf(null, server.baseUrl)<{ access_token: string }>('POST', '/auth/login', {
      email: MANAGER,
      password: PASSWORD
    });
    await apiOf(body.access_token, server.baseUrl)('PATCH', '/users/me', { language });
    await page.goto(at('/profile'));
    await see.poll(() => page.evaluate(() => document.documentElement.lang)).toBe(language);
    const wide: string[] = [];
    for (const [name, path] of screens) {
      await page.goto(at(path()));
      await see(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      for (const fault of await overflows()) wide.push(`${name} ${fault}`);
      if (PICTURED_IN_EVERY_THEME.has(name)) await picture(page, `${name}-${language}`);
      await see
        .poll(() => page.getByRole('main').innerText(), { message: name })
        .not.toMatch(
          /\b(common|frame|assets?|calibrate|calibration|queue|home|audit|admin|organizations|analysis|health)\.[a-z_]+\b/
        );
    }
    expect(wide).toEqual([]);
    await apiOf(body.access_token, server.baseUrl)('PATCH', '/users/me', { language: 'en' });
  });
});

test('no page of them broke a script or the content security policy', () => {
  expect(device.complaints).toEqual([]);
});
