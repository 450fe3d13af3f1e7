/** What a customer must be able to believe: no impossible record, no reference in doubt without a reason, and no failed instrument called calibrated. */
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Asset } from '#lib/contracts/assets.ts';
import type { Calibration } from '#lib/contracts/calibrations.ts';
import { eventually } from '../support/api.ts';
import { makeDevice, picture } from '../support/browser.ts';
import { ANALYSIS, calibrationBody, PASSWORD, superadmin, type Laboratory } from '../support/laboratory.ts';
import { expectSound, showTheme } from '../support/look-at.ts';
import { at, beginCalibration, metrologistAtWork, type Metrologist } from '../support/metrologist.ts';
import { see } from '../support/see.ts';

let metrologist: Metrologist;
let laboratory: Laboratory;
let page: Page;
let context: BrowserContext;
let late: Asset;
let soon: { readonly asset: Asset; readonly calibrationId: string };

const STANDARD = { expanded_uncertainty: 0.03, coverage_factor: 2 };
const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** A reference of the laboratory and its calibration. */
async function addReference(asset_id: string, due_date: string) {
  const { admin, organization } = laboratory;
  const asset = await admin<Asset>('POST', '/assets', {
    asset_id, name: 'Standard', organization_id: organization.id, is_reference: true, unit: '°C'
  }); // prettier-ignore
  expect(asset.status, JSON.stringify(asset.body)).toBe(201);
  const calibration = await admin<Calibration>('POST', '/calibrations', {
    asset_ref: asset.body.id,
    kind: 'external',
    calibration_date: '2026-03-04',
    due_date,
    lab_name: 'National laboratory',
    lab_certificate_number: 'NL-2026-20',
    coefficients_only: { model: 'none', coefficients: [], ...STANDARD, unit: '°C' }
  });
  expect(calibration.status, JSON.stringify(calibration.body)).toBe(201);
  return { asset: asset.body, calibrationId: calibration.body.id };
}

beforeAll(async () => {
  metrologist = await metrologistAtWork(async (given) => {
    laboratory = given;
    late = (await addReference('REF-LATE', daysFromNow(-30))).asset;
    soon = await addReference('REF-SOON', daysFromNow(200));
  });
  ({ page, context } = metrologist);
}, 240_000);
afterAll(() => metrologist.close());

const reference = () => page.getByLabel('Reference', { exact: true });
const save = () => page.getByRole('button', { name: /^Save/ });
const lastOf = async (asset: Pick<Asset, 'id'>) =>
  (await laboratory.admin<Calibration[]>('GET', `/assets/${asset.id}/calibrations?limit=1`)).body[0];
/** In each theme, in each size. */
async function inEveryTheme(shown: Page, name: string): Promise<void> {
  for (const theme of ['dark', 'field', 'light'] as const) {
    await showTheme(shown, theme);
    await picture(shown, `${name}-${theme}`);
  }
}

test('a future day is refused; an implausible one is asked about once and kept as a remark', async () => {
  await beginCalibration(page, laboratory);
  const date = page.getByLabel('Date', { exact: true });
  await reference().selectOption({ label: 'REF-SOON Standard' });
  await date.fill('2031-05-05');
  await save().click();
  await see(page.getByText('This date is in the future.').first()).toBeVisible();
  await date.fill(daysFromNow(0));
  await page.getByLabel('Temperature').fill('900');
  await save().click();
  await see(page.getByText('Outside the possible range').first()).toBeVisible();
  await page.getByLabel('Temperature').fill('61');
  await save().click();
  const question = page.getByRole('alertdialog', { name: 'Is this right?' });
  await see(question.getByText('outside what is usual in a laboratory')).toBeVisible();
  await expectSound(page, 'unusual-asked');
  await question.getByRole('button', { name: 'Check again' }).click();
  await see(question).toBeHidden();
  await see(page.getByLabel('Temperature')).toHaveValue('61');
  await save().click();
  await question.getByRole('button', { name: 'Save anyway' }).click();
  await see(page.getByText(/Recorded as version/)).toBeVisible({ timeout: 60_000 });
  const record = await lastOf(laboratory.asset);
  expect(record?.warnings.map(({ code }) => code)).toContain('environment_unusual');
  expect(record?.environment?.temperature_c).toBe(61);
}, 240_000);

