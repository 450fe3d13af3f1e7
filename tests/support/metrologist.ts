/** A laboratory's metrologist at the screens, and an instrument whose history has something to show. */
import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright';
import { expect, inject } from 'vitest';
import type { Asset } from '#lib/contracts/assets.ts';
import { analyze } from '#lib/metrology/analyze.ts';
import { makeDevice, type DeviceOptions } from './browser.ts';
import { ANALYSIS, createPerson, foundLaboratory, PASSWORD, TWENTY_POINTS, type Laboratory } from './laboratory.ts';
import { see } from './see.ts';

export const DRIFTING = 'DR-007';
const DAYS = ['2023-03-01', '2024-03-04', '2025-03-03', '2026-03-02'];

/** A page of the server that the test files share. */
export const at = (path: string) => `${inject('baseUrl')}${path}`;

export type Metrologist = {
  readonly laboratory: Laboratory;
  readonly context: BrowserContext;
  readonly page: Page;
  /** What went wrong in the browser. */
  readonly complaints: readonly string[];
  readonly close: () => Promise<void>;
};

/**
 * A metrologist, signed in with a browser of their own, in a laboratory of their own.
 * @param prepare what the laboratory has before its assets come to the device.
 */
export async function metrologistAtWork(
  prepare: (laboratory: Laboratory) => Promise<void> = () => Promise.resolve(),
  options?: DeviceOptions
): Promise<Metrologist> {
  const laboratory = await foundLaboratory();
  await prepare(laboratory);
  const device = await makeDevice(options);
  const { context, page } = await device.open('desktop');
  const close = async () => {
    await context.close();
    await device.remove();
  };
  try {
    await signIn(page, laboratory);
  } catch (thrown) {
    await close();
    throw thrown;
  }
  return { laboratory, context, page, complaints: device.complaints, close };
}

/** A transmitter that reads 0.04 °C higher every year, calibrated four times. */
export async function recordDrift(laboratory: Laboratory): Promise<void> {
  const { body: asset } = await laboratory.admin<Asset>('POST', '/assets', {
    organization_id: laboratory.organization.id,
    calibration_interval_days: 365,
    asset_id: DRIFTING,
    name: 'Drifting transmitter',
    quantity: 'temperature',
    unit: '°C',
    measured_unit: '°C',
    range_min: 0,
    range_max: 100,
    resolution: 0.01,
    tolerance: [{ kind: 'absolute', lower: -0.3, upper: 0.3 }]
  });
  for (const [year, calibration_date] of DAYS.entries()) {
    const points = TWENTY_POINTS.map(({ reference, measured }) => ({
      reference,
      measured: Number((measured + 0.04 * year).toFixed(2))
    }));
    const request = { ...ANALYSIS, points };
    const answer = await laboratory.technician('POST', '/calibrations', {
      id: randomUUID(),
      asset_ref: asset.id,
      kind: 'external',
      calibration_date,
      lab_name: 'National laboratory',
      lab_certificate_number: `NL-${year}`,
      analysis: { request, result: analyze(request) }
    });
    expect(answer.status, JSON.stringify(answer.body).slice(0, 300)).toBe(201);
  }
}

/** Signs a new technician of the laboratory in, and waits until its assets are on the device. */
export async function signIn(page: Page, laboratory: Laboratory): Promise<void> {
  const person = await createPerson('technician', 'Mia Metrologist');
  await laboratory.admin('POST', `/organizations/${laboratory.organization.id}/members`, { user_id: person.user.id });
  await page.goto(at('/sign-in'));
  await page.getByLabel('E-mail address').fill(person.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => url.pathname !== '/sign-in');
  await page.goto(at('/assets'));
  await see(page.getByText(laboratory.asset.asset_id).first()).toBeVisible({ timeout: 30_000 });
}

/** Opens the form of the laboratory's transmitter with twenty points in it. */
export async function beginCalibration(page: Page, laboratory: Laboratory): Promise<void> {
  await page.goto(at(`/assets/${laboratory.asset.id}/calibrate`));
  await page.getByLabel('Reference', { exact: true }).selectOption({ label: 'REF-001 Pt100 SPRT' });
  await page.getByRole('button', { name: 'Paste columns' }).click();
  await page
    .getByLabel('Columns as text')
    .fill(TWENTY_POINTS.map((point) => `${point.reference}\t${point.measured}`).join('\n'));
  await page.getByRole('button', { name: /^Paste \d/ }).click();
  await see(page.getByText(/^Pass$/).first()).toBeVisible();
}
