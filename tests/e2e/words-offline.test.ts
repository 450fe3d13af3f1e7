/** Every screen has its words when it is opened for the first time without a network: none shows a key, or nothing. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SCREEN_WORDS } from '../../src/lib/i18n/screen-words.ts';
import { becomesQuiet } from '../support/becomes-quiet.ts';
import { GOES_OFFLINE, keepFailure } from '../support/browser.ts';
import { openDemonstration, type Demonstration } from '../support/demonstration.ts';
import { areaOf, wordFiles } from '../support/dictionaries.ts';
import { see } from '../support/see.ts';

const QUIET_MS = 400;
/** What svelte-i18n shows for a word that it has not got: `calibration.list.search`. */
const KEY = new RegExp(`\\b(${wordFiles('de').map(areaOf).join('|')})\\.[a-z_]+(\\.[a-z_]+)*\\b`, 'g');

let demonstration: Demonstration;
const ids: Record<string, string> = {};

beforeAll(async () => {
  demonstration = await openDemonstration(GOES_OFFLINE);
  const { api } = demonstration;
  for (const records of ['calibrations', 'locations', 'organizations', 'procedures', 'users', 'recalls']) {
    const { body } = await api<{ id: string }[]>('GET', `/${records}?limit=1`);
    ids[records] = body[0]?.id ?? crypto.randomUUID();
  }
}, 300_000);
afterAll(() => demonstration.close());

/** `/(app)/locations/[id]` becomes the path of a location that exists. */
const pathOf = (route: string) =>
  route
    .replace('/(app)', '')
    .replace('[ref]', 'TT-031')
    .replace(/(\w+)(\/queued)?\/\[id\]/, (_, records: string, queued = '') => `${records}${queued}/${ids[records]}`);

test('screens that are opened first offline show words, never keys', async () => {
  const { page, at } = demonstration;
  keepFailure(page.context(), page);
  await page.goto(at('/profile'));
  await page.locator('select[name=language]').selectOption('de');
  await see(page.locator('html[lang=de]')).toBeVisible();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.context().setOffline(true);
  const faults: string[] = [];
  for (const route of Object.keys(SCREEN_WORDS)) {
    await page.goto(at(pathOf(route)));
    await see(page.getByRole('main').first()).toBeVisible();
    await becomesQuiet(page, QUIET_MS);
    const text = await page.locator('body').innerText();
    for (const key of text.match(KEY) ?? []) faults.push(`${route}: ${key}`);
    if (text.includes('Diese Seite kann nicht angezeigt werden')) faults.push(`${route}: not shown`);
  }
  await page.context().setOffline(false);
  expect(faults).toEqual([]);
});
