/** The camera sees a sticker that the server made: the asset opens, online and offline; and the messages without a camera. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { BrowserContext, Page } from 'playwright';
import { PASSWORD } from '../support/account-steps.ts';
import { keepFailure, makeLastingDevice, type Device } from '../support/browser.ts';
import { cameraShowing, film } from '../support/camera-video.ts';
import { foundLaboratory, type Laboratory } from '../support/laboratory.ts';
import { expectSound } from '../support/look-at.ts';
import { see } from '../support/see.ts';

const baseUrl = inject('baseUrl');
let laboratory: Laboratory;
let folder: string;
let device: Device;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-film-'));
  laboratory = await foundLaboratory({ private: true });
  const { asset, technicianToken } = laboratory;
  const answer = await fetch(`${baseUrl}/api/v1/assets/${asset.id}/sticker?size=2x2`, {
    headers: { Authorization: `Bearer ${technicianToken}` }
  });
  const file = join(folder, 'sticker.y4m');
  await film(new Uint8Array(await answer.arrayBuffer()), file);
  device = await makeLastingDevice('en-GB', cameraShowing(file));
  ({ context, page } = await device.open('phone'));
  await context.grantPermissions(['camera'], { origin: baseUrl });
});
afterAll(async () => {
  await context.close();
  await device.remove();
  await rm(folder, { recursive: true, force: true });
});

const main = () => page.getByRole('main');
const title = () => page.getByRole('heading', { level: 1, name: laboratory.asset.asset_id });
const filming = () =>
  page.evaluate(() => [...document.querySelectorAll('video')].some(({ srcObject }) => srcObject !== null));

test('a sticker’s address leads to its asset, after signing in', async () => {
  keepFailure(context, page);
  await page.goto(`${baseUrl}/a/${laboratory.asset.id}`);
  await page.getByLabel('E-mail address').fill(laboratory.technicianUser.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await see(title()).toBeVisible({ timeout: 60_000 });
});

test('the camera that shows a sticker opens its asset, and is stopped then', async () => {
  keepFailure(context, page);
  await page.goto(`${baseUrl}/scan`);
  // Allowed before: the camera starts without asking.
  await see(title()).toBeVisible({ timeout: 60_000 });
  await see.poll(filming).toBe(false);
});

test('without a network the camera still finds it, and a sticker’s address too', async () => {
  keepFailure(context, page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  try {
    await page.goto(`${baseUrl}/scan`);
    await see(title()).toBeVisible({ timeout: 60_000 });
    await page.goto(`${baseUrl}/a/${laboratory.asset.id}`);
    await see(title()).toBeVisible();
  } finally {
    await context.setOffline(false);
  }
});

/** What the page takes for the browser’s own reader, a lamp and a loudspeaker: the test says what is read, and hears the tones. */
type Played = { codes: string[]; lights: boolean[]; tones: number[] };
const played = <T>(look: (of: Played) => T) => page.evaluate(`(${look.toString()})(window.played)`) as Promise<T>;
const show = (code: string) =>
  page.evaluate((text) => void (Object(window) as { played: Played }).played.codes.push(text), code);
const PLAY = `
  const played = (window.played = { codes: [], lights: [], tones: [] });
  window.BarcodeDetector = class {
    static getSupportedFormats = () => Promise.resolve(['qr_code', 'code_128', 'data_matrix', 'ean_13']);
    detect = () => Promise.resolve(played.codes.splice(0, 1).map((rawValue) => ({ rawValue })));
  };
  const track = MediaStreamTrack.prototype;
  track.getCapabilities = () => ({ torch: true });
  track.applyConstraints = ({ advanced: [{ torch }] }) => Promise.resolve(void played.lights.push(torch));
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) {
    played.tones.push(this.frequency.value);
    start.apply(this, when);
  };
  // From here on the browser has not been asked yet: the camera waits for the button.
  navigator.permissions.query = () => Promise.resolve({ state: 'prompt' });
`;