test('an overdue reference wants a reason, which the record carries', async () => {
  await beginCalibration(page, laboratory);
  await reference().selectOption({ label: 'REF-LATE Standard, Overdue' });
  await save().click();
  await see(page.getByText('Reason for this reference missing')).toBeVisible();
  const reason = page.getByLabel('Why you are using it anyway');
  await see(reason).toBeFocused();
  await inEveryTheme(page, 'reference-reason');
  await expectSound(page, 'reference-reason');
  await reason.fill('The next one is at the national laboratory');
  await save().click();
  await see(page.getByText(/Recorded as version/)).toBeVisible({ timeout: 60_000 });
  const record = await lastOf(laboratory.asset);
  expect(record).toMatchObject({
    reference_asset_id: late.id,
    reference_reason: 'The next one is at the national laboratory'
  });
  await page.goto(at(`/calibrations/${record?.id}`));
  await see(page.getByText('The next one is at the national laboratory').first()).toBeVisible();
}, 240_000);

test('a reference voided while the technician was offline: held, said everywhere, kept with a reason, issued', async () => {
  const { admin } = laboratory;
  await beginCalibration(page, laboratory);
  await reference().selectOption({ label: 'REF-SOON Standard' });
  await context.setOffline(true);
  await save().click();
  await see(page.getByText('Saved. Waiting on this device.')).toBeVisible();
  expect((await admin('DELETE', `/calibrations/${soon.calibrationId}`, { reason: 'wrong bath' })).status).toBe(200);
  await context.setOffline(false);
  await see(page.getByText(/with a problem\./)).toBeVisible({ timeout: 60_000 });
  const record = await lastOf(laboratory.asset);
  expect(record?.certificate).toMatchObject({ state: 'held', held_for: ['reference_voided'] });

  await page.goto(at('/queue'));
  const row = page.locator('[data-held]');
  await see(row).toContainText('Recorded with a problem: its certificate is held.');
  await inEveryTheme(page, 'queue-held');
  await expectSound(page, 'queue-held');
  await page.goto(at('/'));
  await see(page.locator('[data-attention="held"]')).toContainText('One certificate is held');
  await see(page.locator('[data-attention="held"]')).toContainText('An administrator must decide.');
  await page.goto(at(`/calibrations/${record?.id}`));
  await see(page.getByText(/is held: an administrator must decide/)).toBeVisible();
  await see(page.getByRole('button', { name: 'Keep with a reason' })).toHaveCount(0);

  const manager = await makeDevice();
  const desk = await manager.open('desktop');
  const me = (await (await superadmin()).api<{ email: string }>('GET', '/users/me')).body;
  await desk.page.goto(at('/sign-in'));
  await desk.page.getByLabel('E-mail address').fill(me.email);
  await desk.page.getByLabel('Password').fill(PASSWORD);
  await desk.page.getByRole('button', { name: 'Sign in' }).click();
  await desk.page.waitForURL((url) => url.pathname !== '/sign-in');
  await desk.page.goto(at(`/calibrations/${record?.id}`));
  await see(desk.page.getByRole('button', { name: 'Keep with a reason' })).toBeVisible({ timeout: 60_000 });
  await inEveryTheme(desk.page, 'record-held');
  await expectSound(desk.page, 'record-held');
  await desk.page.getByRole('button', { name: 'Keep with a reason' }).click();
  const dialog = desk.page.getByRole('alertdialog');
  await see(dialog.getByRole('button', { name: 'Keep with a reason' })).toBeDisabled();
  await dialog.getByLabel('Reason').fill('The bath was checked afterwards');
  await expectSound(desk.page, 'keep-dialog');
  await dialog.getByRole('button', { name: 'Keep with a reason' }).click();
  await see(desk.page.getByText('The bath was checked afterwards')).toBeVisible();
  await eventually(async () => (await lastOf(laboratory.asset))?.certificate?.state === 'issued', 60);
  await see(desk.page.getByText(/issued and signed/)).toBeVisible({ timeout: 60_000 });
  await picture(desk.page, 'record-kept');
  await desk.context.close();
  await manager.remove();
  expect(manager.complaints).toEqual([]);
  // The author's device learns of it.
  await page.goto(at('/queue'));
  await see(page.getByText(/Version \d/).first()).toBeVisible();
  await see(row).toHaveCount(0, { timeout: 60_000 });
}, 300_000);

