/**
 * The way of one calibration as its people go it, in a real browser on the built app: a lab manager founds the laboratory;
 * a technician calibrates without a network, closes the browser, opens it again, and the calibration arrives once.
 */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiOf, eventually } from '../support/api.ts';
import { keepFailure, makeDevice, makeLastingDevice, picture, type Device } from '../support/browser.ts';
import { see } from '../support/see.ts';
import { copyDataDir, STARTED } from '../support/prepared-data-dir.ts';
import { databaseUrlOf, startServer, type RunningServer } from '../support/server.ts';
import { execute } from '../support/database.ts';
import { validatePdf } from '../support/validate-pdf.ts';
import { PASSWORD, TWENTY_POINTS } from '../support/laboratory.ts';

const MANAGER = 'manager@story.example';
const TECHNICIAN = 'tess@story.example';

let dataDir: Awaited<ReturnType<typeof copyDataDir>>;
let server: RunningServer;
let desk: Device;
let tablet: Device;
/** Fixed from the first start on: the tablet must find the returning server at the address that it knows. */
let port: string;

beforeAll(async () => {
  dataDir = await copyDataDir(STARTED);
  server = await startServer({ dataDir: dataDir.path });
  port = new URL(server.baseUrl).port;
  desk = await makeDevice();
  tablet = await makeLastingDevice();
});
afterAll(async () => {
  await server.stop();
  await Promise.all([desk.remove(), tablet.remove(), dataDir.remove()]);
});

const at = (path: string) => `${server.baseUrl}${path}`;
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(at('/sign-in'));
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await press(page, 'Sign in');
  await see(page.getByRole('heading', { level: 1 })).toBeVisible();
}