test('with the browser’s own reader several are gathered, with a lamp and tones, and calibrated one after the other', async () => {
  keepFailure(context, page);
  const { asset, multi, reference } = laboratory;
  await page.addInitScript({ content: PLAY });
  await page.goto(`${baseUrl}/scan`);
  await main().getByLabel('Scan several').check();
  await main().getByRole('button', { name: 'Use the camera' }).click();
  await main().getByRole('button', { name: 'Light' }).click();
  await see(main().getByRole('button', { name: 'Light' })).toHaveAttribute('aria-pressed', 'true');
  await main().getByRole('button', { name: 'Light' }).click();
  await see.poll(() => played(({ lights }) => lights)).toEqual([true, false]);
  await show(`${baseUrl}/a/${asset.id}`);
  await see(main().getByRole('heading', { name: 'Scanned' })).toBeVisible();
  await see(main().getByText('1 of 1 is due.')).toBeVisible();
  await show(multi.asset_id);
  await see(main().getByText('2 of 2 are due.')).toBeVisible();
  await show(reference.asset_id.toLowerCase());
  await see(main().getByText('2 of 3 are due.')).toBeVisible();
  await show(asset.asset_id);
  await see(page.getByText('TT-042 is already in the list.')).toHaveCount(1);
  // What is not found is told by another tone, and offered to be created.
  await show('NEW-78');
  await see(main().getByRole('link', { name: 'Create asset NEW-78' })).toBeVisible();
  expect(await played(({ tones }) => tones)).toEqual([880, 880, 880, 880, 330]);
  await main().getByLabel('Sound').uncheck();
  await show(multi.asset_id);
  await see(page.getByText('LOG-4 is already in the list.')).toHaveCount(1);
  expect(await played(({ tones }) => tones.length)).toBe(5);
  await main().getByRole('button', { name: 'Remove REF-001 from the list' }).click();
  await see(main().getByText('2 of 2 are due.')).toBeVisible();
  await expectSound(page, 'scan-several');
  await main().getByRole('button', { name: 'Stop the camera' }).click();
  await see.poll(filming).toBe(false);
  await main().getByRole('button', { name: 'Calibrate one after the other' }).click();
  await see(page).toHaveURL(`${baseUrl}/assets/${asset.id}/calibrate?round=1`);
  await see(page.getByText('1 of 3', { exact: true })).toBeVisible();
});

test('the sticker of another organization’s asset opens it online; offline the page says what to do, and opens it later', async () => {
  keepFailure(context, page);
  const others = await foundLaboratory();
  const sticker = `${baseUrl}/a/${others.asset.id}`;
  const note = main().getByText(/^You can read this asset while you are online/);
  await page.goto(`${baseUrl}/scan`);
  await main().getByLabel('ID on the sticker').fill(sticker);
  await see(main().getByText(/^The asset of this sticker is not on this device/)).toBeVisible();
  await see(main().getByRole('link', { name: 'Look for it on the server' })).toBeVisible();
  await main().getByRole('button', { name: 'Use the camera' }).click();
  await show(sticker);
  await see(note).toBeVisible();
  await see(title()).toBeVisible();
  await see(note.getByRole('link', { name: others.organization.name })).toBeVisible();
  await see(main().getByText('±0.3')).toBeVisible();
  await see(main().getByRole('link', { name: 'Calibrate' })).toHaveCount(0);
  await see(main().getByRole('link', { name: 'Edit' })).toHaveCount(0);
  await expectSound(page, 'asset-elsewhere');
  await context.setOffline(true);
  try {
    await page.goto(`${baseUrl}/scan`);
    await main().getByLabel('ID on the sticker').fill(sticker);
    await see(main().getByText(/When you are online again, you can look for it on the server/)).toBeVisible();
    await page.goto(sticker);
    await see(main().getByText(/When you are online again, this page looks for the asset/)).toBeVisible();
    await expectSound(page, 'asset-elsewhere-offline');
  } finally {
    await context.setOffline(false);
  }
  await see(note).toBeVisible({ timeout: 60_000 });
  // A private organization's is not told from one that does not exist.
  const hidden = await foundLaboratory({ private: true });
  await page.goto(`${baseUrl}/a/${hidden.asset.id}`);
  await see(main().getByRole('heading', { level: 1, name: 'Asset not found' })).toBeVisible();
});

test('what is unknown is offered to be created with its code', async () => {
  keepFailure(context, page);
  await page.goto(`${baseUrl}/scan`);
  const field = main().getByLabel('ID on the sticker');
  await field.fill('https://elsewhere.test/a/0198f3a0-0000-7000-8000-000000000001');
  await see(main().getByText('This sticker belongs to another installation: elsewhere.test.')).toBeVisible();
  await field.fill('NEW-77');
  await expectSound(page, 'scan-unknown');
  await main().getByRole('link', { name: 'Create asset NEW-77' }).click();
  await see(page.getByLabel('ID', { exact: true })).toHaveValue('NEW-77');
});

test.each([
  ['NotAllowedError', /does not let the page use the camera/],
  ['NotFoundError', /has no camera/],
  ['NotReadableError', /used by another app/],
  ['TypeError', /could not be started/]
])('a camera that fails with %s is told plainly, and typing still works', async (name, words) => {
  keepFailure(context, page);
  await page.goto(`${baseUrl}/scan`);
  await page.evaluate((fault) => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', fault));
  }, name);
  await main().getByRole('button', { name: 'Use the camera' }).click();
  await see(main().getByRole('alert')).toContainText(words);
  await see(main().getByRole('button', { name: 'Try again' })).toBeEnabled();
  await main().getByLabel('ID on the sticker').fill(laboratory.asset.asset_id);
  await main().getByRole('button', { name: 'Open', exact: true }).click();
  await see(title()).toBeVisible();
});

test('nothing on the way breaks the security policy', () => {
  expect(device.complaints).toEqual([]);
});
