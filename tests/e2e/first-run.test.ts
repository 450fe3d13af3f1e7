/** From an empty installation to the first certificate, in German, as its manager does it on a phone and at a desktop. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepFailure, makeDevice, picture, type Device, type Size } from '../support/browser.ts';
import { PASSWORD } from '../support/laboratory.ts';
import { copyDataDir, STARTED } from '../support/prepared-data-dir.ts';
import { see } from '../support/see.ts';
import { startServer, type RunningServer } from '../support/server.ts';

let dataDir: Awaited<ReturnType<typeof copyDataDir>>;
let server: RunningServer;
const devices: Device[] = [];
beforeAll(async () => {
  dataDir = await copyDataDir(STARTED);
  server = await startServer({ dataDir: dataDir.path });
}, 600_000);
afterAll(async () => {
  await server.stop();
  await Promise.all([...devices.map((device) => device.remove()), dataDir.remove()]);
});

async function open(size: Size, name: string, at = server.baseUrl) {
  const device = await makeDevice({ locale: 'de-DE' });
  devices.push(device);
  const { context, page } = await device.open(size);
  keepFailure(context, page);
  await page.goto(`${at}/`);
  const actions = counting(page);
  await actions.fill('Vollständiger Name', name);
  await actions.fill('E-Mail-Adresse', `${name.split(' ')[0]?.toLowerCase()}@erste.example`);
  await actions.fill('Passwort', PASSWORD);
  await actions.press('Konto anlegen');
  return { device, context, page, ...actions };
}

const arrived = (page: Page, heading: string | RegExp) =>
  see(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible({ timeout: 60_000 });

/** Step by step, from the page after signing in to the downloaded certificate. */
async function reachCertificate(page: Page, actions: Actions, mark: string): Promise<void> {
  const { press, follow, fill } = actions;
  const steps = page.getByRole('region', { name: 'Erste Schritte' });
  await see(steps.getByText('0 von 5 erledigt')).toBeVisible({ timeout: 60_000 });
  await see(steps.getByText(/Name und Adresse Ihres Labors/)).toBeVisible();
  await picture(page, `first-steps-${mark}`);
  await follow('Organisation anlegen');
  await see(page.getByText('Schritt 1 von 5.')).toBeVisible();
  await fill('Name', `Prüflabor ${mark}`);
  await press('Organisation anlegen');

  await arrived(page, 'Neues Kalibrierlabor');
  await see(page.getByText('Schritt 2 von 5.')).toBeVisible();
  await fill('Name', 'Labor 1');
  await press('Standort anlegen');

  await arrived(page, /Normal/);
  // Left in the middle, it goes on where it was.
  await page.goto(`${server.baseUrl}/`);
  await see(steps.getByText('2 von 5 erledigt')).toBeVisible({ timeout: 60_000 });
  await picture(page, `first-steps-half-${mark}`);
  await fromReference(page, actions, mark);
}

/** The last three steps: a reference with its certificate, an instrument, and its calibration. */
async function fromReference(page: Page, { press, follow, fill }: Actions, mark: string): Promise<void> {
  await follow('Normal anlegen');
  await fill('Kennung', 'N-001');
  await fill('Bezeichnung', 'Pt100');
  await fill('Einheit', '°C');
  await press('Prüfmittel anlegen');

  await arrived(page, /N-001/);
  await see(page.getByText('Schritt 3 von 5.')).toBeVisible();
  await picture(page, `first-reference-${mark}`);
  // On a phone the conditions are folded to a few lines.
  const unfold = async () => {
    const closed = page.getByRole('button', { name: 'Bedingungen ändern' });
    if (await closed.isVisible()) await press('Bedingungen ändern');
  };
  await unfold();
  await fill('Labor', 'Eastern Institute of Measurement');
  await fill('Nummer des Kalibrierscheins', 'EIM-2026-17');
  await press('Koeffizienten');
  await fill('Angegebene U', '0,03');
  await fill('Modell', 'none');
  await press(/^(Kalibrierung )?speichern/i);
  await follow('Prüfmittel anlegen');

  await arrived(page, 'Neues Prüfmittel');
  await fill('Kennung', 'TT-042');
  await fill('Bezeichnung', 'Messumformer Austritt');
  await press('Prüfmittel anlegen');

  await arrived(page, /TT-042/);
  await see(page.getByText('Schritt 5 von 5.')).toBeVisible();
  await unfold();
  await fill('Bezugsnormal', /N-001/);
  await press('Beispielwerte eintragen');
  await press(/^(Kalibrierung )?speichern/i);
  const done = page.getByRole('region', { name: 'Ihr Ergebnis' });
  await see(done.getByRole('link', { name: 'Signierten Kalibrierschein ansehen' })).toBeVisible({ timeout: 120_000 });
  await picture(page, `first-done-${mark}`);
  await follow('Signierten Kalibrierschein ansehen');
}

/** The certificate that the page offers, as a file that is what the page says it is. */
async function download(page: Page): Promise<void> {
  const waiting = page.waitForEvent('download', { timeout: 60_000 });
  await page
    .getByRole('button', { name: /herunterladen/i })
    .or(page.getByRole('link', { name: /herunterladen/i }))
    .first()
    .click();
  const bytes = readFileSync(await (await waiting).path());
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(bytes.includes('/ByteRange')).toBe(true);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await see(page.getByTitle(sha256)).toBeVisible();
}

