/** A webhook is made on the screen, receives signed messages, and a message is sent again; the built app, a real receiver. */
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiOf, type Api } from '../support/api.ts';
import { keepFailure, makeDevice, picture, type Device } from '../support/browser.ts';
import { PASSWORD } from '../support/laboratory.ts';
import { main, press } from '../support/laboratory-of-three.ts';
import { expectSound, overflowsOf, showTheme } from '../support/look-at.ts';
import { copyDataDir, STARTED } from '../support/prepared-data-dir.ts';
import { see } from '../support/see.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { startReceiver, verified, type Receiver, type Taken } from '../support/webhook-receiver.ts';

const EMAIL = 'ada@lab.example';
let dataDir: Awaited<ReturnType<typeof copyDataDir>>;
let server: RunningServer;
let receiver: Receiver;
/** How the receiver answers. */
let status = 204;
let api: Api;
let device: Device;
let context: BrowserContext;
let page: Page;
let organizationId: string;

beforeAll(async () => {
  dataDir = await copyDataDir(STARTED);
  server = await startServer({ dataDir: dataDir.path, env: { WEBHOOK_PRIVATE: '1' } });
  receiver = await startReceiver(
    (_taken, response) => void response.writeHead(status).end('The planning system is closed')
  );
  const anybody = apiOf(null, server.baseUrl);
  await anybody('POST', '/auth/register', { email: EMAIL, password: PASSWORD, full_name: 'Ada Admin' });
  const { body } = await anybody<{ access_token: string }>('POST', '/auth/login', { email: EMAIL, password: PASSWORD });
  api = apiOf(body.access_token, server.baseUrl);
  organizationId = (await api<{ id: string }>('POST', '/organizations', { name: 'Northfield Laboratory' })).body.id;
  device = await makeDevice();
  ({ context, page } = await device.open('desktop'));
  await page.goto(`${server.baseUrl}/sign-in`);
  await page.getByLabel('E-mail address').fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await press(page, 'Sign in');
  await see(page.getByRole('navigation', { name: 'Main' }).first()).toBeVisible({ timeout: 30_000 });
}, 300_000);
afterAll(async () => {
  await context.close();
  await device.remove();
  await server.stop();
  await receiver.close();
  await dataDir.remove();
});

const received = async (count: number): Promise<Taken> => {
  await expect.poll(() => receiver.taken.length, { timeout: 30_000 }).toBe(count);
  const last = receiver.taken.at(-1);
  if (last === undefined) throw new Error('nothing was received');
  return last;
};
const logged = (text: string) => main(page).getByRole('listitem').filter({ hasText: text });

async function inEveryTheme(name: string): Promise<void> {
  for (const theme of ['dark', 'field', 'light'] as const) {
    await showTheme(page, theme);
    await picture(page, `${name}-${theme}`);
  }
  expect(await overflowsOf(page)).toEqual([]);
}