test('a reference out of service is marked everywhere and needs a reason until it is back', async () => {
  const { asset } = await addReference('REF-AWAY', daysFromNow(200));
  await page.goto(at(`/assets/${asset.asset_id}`));
  await see(page.getByRole('heading', { level: 1, name: /REF-AWAY/ })).toBeVisible({ timeout: 60_000 });
  await page.goto(at(`/assets/${asset.asset_id}/edit`));
  await page.getByRole('button', { name: 'Take out of service' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Take REF-AWAY out of service?' });
  await see(dialog.getByRole('button', { name: 'Take out of service' })).toBeDisabled();
  await dialog.getByLabel('Reason').fill('Dropped on the floor');
  await dialog.getByLabel('Expected back').fill(daysFromNow(20));
  await inEveryTheme(page, 'out-of-service-dialog');
  await expectSound(page, 'out-of-service-dialog');
  await dialog.getByRole('button', { name: 'Take out of service' }).click();
  await see(page.getByText(/^Out of service since .*: Dropped on the floor/)).toBeVisible({ timeout: 60_000 });
  await inEveryTheme(page, 'asset-out-of-service');
  await expectSound(page, 'asset-out-of-service');
  await page.goto(at('/assets?filter=out_of_service'));
  await see(page.locator('[data-row]')).toHaveCount(1);
  await see(page.locator('[data-row]')).toContainText('Out of service');
  await picture(page, 'assets-out-of-service');

  await beginCalibration(page, laboratory);
  await reference().selectOption({ label: 'REF-AWAY Standard, Out of service' });
  await save().click();
  await see(page.getByText('Reason for this reference missing')).toBeVisible();
  await page.getByLabel('Why you are using it anyway').fill('Compared before and after');
  await save().click();
  await see(page.getByText(/Recorded as version/)).toBeVisible({ timeout: 60_000 });
  const record = await lastOf(laboratory.asset);
  expect(record).toMatchObject({ reference_asset_id: asset.id, reference_reason: 'Compared before and after' });
  await page.goto(at(`/calibrations/${record?.id}`));
  await see(page.getByText('The reference was out of service when this calibration was recorded.')).toBeVisible();

  await page.goto(at(`/assets/${asset.asset_id}/edit`));
  await page.getByRole('button', { name: 'Put back into service' }).click();
  await see(page.getByRole('heading', { level: 1, name: /REF-AWAY/ })).toBeVisible();
  // Its history below goes on naming what has changed.
  await see(page.getByText(/^Out of service since/)).toHaveCount(0, { timeout: 60_000 });
  await page.goto(at('/assets?filter=out_of_service'));
  await see(page.getByText('No matching assets')).toBeVisible();
}, 240_000);

test('an instrument that has failed is called so in lists, filter, counts and on the home page, until it is voided', async () => {
  const { admin, technician, multi } = laboratory;
  const channel_id = multi.channels[0]?.id ?? '';
  const points = ANALYSIS.points.map((point) => ({ ...point, measured: point.measured + 2 }));
  const body = await calibrationBody(laboratory, { ...ANALYSIS, fit: { model: 'none' }, points });
  const failed = await technician<Calibration>('POST', '/calibrations', { ...body, asset_ref: multi.id, channel_id });
  expect(failed.body.conforms, JSON.stringify(failed.body).slice(0, 300)).toBe(false);
  await page.goto(at('/'));
  await see(page.locator('[data-attention="failed"]')).toContainText(multi.asset_id, { timeout: 60_000 });
  await inEveryTheme(page, 'home-attention');
  await expectSound(page, 'home-attention');
  await page.locator('[data-attention="failed"] .say').click();
  await see(page.getByRole('button', { name: /^Failed/ })).toHaveAttribute('aria-pressed', 'true');
  await see(page.locator('[data-row]')).toHaveCount(1);
  await see(page.locator('[data-row]')).toContainText('Failed');
  await inEveryTheme(page, 'assets-failed');
  await expectSound(page, 'assets-failed');
  await page.goto(at(`/assets/${multi.asset_id}`));
  await see(page.locator('header').getByText('Failed').first()).toBeVisible();
  await picture(page, 'asset-failed');
  const listed = await technician<Asset[]>(
    'GET',
    `/assets?verdict=failed&organization_id=${laboratory.organization.id}`
  );
  expect(listed.body.map(({ asset_id }) => asset_id)).toEqual([multi.asset_id]);
  expect((await admin('DELETE', `/calibrations/${failed.body.id}`)).status).toBe(200);
  await see(page.locator('header').getByText('Failed')).toHaveCount(0, { timeout: 60_000 });
  await page.goto(at('/notifications'));
  await see(page.getByText(`${multi.asset_id} was out of tolerance as found`)).toBeVisible({ timeout: 60_000 });
}, 240_000);
