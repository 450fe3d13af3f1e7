/**
 * A browser's profile with 20 000 assets on it, as a device has them after its first visit: the built app, a real server. Both are left
 * to the benchmark, which opens the profile again with the server or without.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { chromium, type BrowserContext, type CDPSession, type Page, type Response } from 'playwright';
import { databaseUrlOf, makeDataDir, startServer, type RunningServer } from '../support/server.ts';

export const ASSETS = 20_000;
export const SLOWED = 4;
const BROWSER_SETTLES_MS = 2000;
const PERSON = { email: 'bench@example.org', password: 'a plumb line hangs true', full_name: 'Bench Person' };

export type FilledDevice = {
  /** Where the app was installed from; the server is stopped. */
  readonly baseUrl: string;
  /** Of the first visit, gzipped. */
  readonly scriptKb: number;
  /** Runs `work` in the browser, opened anew, on a processor slowed four times. */
  readonly open: <T>(work: (page: Page, session: CDPSession) => Promise<T>) => Promise<T>;
};

/** Fills a device, runs `work`, and removes everything. */
export async function onFilledDevice<T>(work: (device: FilledDevice) => Promise<T>): Promise<T> {
  const data = await makeDataDir();
  const profile = await mkdtemp(join(tmpdir(), 'plumbline-profile-'));
  try {
    const server = await startServer({ dataDir: data.path });
    const { scriptKb } = await firstVisit(server, data.path, profile).finally(server.stop);
    return await work({ baseUrl: server.baseUrl, scriptKb, open: (run) => onOpened(profile, run) });
  } finally {
    await data.remove();
    await rm(profile, { recursive: true, force: true });
  }
}

async function onOpened<T>(profile: string, work: (page: Page, session: CDPSession) => Promise<T>): Promise<T> {
  const context = await launch(profile);
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    const session = await context.newCDPSession(page);
    // It is the app that counts, not the browser's own start.
    await page.waitForTimeout(BROWSER_SETTLES_MS);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
    return await work(page, session);
  } finally {
    await context.close();
  }
}

export const launch = (profile: string): Promise<BrowserContext> =>
  chromium.launchPersistentContext(profile, {
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking'],
    viewport: { width: 1280, height: 800 }
  });

/** Registers, fills the registry, signs in, and waits until everything is on the device. */
async function firstVisit(server: RunningServer, dataDir: string, profile: string): Promise<{ scriptKb: number }> {
  await fillRegistry(server.baseUrl, await databaseUrlOf(dataDir), { assets: ASSETS, areCalibrated: true });
  const context = await launch(profile);
  const page = context.pages()[0] ?? (await context.newPage());
  const scripts: Promise<number>[] = [];
  const count = (answer: Response) => {
    if (answer.request().resourceType() === 'script') scripts.push(gzippedSize(answer));
  };
  page.on('response', count);
  await page.goto(`${server.baseUrl}/sign-in`, { waitUntil: 'networkidle' });
  page.off('response', count);
  const sizes = await Promise.all(scripts);
  await signIn(page);
  await untilSaved(page, ASSETS, 1000);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, { timeout: 60_000 });
  await context.close();
  return { scriptKb: sizes.reduce((sum, size) => sum + size, 0) / 1000 };
}

export async function signIn(page: Page): Promise<void> {
  await page.fill('input[type=email]', PERSON.email);
  await page.fill('input[type=password]', PERSON.password);
  await page.keyboard.press('Enter');
}

/** Waits until so many assets, and the list of them, are on the device. */
export async function untilSaved(page: Page, assets: number, everyMs: number): Promise<void> {
  // A promise is true to waitForFunction, whatever it resolves to: asked again and again instead.
  while (!(await page.evaluate(savedAssets, assets))) await page.waitForTimeout(everyMs);
}

const gzippedSize = async (answer: Response) =>
  gzipSync(await answer.body().catch(() => Buffer.alloc(0)), { level: 9 }).byteLength;

/** Runs in the page: whether the list of all assets is saved on the device. */
async function savedAssets(count: number): Promise<boolean> {
  const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
  const name = names.find((one) => one.startsWith('plumbline-'));
  if (name === undefined) return false;
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(new Error('cannot open'));
  });
  const saved = await new Promise<{ columns: string } | undefined>((resolve) => {
    const reading = database.transaction('lists').objectStore('lists').get('assets');
    reading.onsuccess = () => resolve(reading.result as { columns: string } | undefined);
    reading.onerror = () => resolve(undefined);
  });
  database.close();
  return saved !== undefined && (JSON.parse(saved.columns) as { length: number }).length >= count;
}

/** One organization with its assets, each calibrated once if they are; past the API, which would take an hour for as many. */
export async function fillRegistry(
  baseUrl: string,
  databaseUrl: string,
  { assets, areCalibrated }: { readonly assets: number; readonly areCalibrated: boolean }
): Promise<void> {
  const post = async (path: string, body: unknown, token?: string) => {
    const headers = {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` })
    };
    const answer = await fetch(`${baseUrl}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { id: string; access_token: string };
  };
  const person = await post('/auth/register', PERSON);
  const { access_token: token } = await post('/auth/login', { email: PERSON.email, password: PERSON.password });
  const organization = await post('/organizations', { name: 'Bench Metrology' }, token);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `INSERT INTO assets (id, organization_id, asset_id, name, manufacturer, model, serial_number, category, is_reference,
                           calibration_interval_days, quantity, unit, range_min, range_max, resolution, tolerance, tags, created_by)
       SELECT gen_random_uuid(), $1, 'BENCH-' || n, 'Gauge ' || n, 'Maker ' || n % 7, 'M' || n % 41, 'SN' || n * 7, 'Pressure',
              n % 50 = 0, 365, 'pressure', 'bar', 0, 100, 0.01, '[{"kind":"absolute","lower":-0.3,"upper":0.3}]',
              CASE WHEN n % 4 = 0 THEN '{line 2}'::text[] ELSE '{}' END, $2
       FROM generate_series(1, ${assets}) n`,
      [organization.id, person.id]
    );
    if (!areCalibrated) return;
    await client.query(
      `INSERT INTO calibrations (id, organization_id, asset_id, version, kind, calibration_date, due_date, lab_name,
                                 lab_certificate_number, recorded_by, certificate_context, certificate_number,
                                 asset_label, asset_name, recorded_by_name, recorded_by_role)
       SELECT gen_random_uuid(), organization_id, id, 1, 'external', date '2026-01-01' + n % 300, date '2027-01-01' + n % 300,
              'Laboratory', 'L-' || n, $2, '{}', $3 || n, asset_id, name, 'Bench Person', 'superadmin'
       FROM (SELECT *, row_number() OVER (ORDER BY id)::integer AS n FROM assets WHERE organization_id = $1) numbered`,
      [organization.id, person.id, `${randomUUID().slice(0, 4)}-`]
    );
  } finally {
    await client.end();
  }
}