test('made on the screen, tested, told of a calibration, and sent again', { timeout: 240_000 }, async () => {
  keepFailure(context, page);
  await page.goto(`${server.baseUrl}/organizations/${organizationId}`);
  await main(page).getByRole('link', { name: 'Webhooks' }).click();
  await see(main(page).getByText('No webhooks')).toBeVisible();
  await expectSound(page, 'webhooks-none');
  await press(page, 'Add webhook');
  await main(page).getByRole('button', { name: 'Add webhook' }).click();
  await see(main(page).getByText('Enter a value').first()).toBeVisible();
  await main(page).getByLabel('Name').fill('Maintenance planning');
  await main(page).getByLabel('Address of the receiver').fill('planning.example');
  await main(page).getByRole('button', { name: 'Add webhook' }).click();
  await see(main(page).getByText('Begin the address with https://').first()).toBeVisible();
  await picture(page, 'webhook-form');
  await main(page).getByLabel('Address of the receiver').fill(receiver.url);
  await main(page).getByRole('button', { name: 'Add webhook' }).click();
  const secret = await main(page).locator('code').innerText();
  expect(secret).toMatch(/^whsec_/);
  await inEveryTheme('webhook-secret');
  await press(page, 'I have saved it');
  await see(main(page).getByText(secret)).toBeHidden();

  await main(page).getByRole('link', { name: 'Maintenance planning' }).click();
  await see(main(page).getByText('Nothing has been sent yet.')).toBeVisible();
  await press(page, 'Send test message');
  const ping = await received(1);
  expect(verified(ping, secret)).toMatchObject({ type: 'webhook.ping' });
  await see(logged('Test message').getByText('delivered')).toBeVisible({ timeout: 20_000 });

  const asset = await api<{ id: string }>('POST', '/assets', {
    ...{ asset_id: 'TT-042', name: 'Transmitter', organization_id: organizationId },
    ...{ quantity: 'temperature', unit: '°C', measured_unit: '°C', range_min: 0, range_max: 100, resolution: 0.01 }
  });
  expect(asset.status, JSON.stringify(asset.body)).toBe(201);
  status = 503;
  const calibration = await api<{ id: string }>('POST', '/calibrations', {
    asset_ref: asset.body.id,
    ...{ kind: 'external', calibration_date: '2026-03-04', lab_name: 'National laboratory', lab_certificate_number: 'NL-17' },
    coefficients_only: { model: 'none', coefficients: [], expanded_uncertainty: 0.03, coverage_factor: 2, unit: '°C', measured_unit: '°C' }
  }); // prettier-ignore
  expect(calibration.status, JSON.stringify(calibration.body)).toBe(201);
  const refused = logged('Calibration recorded');
  await see(refused.getByText('The planning system is closed')).toBeVisible({ timeout: 30_000 });
  await see(refused.getByText('The receiver did not accept the message.')).toBeVisible();
  await inEveryTheme('webhook-failing');
  await expectSound(page, 'webhook-failing');

  status = 200;
  const before = receiver.taken.length;
  await refused.getByRole('button', { name: 'Send now: Calibration recorded, TT-042' }).click();
  await see(refused.getByText('delivered')).toBeVisible({ timeout: 30_000 });
  expect(receiver.taken.length).toBeGreaterThan(before);
  const told = receiver.taken.find(({ message }) => message.type === 'calibration.recorded');
  if (told === undefined) throw new Error('the calibration was not told of');
  expect(verified(told, secret)).toMatchObject({
    data: { asset: { asset_id: 'TT-042' }, link: `${server.baseUrl}/calibrations/${calibration.body.id}` }
  });
  await refused.getByRole('button', { name: /^Send again/ }).click();
  await expect
    .poll(() => receiver.taken.filter(({ headers }) => headers['webhook-id'] === told.headers['webhook-id']).length, {
      timeout: 30_000
    })
    .toBeGreaterThan(2);
  const history = refused.locator('details');
  await history.locator('summary').click();
  await see(history.getByText('The receiver did not accept the message.').first()).toBeVisible();
  await see(history.getByText('accepted').first()).toBeVisible();
  await inEveryTheme('webhook-attempts');
  await expectSound(page, 'webhook-attempts');
});

test('a new secret is shown once, and a webhook is changed, turned off and deleted', { timeout: 120_000 }, async () => {
  keepFailure(context, page);
  await press(page, 'Make new secret');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make new secret' }).click();
  const secret = await main(page).locator('code').innerText();
  await press(page, 'I have saved it');
  await see(main(page).getByText('The previous secret is valid until')).toBeVisible();
  const before = receiver.taken.length;
  await press(page, 'Send test message');
  await expect
    .poll(() => receiver.taken.slice(before).some(({ message }) => message.type === 'webhook.ping'))
    .toBe(true);
  const ping = receiver.taken.slice(before).find(({ message }) => message.type === 'webhook.ping');
  expect(ping && verified(ping, secret)).toMatchObject({ type: 'webhook.ping' });
  await press(page, 'Edit');
  await main(page).getByLabel('Name').fill('Planning');
  await press(page, 'Save');
  await see(main(page).getByRole('heading', { name: 'Planning', level: 1 })).toBeVisible();
  await press(page, 'Turn off');
  await see(main(page).getByText('off', { exact: true })).toBeVisible();
  await see(main(page).getByRole('button', { name: 'Send test message' })).toBeDisabled();
  expect((await api('PATCH', '/users/me', { language: 'de' })).status).toBe(200);
  await page.reload();
  await see(main(page).getByText('Zustellungen', { exact: true })).toBeVisible({ timeout: 30_000 });
  await inEveryTheme('webhook-german');
  await press(page, 'Webhook löschen');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Webhook löschen' }).click();
  await see(main(page).getByText('Keine Webhooks')).toBeVisible({ timeout: 20_000 });
  expect(device.complaints).toEqual([]);
});
