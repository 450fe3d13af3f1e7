/**
 * Every screen (tests/support/all-screens.ts) of a laboratory with three years of history: pictures in three sizes, nothing that axe
 * finds, nothing wider than its window, in light, dark and field theme, in four languages, and without a network. `npm test` looks at each
 * online in one of the themes and in one of the languages, and at every second offline; `npm run test:whole` at all in all.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright';
import { LANGUAGES } from '#lib/i18n/language.ts';
import { WEBHOOK_EVENTS } from '#lib/records/webhooks.ts';
import { PASSWORD } from '../../src/commands/demo/staff.ts';
import { combinationOf, NO_RECORDS, SCREENS, type ShownRecords } from '../support/all-screens.ts';
import { apiOf, eventually, type Api } from '../support/api.ts';
import { becomesQuiet } from '../support/becomes-quiet.ts';
import { GOES_OFFLINE, picture, VIEWPORTS } from '../support/browser.ts';
import { apiAs, openDemonstration, type Demonstration } from '../support/demonstration.ts';
import { colourFaultsOf, faultsOf, faultsOnce, overflowsOf, showTheme } from '../support/look-at.ts';
import { IS_WHOLE, shareOf } from '../support/depth.ts';
import { see } from '../support/see.ts';
import { visit } from '../support/visit.ts';

let demonstration: Demonstration;
let page: Page;
let api: Api;
let records: ShownRecords = NO_RECORDS;

beforeAll(async () => {
  demonstration = await openDemonstration(GOES_OFFLINE);
  ({ page, api } = demonstration);
  const first = async <T>(path: string) => (await api<T[]>('GET', path)).body[0] as T;
  const { id: calibration, organization_id: organization } = await first<{ id: string; organization_id: string }>(
    '/assets/TT-031/calibrations?limit=1'
  );
  const other = { email: 'other@northfield.example', full_name: 'Olga Other', password: PASSWORD, role: 'technician' };
  await api('POST', '/users', other);
  const stranger = await apiAs(demonstration, other.email);
  // Somebody else’s: no member of it looks at it.
  const founded = await stranger<{ id: string }>('POST', '/organizations', { name: 'Harbour Metrology' });
  const procedure = await api<{ id: string }>('POST', '/procedures', { ...PROCEDURE, organization_id: organization });
  expect(procedure.status, JSON.stringify(procedure.body)).toBe(201);
  const logger = await api<{ channels: { id: string }[] }>('GET', '/assets/LOG-001');
  records = {
    calibration,
    organization,
    webhook: await webhookOf(organization),
    template: await templateOf(organization),
    foreign: founded.body.id,
    colleague: (await first<{ id: string }>('/users?q=Brandt')).id,
    location: (await first<{ id: string }>('/locations?q=Utilities')).id,
    procedure: procedure.body.id,
    channels: logger.body.channels.map(({ id }) => id).join(','),
    recall: await recalled((await first<{ id: string }>('/assets/REF-001/calibrations?limit=1')).id)
  };
  const waiting = { email: 'waiting@northfield.example', password: PASSWORD, full_name: 'W. Waiting' };
  await apiOf(null, demonstration.at(''))('POST', '/auth/register', waiting);
}, 300_000);
afterAll(() => demonstration.close());

const PROCEDURE = {
  code: 'P-12',
  name: 'Comparison in a bath',
  body: '## Before\n\n1. Let it settle for **one hour**.',
  environment: { temperature_c: { min: 18, max: 26 } }
};

/** One whose receiver does not exist, with a message that waits for its next attempt. @returns its id. */
async function webhookOf(organization_id: string): Promise<string> {
  const fields = { name: 'Maintenance planning', url: 'https://receiver.invalid/plumbline' };
  const made = await api<{ id: string }>('POST', '/webhooks', {
    ...fields,
    organization_id,
    events: ['calibration.recorded', 'certificate.issued', 'asset.due_soon', 'asset.overdue']
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { id } = made.body;
  await api('POST', `/webhooks/${id}/test`);
  await eventually(async () => {
    const { body } = await api<{ attempts: number }[]>('GET', `/webhooks/${id}/deliveries`);
    return (body[0]?.attempts ?? 0) > 0;
  }, 60);
  return id;
}

/** @returns its id */
async function templateOf(organization_id: string): Promise<string> {
  const built = await api<{ source: string }>('GET', '/certificate-templates/built-in');
  const body = { name: 'Accredited layout', organization_id, source: built.body.source, is_default: true };
  const made = await api<{ id: string }>('POST', '/certificate-templates', body);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body.id;
}

/** A recall of what was calibrated with a reference since it was calibrated. @returns its id. */
async function recalled(calibrationId: string): Promise<string> {
  const { body } = await api<{ id: string }>('POST', `/calibrations/${calibrationId}/recall`, {
    reason: 'It was dropped',
    suspected: { error: 0.4 }
  });
  await eventually(async () => (await api<{ state: string }>('GET', `/recalls/${body.id}`)).body.state === 'ready', 60);
  return body.id;
}

const screens = SCREENS.map(([, name, path, ready]) => [name, () => path(records), ready] as const);
const PICTURED_IN_EVERY_THEME = new Set(['home', 'asset', 'calibration', 'calibrate-empty', 'health', 'compare']);

async function open(path: string, ready: string | RegExp, go = visit): Promise<void> {
  await go(page, demonstration.at(path));
  await see(page.getByRole('main').getByText(ready).first()).toBeVisible();
}

/** What is read on a screen, but for names of events, which are those of the receivers' programs. */
async function wordsShown(): Promise<string> {
  const text = await page.getByRole('main').innerText();
  return WEBHOOK_EVENTS.reduce((rest, event) => rest.replaceAll(event, ''), text);
}

/** On a desktop and on a phone. */
async function everywhere(faults: (page: Page) => Promise<string[]>): Promise<string[]> {
  const found = await faults(page);
  await page.setViewportSize(VIEWPORTS.phone);
  const onPhone = await faults(page);
  await page.setViewportSize(VIEWPORTS.desktop);
  return [...found, ...onPhone];
}

/**
 * The dark theme has other colours alone. The field theme has other sizes as well, for the devices that are carried there: on a phone it
 * is looked at whole, and each other combination on a part of the screens, offline.
 */
const FAULTS_IN = {
  light: async () => [...(await overflowsOf(page)), ...(await faultsOf(page))],
  dark: () => colourFaultsOf(page),
  field: async () => {
    const tooWide = await overflowsOf(page);
    await page.setViewportSize(VIEWPORTS.phone);
    const faults = await faultsOf(page);
    await page.setViewportSize(VIEWPORTS.desktop);
    return [...tooWide, ...faults];
  }
} as const;
const themesAt = (place: number): readonly (keyof typeof FAULTS_IN)[] =>
  IS_WHOLE ? ['light', 'dark', 'field'] : place % 2 === 0 ? ['light', 'dark'] : ['field'];

test.each(screens.map(([name, path, ready], place) => [name, themesAt(place), path, ready] as const))(
  '%s is accessible and fits every window: %j',
  async (name, themes, path, ready) => {
    await showTheme(page, 'light');
    await open(path(), ready);
    await picture(page, `${name}-light`);
    for (const theme of themes) {
      await showTheme(page, theme);
      expect(await FAULTS_IN[theme](), theme).toEqual([]);
    }
  }
);

describe.each(['dark', 'field'] as const)('opened in the %s theme', (theme) => {
  const charts = screens.filter(([name]) => PICTURED_IN_EVERY_THEME.has(name));
  test.each(shareOf(charts, 2, theme === 'dark' ? 0 : 1))('%s draws its charts in it', async (name, path, ready) => {
    await showTheme(page, theme);
    // As after a start: the charts are drawn in the theme that the device has kept.
    await open(path(), ready, async (of, url) => void (await of.goto(url)));
    await picture(page, `${name}-${theme}`);
    expect([...(await overflowsOf(page)), ...(await everywhere(colourFaultsOf))]).toEqual([]);
  });
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
    for (const [place, [name, path]] of shareOf(screens, 3, LANGUAGES.indexOf(language)).entries()) {
      await visit(page, demonstration.at(path()));
      await see(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      // Long words are too wide for a phone first; the other sizes take turns.
      const sizes = ['phone', place % 2 === 0 ? 'tablet' : 'desktop'] as const;
      for (const fault of await overflowsOf(page, sizes)) wide.push(`${name} ${fault}`);
      if (PICTURED_IN_EVERY_THEME.has(name)) await picture(page, `${name}-${language}`);
      await see
        .poll(() => wordsShown(), { message: name })
        .not.toMatch(
          /\b(common|frame|assets?|calibrate|calibration|queue|home|audit|admin|organizations|analysis|health)\.[a-z_]+\b/
        );
    }
    expect(wide.join('\n')).toBe('');
    await api('PATCH', '/users/me', { language: 'en' });
  });
});

describe('without a network, in German', () => {
  beforeAll(async () => {
    await api('PATCH', '/users/me', { language: 'de' });
    await showTheme(page, 'light');
    await page.goto(demonstration.at('/profile'));
    await see.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('de');
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await demonstration.context.setOffline(true);
  });
  afterAll(() => demonstration.context.setOffline(false));

  const combined = screens.map(([name, path], place) => [name, path, combinationOf(name, place)] as const);
  test.each(shareOf(combined, 2))(
    '%s is accessible, fits its window and says something',
    async (name, path, combination) => {
      await visit(page, demonstration.at(path()));
      await see(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      await becomesQuiet(page, 100);
      await picture(page, `${name}-offline`);
      expect(await faultsOnce(page, combination), `${combination.theme}, ${combination.size}`).toEqual([]);
      expect((await page.getByRole('main').innerText()).length).toBeGreaterThan(20);
    }
  );
});

test('no page of them broke a script or the content security policy', () => {
  expect(demonstration.complaints).toEqual([]);
});
