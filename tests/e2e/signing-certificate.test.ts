/** An organization brings its own signing certificate along on the screen, and goes back to that of the installation. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, test } from 'vitest';
import { apiOf } from '../support/api.ts';
import { makeDevice, type Device } from '../support/browser.ts';
import { execute } from '../support/database.ts';
import { PASSWORD } from '../support/laboratory.ts';
import { main, press } from '../support/laboratory-of-three.ts';
import { expectSound, showTheme } from '../support/look-at.ts';
import { pkcs12File } from '../support/pkcs12.ts';
import { copyDataDir, STARTED } from '../support/prepared-data-dir.ts';
import { see } from '../support/see.ts';
import { databaseUrlOf, startServer, type RunningServer } from '../support/server.ts';

const EMAIL = 'ada@lab.example';
const FILE_PASSWORD = 'of the file';
let dataDir: Awaited<ReturnType<typeof copyDataDir>>;
let server: RunningServer;
let device: Device;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  dataDir = await copyDataDir(STARTED);
  server = await startServer({ dataDir: dataDir.path });
  const anybody = apiOf(null, server.baseUrl);
  await anybody('POST', '/auth/register', { email: EMAIL, password: PASSWORD, full_name: 'Ada Admin' });
  const { body } = await anybody<{ access_token: string }>('POST', '/auth/login', { email: EMAIL, password: PASSWORD });
  const api = apiOf(body.access_token, server.baseUrl);
  const { id } = (await api<{ id: string }>('POST', '/organizations', { name: 'Northfield Laboratory' })).body;
  device = await makeDevice();
  ({ context, page } = await device.open('desktop'));
  await page.goto(`${server.baseUrl}/sign-in`);
  await page.getByLabel('E-mail address').fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await press(page, 'Sign in');
  await see(page.getByRole('navigation', { name: 'Main' }).first()).toBeVisible({ timeout: 30_000 });
  await page.goto(`${server.baseUrl}/organizations/${id}`);
}, 300_000);
afterAll(async () => {
  await context.close();
  await device.remove();
  await server.stop();
  await dataDir.remove();
});

async function look(name: string): Promise<void> {
  for (const theme of ['dark', 'field', 'light'] as const) {
    await showTheme(page, theme);
    await expectSound(page, `signing-${name}-${theme}`);
  }
}

test('is imported with its password, told about, and put aside again', { timeout: 240_000 }, async () => {
  const file = join(dataDir.path, 'northfield.p12');
  await writeFile(file, Buffer.from(await pkcs12File('Northfield Signing', FILE_PASSWORD), 'base64'));
  await see(main(page).getByText('Created with the first certificate.')).toBeVisible();
  await press(page, 'Import your own certificate');
  await press(page, 'Import');
  await see(main(page).getByText('Choose a file.')).toBeVisible();
  await page.locator('input[type=file][accept*=".p12"]').setInputFiles(file);
  await page.getByLabel('Password of the file').fill('something else');
  await press(page, 'Import');
  await see(main(page).getByRole('alert').getByText('The password is wrong, or the file is damaged.')).toBeVisible();
  await look('form');
  await page.getByLabel('Password of the file').fill(FILE_PASSWORD);
  // Somebody at an unlocked device does not change what the laboratory signs with.
  const long = "UPDATE sessions SET proved_at = now() - interval '11 minutes'";
  await execute(await databaseUrlOf(dataDir.path), long);
  await press(page, 'Import');
  const proof = page.getByRole('alertdialog');
  await see(proof.getByText('Is it you?')).toBeVisible();
  await proof.getByLabel('Current password').fill(PASSWORD);
  await proof.getByRole('button', { name: 'Continue' }).click();
  await see(main(page).getByText('Your own, imported')).toBeVisible();
  await see(main(page).getByText('Northfield Signing').first()).toBeVisible();
  await look('imported');
  await press(page, 'Sign with this installation’s certificate');
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Sign with this installation’s certificate' })
    .click();
  await see(main(page).getByText('Created with the first certificate.')).toBeVisible();
});
