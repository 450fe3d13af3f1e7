/**
 * Every screen of a laboratory with three years of history: pictures in three sizes, nothing that axe finds, nothing wider
 * than its window, in light, dark and field theme and in four languages.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright';
import { PASSWORD } from '../../src/commands/demo/staff.ts';
import { apiOf, type Api } from '../support/api.ts';
import { picture, VIEWPORTS } from '../support/browser.ts';
import { apiAs, openDemonstration, type Demonstration } from '../support/demonstration.ts';
import { colourFaultsOf, faultsOf, overflowsOf, showTheme } from '../support/look-at.ts';
import { see } from '../support/see.ts';
import { visit } from '../support/visit.ts';

let demonstration: Demonstration;
let page: Page;
let api: Api;
let calibrationId: string;
let organizationId: string;
let colleagueId: string;
/** Somebody else’s: no member of it looks at it. */
let foreignId: string;

beforeAll(async () => {
  demonstration = await openDemonstration();
  ({ page, api } = demonstration);
  const history = await api<{ id: string; organization_id: string }[]>('GET', '/assets/TT-031/calibrations?limit=1');
  calibrationId = history.body[0]?.id ?? '';
  organizationId = history.body[0]?.organization_id ?? '';
  const people = await api<{ id: string; full_name: string }[]>('GET', '/users?q=Brandt');
  colleagueId = people.body[0]?.id ?? '';
  const other = { email: 'other@northfield.example', full_name: 'Olga Other', password: PASSWORD, role: 'technician' };
  await api('POST', '/users', other);
  const stranger = await apiAs(demonstration, other.email);
  const founded = await stranger<{ id: string }>('POST', '/organizations', { name: 'Harbour Metrology' });
  foreignId = founded.body.id;
  const waiting = { email: 'waiting@northfield.example', password: PASSWORD, full_name: 'W. Waiting' };
  await apiOf(null, demonstration.at(''))('POST', '/auth/register', waiting);
}, 300_000);
afterAll(() => demonstration.close());

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
  ['calendar', () => '/calendar', 'In your own calendar'],
  ['calendar-year', () => '/calendar?view=year', 'In your own calendar'],
  ['queue', () => '/queue', 'The queue is empty'],
  ['organizations', () => '/organizations', 'Northfield Calibration Laboratory'],
  ['organization', () => `/organizations/${organizationId}`, 'Signing certificate'],
  ['locations', () => '/locations', 'Utilities'],
  ['procedures', () => '/procedures', 'Procedures'],
  ['stickers', () => '/assets/stickers', 'Print stickers'],
  ['bulk', () => '/assets/bulk', 'Change several assets'],
  ['export', () => '/assets/export', 'Export assets'],
  ['import', () => '/assets/import', 'Import assets'],
  ['recalls', () => '/recalls', 'Recalls'],
  ['recall-new', () => '/recalls/new?reference=REF-001', 'Last good calibration'],
  ['people', () => '/people', 'L. Brandt'],
  ['person-new', () => '/people/new', 'First password'],
  ['person', () => `/users/${colleagueId}`, 'Organizations in common'],
  ['person-edit', () => `/users/${colleagueId}/edit`, 'Deactivate'],
  ['person-unknown', () => '/users/01900000-0000-7000-8000-000000000000', 'Person not found'],
  ['notifications', () => '/notifications', /calibrations recorded today/],
  ['profile', () => '/profile', 'Language'],
  ['profile-security', () => '/profile/security', 'this device'],
  ['profile-notifications', () => '/profile/notifications', 'Calibration recorded'],
  ['scan', () => '/scan', /./],
  ['more', () => '/more', /./],
  ['device', () => '/device', 'Nothing is kept on this device'],
  ['organization-foreign', () => `/organizations/${foreignId}`, 'Ask to join'],
  ['administration', () => '/admin', 'Deactivated organizations'],
  ['mail', () => '/admin/mail', 'Send test mail'],
  ['audit', () => '/audit', /entries/],
  ['organization-new', () => '/organizations/new', 'Prefix of certificate numbers']
];

