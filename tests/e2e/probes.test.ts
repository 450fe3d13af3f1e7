/** Four probes of a logger in one bath: typed in one grid, offline, and saved as four calibrations, each as if it were typed alone. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Asset } from '#lib/contracts/assets.ts';
import type { Calibration } from '#lib/contracts/calibrations.ts';
import { TRUTH } from '../certificates/dcc-schema.ts';
import { GOES_OFFLINE, keepFailure, LANDSCAPE, VIEWPORTS } from '../support/browser.ts';
import type { Laboratory } from '../support/laboratory.ts';
import { expectSound } from '../support/look-at.ts';
import { at, metrologistAtWork, type Metrologist } from '../support/metrologist.ts';
import { see } from '../support/see.ts';

const LEVELS = ['0', '25', '50', '75', '100'];
const REFERENCE = ['0.012', '25.008', '50.021', '75.017', '100.004'];
/** What each probe read at each level; the last is out of tolerance. */
const READ: Readonly<Record<string, readonly string[]>> = {
  'Probe 1': ['0.05', '25.04', '50.03', '75.02', '100.01'],
  'Probe 2': ['−0.02', '24.98', '50.00', '75.03', '100.06'],
  'Probe 3': ['0.11', '25.12', '50.14', '75.10', '100.09'],
  'Probe 4': ['0.42', '25.43', '50.45', '75.46', '100.48']
};
const ALONE = 'Probe 4 alone';

let metrologist: Metrologist;
let laboratory: Laboratory;
let logger: Asset;
let twin: Asset;
let outside: Asset;

beforeAll(async () => {
  metrologist = await metrologistAtWork(async (of) => {
    const measuring = { quantity: 'temperature', unit: '°C', measured_unit: '°C', range_min: 0, range_max: 100, resolution: 0.01 }; // prettier-ignore
    const wide = { ...measuring, tolerance: [{ kind: 'absolute', lower: -0.3, upper: 0.3 }] };
    const register = async (asset_id: string, channels: readonly object[]) => {
      const base = { organization_id: of.organization.id, calibration_interval_days: 365, name: 'Logger in the bath' };
      const { status, body } = await of.admin<Asset>('POST', '/assets', { ...base, asset_id, channels });
      expect(status, JSON.stringify(body)).toBe(201);
      return body;
    };
    const probes = Object.keys(READ).map((name) => ({ name, ...wide }));
    const humidity = { name: 'Humidity', ...measuring, unit: '%rh', measured_unit: '%rh' };
    logger = await register('BATH-4', [...probes, humidity]);
    twin = await register('BATH-1', [{ name: ALONE, ...wide }]);
    outside = await register('OUT-2', [{ name: 'North', ...wide }, { name: 'South', ...wide }]); // prettier-ignore
  }, GOES_OFFLINE);
  laboratory = metrologist.laboratory;
}, 240_000);
afterAll(() => metrologist.close());

const reference = (page: Page, level: string) => page.getByLabel(`Reference at ${level}`, { exact: true });
const reading = (page: Page, probe: string, level: string) => page.getByLabel(`${probe} at ${level}`, { exact: true });
const waitForLevel = (page: Page) => see(reference(page, '100')).toBeVisible({ timeout: 60_000 });

/** At each level the reference is read, then every probe, with the key that leads on. */
async function typeLevels(page: Page, levels: readonly number[]): Promise<void> {
  for (const i of levels) {
    const level = LEVELS[i] ?? '';
    await reference(page, level).focus();
    await page.keyboard.type(REFERENCE[i] ?? '');
    for (const probe of Object.keys(READ)) {
      await page.keyboard.press('Tab');
      await see(reading(page, probe, level)).toBeFocused();
      await page.keyboard.type(READ[probe]?.[i] ?? '');
    }
  }
}
/** All that is typed in the drafts on the device's disk, as one text: a page that is torn away at once has lost the last moment of typing. */
const onDisk = (page: Page) =>
  page.evaluate(async () => {
    const asked = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await asked(indexedDB.open(name));
      const has = database.objectStoreNames.contains('drafts');
      const drafts: unknown = has ? await asked(database.transaction('drafts').objectStore('drafts').getAll()) : [];
      database.close();
      if (has) return JSON.stringify(drafts);
    }
    return '';
  });
const saveButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('four probes in one grid, offline: kept through a reload and a second tab, saved as four calibrations', async () => {
  const { context, page } = metrologist;
  keepFailure(context, page);
  await page.setViewportSize(LANDSCAPE);
  await page.goto(at('/assets/BATH-4/calibrate'));
  // The humidity hangs in no bath.
  await see(page.getByRole('checkbox')).toHaveCount(4, { timeout: 60_000 });
  await expectSound(page, 'probes-choice');
  await page.setViewportSize(LANDSCAPE);
  await page.getByRole('link', { name: 'Enter 4 probes in one grid' }).click();
  await waitForLevel(page);
  const address = page.url();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await context.setOffline(true);

  // On a tablet on its side the conditions are one line, until one is touched.
  await page.getByRole('button', { name: 'not chosen yet' }).click();
  await page.getByLabel('Reference', { exact: true }).selectOption({ label: 'REF-001 Pt100 SPRT' });
  await page.getByLabel('Temperature').first().fill('22.4');
  await page.getByRole('button', { name: 'Done' }).click();
  await typeLevels(page, [0, 1, 2]);
  const first = page.getByRole('columnheader', { name: /^Probe 1/ });
  await see(first.getByText('As found: pass')).toBeVisible();
  await see(page.getByRole('columnheader', { name: /^Probe 4/ }).getByText('As found: fail')).toBeVisible();

  // A reference that was mistyped is one step back for all of them.
  await reference(page, '50').fill('500.21');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Undo' }).click();
  await see(reference(page, '50')).toHaveValue('50.021');
  await see(first.getByText('As found: pass')).toBeVisible();
  await see(page.getByText(/^4 drafts saved/)).toBeVisible();

  await expect.poll(() => onDisk(page)).toContain('50.45');
  await expect.poll(() => onDisk(page)).not.toContain('500.21');
  await page.reload();
  await waitForLevel(page);
  for (const probe of Object.keys(READ)) await see(reading(page, probe, '25')).toHaveValue(READ[probe]?.[1] ?? '');
  await see(reference(page, '25')).toHaveValue('25.008');
  await see(page.getByRole('button', { name: /22\.4/ })).toBeVisible();

  const second = await context.newPage();
  await second.goto(address);
  await see(second.getByRole('heading', { name: 'This calibration is open in another tab' })).toBeVisible();
  await second.getByRole('button', { name: 'Continue here' }).click();
  await see(reading(second, 'Probe 3', '50')).toHaveValue('50.14');
  await see(page.getByRole('button', { name: 'Continue here' })).toBeVisible();
  await second.close();
  await page.getByRole('button', { name: 'Continue here' }).click();
  await waitForLevel(page);

  await typeLevels(page, [3, 4]);
  await reading(page, 'Probe 3', '75').fill('');
  await see(page.getByText('3 of 4 complete')).toBeVisible();
  await expectSound(page, 'probes-typed');
  await page.setViewportSize(LANDSCAPE);
  await saveButton(page, 'Save 3 of 4').click();
  await see(page.getByText('Probe 3: no reading at 75')).toBeVisible();
  await see(reading(page, 'Probe 3', '75')).toBeFocused();
  await see(page.getByRole('listitem').filter({ hasText: 'Probe 1' })).toBeVisible();
  await expectSound(page, 'probes-some-saved');

  // Those that are saved are not begun again by a reload.
  await page.reload();
  await waitForLevel(page);
  await see(page.getByRole('columnheader', { name: /^Probe 1/ })).toHaveCount(0);
  await see(reference(page, '75')).toHaveValue('75.017');
  await page.setViewportSize(VIEWPORTS.phone);
  await reading(page, 'Probe 3', '75').fill('75.10');
  await see(page.getByText('1 of 1 complete')).toBeVisible();
  await saveButton(page, 'Save').click();
  await see(page.getByRole('listitem').filter({ hasText: 'Probe 3' })).toBeVisible();
  await expectSound(page, 'probes-saved');
  await page.setViewportSize(VIEWPORTS.desktop);
  await page.goto(at('/queue'));
  await see(page.getByRole('listitem').filter({ hasText: 'BATH-4' })).toHaveCount(4);
});

