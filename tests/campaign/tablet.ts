import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { chromium, type BrowserContext, type CDPSession, type Locator, type Page } from 'playwright';
import type { Asset } from '#lib/contracts/assets.ts';
import { chromiumPath, VIEWPORTS } from '../support/browser.ts';
import { TWENTY_POINTS } from '../support/laboratory.ts';
import type { Login } from './laboratory.ts';
import type { Postgres } from './postgres.ts';

/** A person with the app in a real browser, whose storage outlives the browser. */
export type Tablet = {
  /** Calibrates on the screen, and saves. It counts as saved if the screen says so. @throws if it does not */
  readonly calibrate: () => Promise<void>;
  /** How often it was saved so far. */
  readonly saved: () => number;
  /** kill -9 of the browser, and a new one on what its disk holds. */
  readonly killBrowser: () => Promise<void>;
  /** The browser grants the app no more room than it has taken. */
  readonly grantNoRoom: () => Promise<void>;
  readonly grantRoom: () => Promise<void>;
  /** @returns what is not on the server as it was saved, or not on the screen as it is on the server */
  readonly inspect: () => Promise<readonly string[]>;
  readonly end: () => Promise<void>;
};

type Opened = { readonly context: BrowserContext; readonly page: Page; readonly storage: CDPSession };

const PATIENCE_MS = 30_000;
/** A page that is loaded shows what its device holds. */
const SHOWN_WITHIN_MS = 5000;
/** Between two attempts to let it send. */
const WOKEN_MS = 1000;
const QUEUE_IS_EMPTY = 'Nothing is waiting on this device.';
/** A saved calibration has its id in the address at once, whatever becomes of it. */
const SAVED = /\/calibrations\/(?:queued\/)?([0-9a-f-]{36})/;

/** @param origin where the app is reached @param asset what this person calibrates */
export async function openTablet(origin: string, person: Login, asset: Asset, postgres: Postgres): Promise<Tablet> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-campaign-tablet-'));
  const confirmed = new Set<string>();
  let begun = 0;

  const open = async (): Promise<Opened> => {
    const context = await chromium.launchPersistentContext(folder, {
      executablePath: chromiumPath(),
      args: ['--no-sandbox', '--disable-background-networking'],
      viewport: VIEWPORTS.tablet,
      locale: 'en-GB',
      timezoneId: 'UTC'
    });
    context.setDefaultTimeout(PATIENCE_MS);
    const page = context.pages()[0] ?? (await context.newPage());
    return { context, page, storage: await context.newCDPSession(page) };
  };
  let at = await open();
  const go = (path: string) => at.page.goto(`${origin}${path}`, { waitUntil: 'commit' });
  const press = (name: string | RegExp) => at.page.getByRole('button', { name }).first().click();

  const signIn = async () => {
    await at.page.getByLabel('E-mail address').fill(person.email);
    await at.page.getByLabel('Password').fill(person.password);
    await press('Sign in');
    await at.page.getByRole('link', { name: 'Assets' }).first().click();
  };

  await go('/sign-in');
  await signIn();
  await at.page.getByText(asset.asset_id).first().waitFor();
  await at.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));

  const calibrate = async () => {
    begun += 1;
    await go(`/assets/${asset.asset_id}/calibrate`);
    const reference = at.page.getByLabel('Reference', { exact: true });
    const choice = reference.getByRole('option', { name: /^REF-001/ });
    await reference.selectOption((await choice.getAttribute('value')) ?? '');
    await press('Paste columns');
    await at.page.getByLabel('Columns as text').fill(readings(begun));
    await press(/^Paste \d/);
    await press(/Change$/);
    await at.page.getByLabel('Procedure and notes').fill(noteOf(begun));
    await press(/^Save/);
    await at.page.waitForURL(SAVED, { waitUntil: 'commit' });
    confirmed.add(SAVED.exec(at.page.url())?.[1] ?? '');
  };
  const inspect = async () => {
    const rows = await postgres.ask<{ id: string; version: number; notes: string }>(
      'SELECT id, version::int AS version, notes FROM calibrations WHERE asset_id = $1 ORDER BY version',
      [asset.id]
    );
    const notes = rows.map((row) => row.notes);
    const wrong = [
      ...[...confirmed].filter((id) => !rows.some((row) => row.id === id)).map((id) => `lost: ${id} of the tablet`),
      ...notes.filter((note, i) => notes.indexOf(note) !== i).map((note) => `doubled: ${note} of the tablet`),
      ...rows.filter(({ version }, i) => version !== i + 1).map(({ version }) => `the tablet's versions: ${version}`)
    ];
    if (wrong.length === 0) return differences(rows.length);
    // The page is left alone until it has sent everything: one that is opened anew all the time does not get to it.
    await wake();
    return wrong;
  };
  /** To come back to the network wakes the app, as it does a technician's. */
  const wake = async () => {
    await at.context.setOffline(true);
    await at.context.setOffline(false);
    await pause(WOKEN_MS);
  };
  /** What the screens say: nothing waits, and the last version is the server's. */
  const differences = async (versions: number) => {
    await go('/queue');
    const main = at.page.getByRole('main');
    await main.getByRole('heading', { level: 1 }).waitFor();
    const shown = (what: Locator, wrong: string) =>
      what.waitFor({ timeout: SHOWN_WITHIN_MS }).then(
        () => [],
        async () => [`${wrong}: ${await main.innerText()}`]
      );
    const waiting = await shown(main.getByText(QUEUE_IS_EMPTY), "the tablet's queue");
    if (waiting.length > 0 || versions === 0) return waiting;
    await go(`/assets/${asset.asset_id}`);
    await main.getByRole('heading', { level: 1 }).waitFor();
    const last = main.getByRole('row', { name: new RegExp(`^${versions} `) }).first();
    return shown(last, `the tablet does not show version ${versions}`);
  };
  return {
    calibrate,
    saved: () => confirmed.size,
    killBrowser: async () => {
      await promisify(execFile)('pkill', ['-KILL', '-f', folder]).catch(() => undefined);
      await at.context.close().catch(() => undefined);
      at = await open();
      // Chromium writes local storage to its disk seconds later: a person who had just signed in does so again, and finds what was saved.
      await go('/');
      const address = at.page.getByLabel('E-mail address');
      await address
        .or(at.page.getByRole('link', { name: 'Assets' }))
        .first()
        .waitFor();
      if (await address.isVisible()) await signIn();
    },
    grantNoRoom: async () => void (await at.storage.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 0 })),
    grantRoom: async () => void (await at.storage.send('Storage.overrideQuotaForOrigin', { origin })),
    inspect,
    end: async () => {
      await at.context.close().catch(() => undefined);
      await rm(folder, { recursive: true, force: true });
    }
  };
}

const noteOf = (n: number) => `Calibration ${n} of the tablet`;
/** So many different sets of readings: further apart, the app would ask whether they are right. */
const SETS = 5;
/** Twenty points as they come from a spreadsheet, a little different each time. */
const readings = (n: number) =>
  TWENTY_POINTS.map(
    ({ reference, measured }) => `${reference}\t${(Number(measured) + (n % SETS) / 100).toFixed(2)}`
  ).join('\n');