test('on a phone, the manager comes from nothing to the first certificate', { timeout: 400_000 }, async () => {
  const { device, context, page, ...actions } = await open('phone', 'Ada Leiterin');
  await reachCertificate(page, actions, 'phone');
  await download(page);
  await picture(page, 'first-certificate-phone');
  const { clicks, fields } = actions.counted();
  process.stdout.write(`the first run took ${clicks} clicks and ${fields} fields\n`);
  // Two of them unfold the conditions, and one begins again where it was left.
  expect(clicks).toBeLessThanOrEqual(15);
  expect(fields).toBeLessThanOrEqual(15);
  await page.goto(`${server.baseUrl}/`);
  await see(page.getByText('Zuletzt').first()).toBeVisible({ timeout: 60_000 });
  await see(page.getByRole('region', { name: 'Erste Schritte' })).toHaveCount(0);
  await context.close();
  expect(device.complaints).toEqual([]);
});

test(
  'at a desktop, the demonstration comes and goes, steps are skipped, closed and opened again, and the rest leads to the certificate',
  { timeout: 500_000 },
  async () => {
    const empty = await copyDataDir(STARTED);
    const own = await startServer({ dataDir: empty.path });
    const { device, context, page, ...actions } = await open('desktop', 'Berta Leiterin', own.baseUrl);
    const { press } = actions;
    const steps = page.getByRole('region', { name: 'Erste Schritte' });
    await see(steps.getByText('0 von 5 erledigt')).toBeVisible({ timeout: 60_000 });

    await press('Demonstration einrichten');
    await see(page.getByText(/Die Demonstration wird eingerichtet/)).toBeVisible();
    const there = page.locator('[data-demonstration=there]');
    await see(there.getByText(/erfundene Daten/)).toBeVisible({ timeout: 300_000 });
    await see(page.getByText(/Prüfmittel sind überfällig/)).toBeVisible({ timeout: 60_000 });
    // It is no laboratory of hers: the steps are still there.
    await see(steps.getByText('0 von 5 erledigt')).toBeVisible();
    await picture(page, 'first-demonstration');
    await press('Demonstration entfernen');
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await dialog.getByRole('textbox').fill('REMOVE');
    await dialog.getByRole('button', { name: 'Demonstration entfernen' }).click();
    await see(page.locator('[data-demonstration=none]')).toBeVisible({ timeout: 120_000 });
    await see(page.getByText(/überfällig/)).toHaveCount(0);

    // All steps need the first one: without it nothing is urged, and it can still be taken.
    await press('Überspringen');
    await see(steps.getByText('übersprungen')).toBeVisible();
    await see(steps.locator('[aria-current=step]')).toHaveCount(0);
    await picture(page, 'first-organization-skipped');
    await steps.getByRole('link', { name: 'Organisation anlegen' }).click();
    await page.getByLabel('Name', { exact: true }).first().fill('Prüflabor Berta');
    await press('Organisation anlegen');
    await see(page.getByRole('heading', { name: 'Neues Kalibrierlabor' })).toBeVisible({ timeout: 60_000 });
    await page.getByRole('link', { name: 'Alle Schritte' }).click();
    await see(steps.getByText('1 von 5 erledigt')).toBeVisible({ timeout: 60_000 });
    await press('Überspringen');
    await see(steps.getByText('übersprungen')).toBeVisible();
    await see(steps.locator('[aria-current=step]')).toContainText('Normal anlegen');
    await press('Ausblenden');
    await page.reload();
    await see(steps.getByRole('listitem')).toHaveCount(0);
    await press('Einblenden');
    await see(steps.getByText('übersprungen')).toBeVisible();
    await picture(page, 'first-steps-skipped-desktop');
    await fromReference(page, actions, 'desktop');
    await download(page);
    await picture(page, 'first-certificate-desktop');
    await context.close();
    expect(device.complaints).toEqual([]);
    await own.stop();
    await empty.remove();
  }
);

/** A person who counts what they press and what they fill in. */
function counting(page: Page) {
  let clicks = 0;
  let fields = 0;
  const main = page.getByRole('main');
  return {
    press: async (name: string | RegExp) => {
      clicks += 1;
      await page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) }).click();
    },
    follow: async (name: string) => {
      clicks += 1;
      await main.getByRole('link', { name }).first().click();
    },
    /** By its label; a choice is made by its words or its value. */
    fill: async (label: string, value: string | RegExp) => {
      fields += 1;
      const field = page.getByLabel(label, { exact: true }).first();
      await see(field).toBeVisible({ timeout: 60_000 });
      if ((await field.evaluate((element) => element.tagName)) !== 'SELECT') {
        await field.fill(String(value));
        return;
      }
      const wanted =
        value instanceof RegExp ? await field.locator('option').filter({ hasText: value }).first().innerText() : null;
      await field.selectOption(wanted === null ? String(value) : { label: wanted });
    },
    counted: () => ({ clicks, fields })
  };
}
type Actions = ReturnType<typeof counting>;
