/** From an empty installation to the first certificate, counted: what is pressed, and what is typed or chosen. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepFailure, makeDevice, picture, type Device } from '../support/browser.ts';
import { PASSWORD } from '../support/laboratory.ts';
import { see } from '../support/see.ts';
import { makeDataDir, startServer, type RunningServer } from '../support/server.ts';

let dataDir: Awaited<ReturnType<typeof makeDataDir>>;
let server: RunningServer;
let device: Device;
beforeAll(async () => {
  dataDir = await makeDataDir();
  server = await startServer({ dataDir: dataDir.path });
  device = await makeDevice();
}, 600_000);
afterAll(async () => {
  await server.stop();
  await Promise.all([device.remove(), dataDir.remove()]);
});

test('twelve clicks and fifteen fields lead from nothing to the first certificate', { timeout: 300_000 }, async () => {
  const { context, page } = await device.open('desktop');
  keepFailure(context, page);
  const { press, follow, fill, counted } = counting(page);
  const arrived = (heading: string | RegExp) =>
    see(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible({ timeout: 60_000 });

  await page.goto(`${server.baseUrl}/`);
  await see(page.getByRole('heading', { name: 'Create the first account' })).toBeVisible();
  await picture(page, 'first-account');
  await fill('Full name', 'Ada Manager');
  await fill('E-mail address', 'ada@first.example');
  await fill('Password', PASSWORD);
  await press('Create account');

  await follow('Create organization');
  await arrived('New organization');
  await fill('Name', 'Northfield Laboratory');
  await press('Create organization');

  await arrived('New calibration laboratory');
  await fill('Name', 'Laboratory 1');
  await press('Add location');

  await arrived(/reference/i);
  await fill('ID', 'REF-001');
  await fill('Description', 'Pt100 SPRT');
  await fill('Unit', '°C');
  await press('Register asset');

  await arrived(/REF-001/);
  await fill('Laboratory', 'National Physical Laboratory');
  await fill('Certificate number', 'NPL-2026-17');
  await press('Coefficients');
  await fill('Stated U', '0,03');
  await fill('Model', 'none');
  await press(/^Save/);
  await see(page.getByText(/version 1/i).first()).toBeVisible({ timeout: 60_000 });
  await picture(page, 'first-reference-done');

  await follow('Register an asset');
  await arrived('New asset');
  await fill('ID', 'TT-042');
  await fill('Description', 'Outlet transmitter');
  await press('Register asset');

  await arrived(/TT-042/);
  await fill('Reference', /REF-001/);
  await picture(page, 'first-calibration');
  await press('Fill in sample readings');
  await press(/^Save/);
  await see(page.getByText(/version 1/i).first()).toBeVisible({ timeout: 60_000 });
  const done = page.getByRole('region', { name: 'Your result' });
  await see(done.getByRole('link', { name: /Certificate .* issued and signed/ })).toBeVisible({ timeout: 90_000 });
  await see(done.getByText('Next due')).toBeVisible();
  await picture(page, 'first-done');
  await see(page.getByText('Laboratory 1').first()).toBeVisible();

  const { clicks, fields } = counted();
  process.stdout.write(`the first run took ${clicks} clicks and ${fields} fields\n`);
  expect(clicks).toBeLessThanOrEqual(12);
  expect(fields).toBeLessThanOrEqual(15);
  await context.close();
  expect(device.complaints).toEqual([]);
});

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