test('a lab manager founds the laboratory, from the first account to a technician', { timeout: 180_000 }, async () => {
  const { context, page } = await desk.open('desktop');
  keepFailure(context, page);
  await page.goto(at('/register'));
  await page.getByLabel('Full name').fill('Ada Manager');
  await page.getByLabel('E-mail address').fill(MANAGER);
  await page.getByLabel('Password').fill(PASSWORD);
  await press(page, 'Create account');
  await see(page.getByText('Welcome.')).toBeVisible();
  await picture(page, 'home-first-steps');
  await see(page.getByRole('link', { name: 'Join an existing one' })).toHaveAttribute('href', '/organizations');
  await see(page.getByRole('link', { name: 'Add laboratory' })).toHaveCount(0);

  await page.getByRole('link', { name: 'Create organization' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Northfield Calibration Laboratory');
  await page.getByLabel('Prefix of certificate numbers').fill('NCL');
  await press(page, 'Create organization');
  await see(page.getByRole('heading', { name: 'New calibration laboratory' })).toBeVisible();

  await page.goto(at('/locations?new=lab'));
  await page.getByLabel('Name', { exact: true }).fill('Laboratory 1');
  await page.getByLabel(/^Address/).fill('14 Quay Street, Northfield');
  await press(page, 'Add location');
  await see(page.getByText('Laboratory 1')).toBeVisible();

  await register(page, '/assets/new?reference=1', 'REF-001', 'Pt100 SPRT');
  await press(page, 'Register asset');
  await see(page.getByRole('heading', { name: /REF-001/ })).toBeVisible();
  await recordExternal(page);

  await register(page, '/assets/new', 'TT-042', 'Reactor outlet temperature transmitter');
  await press(page, 'Add tolerance');
  await page.getByLabel('Upper limit').fill('0,3');
  await page.getByLabel('Lower limit').fill('-0,3');
  await page.getByLabel('The correction is applied in use').check();
  await picture(page, 'asset-form');
  await press(page, 'Register asset');
  await see(page.getByRole('heading', { name: /TT-042/ })).toBeVisible();

  await register(page, '/assets/new', 'LOG-001', 'Data logger', true);
  await press(page, 'Register asset');
  await see(page.getByRole('heading', { name: /LOG-001/ })).toBeVisible();

  await page.goto(at('/people/new'));
  await page.getByLabel('Full name').fill('Tess Technician');
  await page.getByLabel('E-mail address').fill(TECHNICIAN);
  await page.getByLabel('First password').fill(PASSWORD);
  await press(page, 'Create account');
  await see(page.getByText('Tess Technician').first()).toBeVisible();
  await page.goto(at('/organizations'));
  await page
    .getByRole('main')
    .getByRole('link', { name: /Northfield/ })
    .first()
    .click();
  await page.getByRole('combobox', { name: 'Person' }).click();
  await page.keyboard.type('Tess');
  await page.getByRole('option', { name: /Tess Technician/ }).click();
  await press(page, 'Add');
  await see(page.getByRole('listitem').filter({ hasText: 'Tess Technician' })).toBeVisible();
  await context.close();
  expect(desk.complaints).toEqual([]);
});

/** Fills the form of a new asset; with channels, two probes of the same kind. */
async function register(page: Page, path: string, id: string, name: string, channels = false): Promise<void> {
  await page.goto(at(path));
  await page.getByLabel('ID', { exact: true }).fill(id);
  await page.getByLabel('Description', { exact: true }).fill(name);
  if (!channels) return measuring(page);
  await press(page, 'Several channels');
  await page.getByLabel('Channel name').fill('Probe 1');
  await measuring(page);
  await press(page, 'Add channel');
  await page.getByLabel('Channel name').last().fill('Probe 2');
}

async function measuring(page: Page): Promise<void> {
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  await field('Quantity').fill('Temperature');
  await field('Unit').fill('°C');
  await field('Range from').fill('0');
  await field('Range to').fill('100');
  await field('Resolution').fill('0,01');
}

async function recordExternal(page: Page): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('link', { name: /Calibrate/ })
    .first()
    .click();
  await press(page, 'External');
  await page.getByLabel('Laboratory', { exact: true }).fill('National Physical Laboratory');
  await page.getByLabel('Certificate number').fill('NPL-2026-17');
  await press(page, 'Coefficients');
  await page.getByLabel('Stated U').fill('0,03');
  await page.getByLabel('Model').selectOption('none');
  await press(page, /^Save/);
  await see(page.getByText(/version 1/i).first()).toBeVisible();
}

test('the technician opens the app once, loses the network, and calibrates', { timeout: 240_000 }, async () => {
  const { context, page } = await tablet.open('tablet');
  keepFailure(context, page);
  await signIn(page, TECHNICIAN);
  await page.getByRole('link', { name: 'Assets' }).first().click();
  await see(page.getByText('TT-042')).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await server.stop();

  await page.reload();
  await see(page.getByText('TT-042')).toBeVisible();
  await page.getByLabel('Search assets').fill('outlet');
  await page.getByText('TT-042').click();
  await page
    .getByRole('main')
    .getByRole('link', { name: /Calibrate/ })
    .first()
    .click();
  await page.getByLabel('Reference', { exact: true }).selectOption({ label: 'REF-001 Pt100 SPRT' });
  await pasteTwenty(page);
  await see(page.getByText(/^Pass$/).first()).toBeVisible();
  const before = await shownUncertainty(page);
  await page
    .getByLabel(/^Indication at/)
    .nth(3)
    .fill('16,5');
  await see.poll(() => shownUncertainty(page)).not.toBe(before);
  await press(page, 'Undo');
  await see.poll(() => shownUncertainty(page)).toBe(before);
  await picture(page, 'calibrate');
  await press(page, /^Save/);
  await see(page.getByText('Saved. Waiting on this device.')).toBeVisible();
  await context.close();
});

/** Twenty points as they come from a spreadsheet with decimal commas. */
async function pasteTwenty(page: Page): Promise<void> {
  const columns = TWENTY_POINTS.map((point) => `${point.reference}\t${point.measured}`.replaceAll('.', ',')).join('\n');
  await press(page, 'Paste columns');
  await page.getByLabel('Columns as text').fill(columns);
  await press(page, /^Paste \d/);
}

const shownUncertainty = (page: Page) => page.locator('.big .num').first().innerText();

test('the browser is closed and opened again, still offline: the calibration waits', { timeout: 120_000 }, async () => {
  const { context, page } = await tablet.open('tablet');
  keepFailure(context, page);
  await page.goto(at('/queue'));
  await see(page.getByText('TT-042').first()).toBeVisible();
  await see(page.getByText('Waiting').first()).toBeVisible();
  await picture(page, 'queue-offline');
  await context.close();
});

test(
  'the network returns: it is applied once, is version 1, and its certificate is sound',
  { timeout: 240_000 },
  async () => {
    server = await startServer({ dataDir: dataDir.path, env: { PORT: port } });
    const { context, page } = await tablet.open('tablet');
    keepFailure(context, page);
    await page.goto(at('/queue'));
    await see(page.getByText(/version 1/i).first()).toBeVisible({ timeout: 60_000 });
    await picture(page, 'queue-arrived');

    const rows = await eventually(async () => {
      const found = await execute(
        await databaseUrlOf(dataDir.path),
        `SELECT c.id, c.version, c.conforms, x.state, x.sha256, c.organization_id,
              (SELECT count(*)::int FROM calibration_points p WHERE p.calibration_id = c.id) AS points
         FROM calibrations c JOIN assets a ON a.id = c.asset_id LEFT JOIN certificates x ON x.calibration_id = c.id
        WHERE a.asset_id = 'TT-042'`
      );
      return found.rows.every((row) => row.state === 'issued') && found.rows.length > 0 && found.rows;
    }, 60);
    expect(rows).toEqual([expect.objectContaining({ version: 1, conforms: true, points: 20 })]);

    await page.goto(at(`/calibrations/${rows[0].id}`));
    await see(page.getByText(/NCL-\d{4}-\d+/).first()).toBeVisible();
    await picture(page, 'calibration');
    const [download] = await Promise.all([
      page.waitForEvent('download').catch(() => null),
      page
        .getByRole('main')
        .getByText(/^Download/)
        .first()
        .click()
    ]);
    const { access_token } = await apiOf(null, server.baseUrl)<{ access_token: string }>('POST', '/auth/login', {
      email: TECHNICIAN,
      password: PASSWORD
    }).then((answer) => answer.body);
    const api = apiOf(access_token, server.baseUrl);
    const { body: link } = await api<{ url: string }>('GET', `/calibrations/${rows[0].id}/certificate`);
    const stored = new Uint8Array(await (await fetch(new URL(link.url, server.baseUrl))).arrayBuffer());
    if (download) expect(new Uint8Array(await readFile(await download.path()))).toEqual(stored);
    const { body: pem } = await api<string>('GET', `/organizations/${rows[0].organization_id}/signing-certificate.pem`);
    await validatePdf(stored, pem);
    await context.close();
    expect(tablet.complaints).toEqual([]);
  }
);