const PICTURED_IN_EVERY_THEME = new Set(['home', 'asset', 'calibration', 'calibrate-empty', 'health', 'compare']);

async function open(path: string, ready: string | RegExp, go = visit): Promise<void> {
  await go(page, demonstration.at(path));
  await see(page.getByRole('main').getByText(ready).first()).toBeVisible();
}

/** On a desktop and on a phone. */
async function everywhere(faults: (page: Page) => Promise<string[]>): Promise<string[]> {
  const found = await faults(page);
  await page.setViewportSize(VIEWPORTS.phone);
  const onPhone = await faults(page);
  await page.setViewportSize(VIEWPORTS.desktop);
  return [...found, ...onPhone];
}

test.each(screens)(
  '%s is accessible and fits every window in the light, dark and field theme',
  async (name, path, ready) => {
    await showTheme(page, 'light');
    await open(path(), ready);
    await picture(page, `${name}-light`);
    expect([...(await overflowsOf(page)), ...(await everywhere(faultsOf))], 'light').toEqual([]);
    // The dark theme has other colours alone. The field theme has other sizes as well, for the devices that are carried there.
    await showTheme(page, 'dark');
    expect(await colourFaultsOf(page), 'dark').toEqual([]);
    await showTheme(page, 'field');
    const tooWide = await overflowsOf(page);
    await page.setViewportSize(VIEWPORTS.phone);
    expect([...tooWide, ...(await faultsOf(page))], 'field').toEqual([]);
    await page.setViewportSize(VIEWPORTS.desktop);
  }
);

describe.each(['dark', 'field'] as const)('opened in the %s theme', (theme) => {
  test.each(screens.filter(([name]) => PICTURED_IN_EVERY_THEME.has(name)))(
    '%s draws its charts in it',
    async (name, path, ready) => {
      await showTheme(page, theme);
      // As after a start: the charts are drawn in the theme that the device has kept.
      await open(path(), ready, async (of, url) => void (await of.goto(url)));
      await picture(page, `${name}-${theme}`);
      expect([...(await overflowsOf(page)), ...(await everywhere(colourFaultsOf))]).toEqual([]);
    }
  );
});

test.each(['desktop', 'phone'] as const)(
  'on a %s a long list holds the rows in view alone, and the last when it is scrolled to',
  async (size) => {
    await showTheme(page, 'light');
    await page.setViewportSize(VIEWPORTS[size]);
    await open('/assets', /60 assets on this/);
    const rows = page.locator('[data-row]');
    await see(rows.first()).toBeInViewport();
    expect(await rows.count()).toBeLessThan(50);
    // What is retired is on the device, and not in the list.
    const count = await page.evaluate(() =>
      Number(
        document.querySelector('[aria-setsize]')?.getAttribute('aria-setsize') ??
          document.querySelector('[aria-rowcount]')?.getAttribute('aria-rowcount')
      )
    );
    expect(count).toBeGreaterThan(55);
    const last = size === 'phone' ? `[aria-posinset="${count}"]` : `[aria-rowindex="${count}"]`;
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
    await showTheme(page, 'light');
    await api('PATCH', '/users/me', { language });
    await page.goto(demonstration.at('/profile'));
    await see.poll(() => page.evaluate(() => document.documentElement.lang)).toBe(language);
    const wide: string[] = [];
    for (const [name, path] of screens) {
      await visit(page, demonstration.at(path()));
      await see(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      for (const fault of await overflowsOf(page)) wide.push(`${name} ${fault}`);
      if (PICTURED_IN_EVERY_THEME.has(name)) await picture(page, `${name}-${language}`);
      await see
        .poll(() => page.getByRole('main').innerText(), { message: name })
        .not.toMatch(
          /\b(common|frame|assets?|calibrate|calibration|queue|home|audit|admin|organizations|analysis|health)\.[a-z_]+\b/
        );
    }
    expect(wide.join('\n')).toBe('');
    await api('PATCH', '/users/me', { language: 'en' });
  });
});

test('no page of them broke a script or the content security policy', () => {
  expect(demonstration.complaints).toEqual([]);
});