test('each record is what it would be had it been typed alone', { timeout: 120_000 }, async () => {
  const { context, page } = metrologist;
  keepFailure(context, page);
  await page.goto(at('/assets/BATH-1/calibrate'));
  await waitForLevel(page);
  await page.getByLabel('Reference', { exact: true }).selectOption({ label: 'REF-001 Pt100 SPRT' });
  await page.getByLabel('Temperature').first().fill('22.4');
  for (const [i, level] of LEVELS.entries()) {
    await reference(page, level).fill(REFERENCE[i] ?? '');
    await page.getByLabel(`Indication at ${level}`, { exact: true }).fill(READ['Probe 4']?.[i] ?? '');
  }
  await page.getByRole('button', { name: /^Save/ }).click();
  await see(page).toHaveURL(/\/calibrations\/queued\//);
  await context.setOffline(false);

  const recorded = async ({ id }: Asset) => {
    const { body } = await laboratory.technician<Calibration[]>('GET', `/assets/${id}/calibrations`);
    return body;
  };
  await expect.poll(async () => (await recorded(logger)).length, { timeout: 60_000 }).toBe(4);
  await expect.poll(async () => (await recorded(twin)).length, { timeout: 60_000 }).toBe(1);
  const whole = async ({ id }: Calibration) => {
    const { body } = await laboratory.technician<Calibration>('GET', `/calibrations/${id}`);
    return body;
  };
  const records = await Promise.all((await recorded(logger)).map(whole));
  const byProbe = new Map(logger.channels.map(({ id, name }) => [name, records.find(({ channel_id }) => channel_id === id)])); // prettier-ignore
  expect(Object.keys(READ).map((probe) => byProbe.get(probe)?.profile?.as_found)).toEqual([
    'pass',
    'pass',
    'pass',
    'fail'
  ]);
  for (const [probe, read] of Object.entries(READ)) {
    const { points = [], environment } = byProbe.get(probe) ?? {};
    const number = (text: string) => Number(text.replace('−', '-'));
    expect(points.map(({ measured }) => measured), probe).toEqual(read.map(number)); // prettier-ignore
    expect(points.map(({ reference }) => reference), probe).toEqual(REFERENCE.map(Number)); // prettier-ignore
    expect(environment?.temperature_c, probe).toBe(22.4);
  }
  const [alone] = await Promise.all((await recorded(twin)).map(whole));
  const together = byProbe.get('Probe 4');
  expect(together?.analysis_request).toEqual(alone?.analysis_request);
  expect(together?.expanded_uncertainty).toBe(alone?.expanded_uncertainty);
  expect(together?.conforms).toBe(alone?.conforms);
  expect(together?.profile).toEqual(alone?.profile);
  expect(metrologist.complaints).toEqual([]);
});

test(
  'calibrated outside, each probe is filled from its own digital certificate, which its record keeps',
  { timeout: 120_000 },
  async () => {
    const { context, page } = metrologist;
    keepFailure(context, page);
    const example = await readFile(resolve(TRUTH, 'examples/gp_temperature_typical_v12.xml'), 'utf8');
    /** The example as the certificate of a probe: another number, and a U of its own. */
    const certificateOf = (probe: string, U: string) => ({
      name: `${probe}.xml`,
      mimeType: 'text/xml',
      buffer: Buffer.from(example.replaceAll('GP_DCC_temperature_typical_1.2', probe).replaceAll('>0.061<', `>${U}<`))
    });
    await page.setViewportSize(VIEWPORTS.desktop);
    await page.goto(at('/assets/OUT-2/calibrate'));
    await page.getByRole('link', { name: 'Enter 2 probes in one grid' }).click();
    await waitForLevel(page);
    await page.getByRole('button', { name: 'External' }).click();
    const section = page.getByRole('region', { name: 'Digital calibration certificate' });
    for (const [probe, U] of [
      ['North', '0.061'],
      ['South', '0.073']
    ] as const) {
      await page.getByRole('columnheader', { name: probe }).getByRole('button').click();
      await see(section.getByRole('button', { name: `Read a DCC file for ${probe}…` })).toBeVisible();
      await section.locator('input[type=file]').setInputFiles(certificateOf(`${probe}-1`, U));
      await page.getByRole('dialog').getByRole('button', { name: 'Take over' }).click();
      await see(page.getByLabel('Certificate number')).toHaveValue(`${probe}-1`);
      await see(page.getByLabel('Stated U')).toHaveValue(U);
      await see(page.getByText(`${probe}-1.xml`)).toBeVisible();
    }
    await page.getByRole('columnheader', { name: 'North' }).getByRole('button').click();
    await see(page.getByLabel('Certificate number')).toHaveValue('North-1');
    await see(page.getByText('North-1.xml')).toBeVisible();
    await see(page.getByText('2 of 2 complete')).toBeVisible();
    await expectSound(page, 'probes-dcc');
    await page.setViewportSize(VIEWPORTS.phone);
    await expectSound(page, 'probes-dcc-phone');
    await page.setViewportSize(VIEWPORTS.desktop);
    await context.setOffline(true);
    await see(section.getByRole('button')).toBeDisabled();
    await see(section.getByText(/^Reading a DCC file needs the network/)).toBeVisible();
    await context.setOffline(false);
    await saveButton(page, 'Save 2 calibrations').click();
    await page.getByRole('alertdialog').getByRole('button', { name: /Save/ }).click();

    const { id } = outside;
    const recorded = async () => (await laboratory.technician<Calibration[]>('GET', `/assets/${id}/calibrations`)).body;
    await expect.poll(async () => (await recorded()).length, { timeout: 60_000 }).toBe(2);
    const numbers = (await recorded()).map(({ lab_certificate_number }) => lab_certificate_number);
    expect(numbers.toSorted()).toEqual(['North-1', 'South-1']);
    const attached = async () =>
    (await Promise.all((await recorded()).map(async (one) => (await laboratory.technician<{ name: string }[]>('GET', `/calibrations/${one.id}/files`)).body))).flat(); // prettier-ignore
    await expect
      .poll(async () => (await attached()).map(({ name }) => name).toSorted(), { timeout: 60_000 })
      .toEqual(['North-1.xml', 'South-1.xml']);
    expect(metrologist.complaints).toEqual([]);
  }
);
