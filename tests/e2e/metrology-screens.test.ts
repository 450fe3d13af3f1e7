/**
 * What a metrologist asks of the screens: a formula of one's own, weights, trials that can be cancelled, health and comparison,
 * also without a network.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Calibration } from '#lib/contracts/calibrations.ts';
import type { AnalysisResult } from '#lib/metrology/types.ts';
import { eventually } from '../support/api.ts';
import { GOES_OFFLINE, keepFailure, makeDevice } from '../support/browser.ts';
import { execute } from '../support/database.ts';
import { TWENTY_POINTS, type Laboratory } from '../support/laboratory.ts';
import { expectSound } from '../support/look-at.ts';
import {
  at,
  beginCalibration,
  DRIFTING,
  metrologistAtWork,
  recordDrift,
  signIn,
  type Metrologist
} from '../support/metrologist.ts';
import { see } from '../support/see.ts';

/** The sentence on a drift of 0.04 °C a year. */
const DRIFTS = /The error changes by \+0\.0[34]\d*\s°C a year/;

let metrologist: Metrologist;
let laboratory: Laboratory;
let context: BrowserContext;
let page: Page;

const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
const tab = (name: string) => page.getByRole('tab', { name }).click();

beforeAll(async () => {
  metrologist = await metrologistAtWork(recordDrift, GOES_OFFLINE);
  ({ laboratory, context, page } = metrologist);
}, 240_000);
afterAll(() => metrologist.close());

/** The version that was just saved, as the laboratory has it. */
async function recordedVersion(version: number): Promise<Calibration> {
  return eventually(async () => {
    const { body } = await laboratory.technician<Calibration[]>('GET', `/assets/${laboratory.asset.id}/calibrations`);
    const found = body.find((calibration) => calibration.version === version);
    if (!found) return undefined;
    return (await laboratory.technician<Calibration>('GET', `/calibrations/${found.id}`)).body;
  }, 60);
}

test('a formula of one’s own: its faults stand beside it, its start values are found, and it is recorded', async () => {
  keepFailure(context, page);
  await beginCalibration(page, laboratory);
  await press('Change');
  await page.getByLabel('Model').selectOption('custom');
  const formula = page.getByLabel('Formula for the corrected value');
  await formula.fill('c0 + c1*y + log(y)');
  await see(page.getByText('“log” is ambiguous: write ln or log10.').first()).toBeVisible();
  await see(formula).toHaveAttribute('aria-invalid', 'true');
  await formula.fill('c0 + c1*y + c2*');
  await see(page.getByText('The formula is incomplete: something is missing at the end.').first()).toBeVisible();
  await formula.fill('c0 + c1*y + c2*sqrt(y + 1)');
  await see(formula).not.toHaveAttribute('aria-invalid', 'true');
  for (const name of ['c0', 'c1', 'c2']) await see(page.getByLabel(`Start value of ${name}`)).toHaveValue('1');
  await page.getByLabel('Start value of c0').fill('0,5');
  await see(page.getByText(/^f\(y\) = /).first()).toBeVisible();
  await expectSound(page, 'calibrate-formula');
  await press(/^Save/);
  await see(page.getByText(/version 1/i).first()).toBeVisible({ timeout: 30_000 });
  const { analysis_request, result } = await recordedVersion(1);
  expect(analysis_request?.fit).toMatchObject({
    model: 'custom',
    expression: 'c0 + c1*y + c2*sqrt(y + 1)',
    start: [0.5, 1, 1]
  });
  expect(result?.fit.coefficients).toHaveLength(3);
});

test('weights: each point has its uncertainty beside it, and a point without one is named', async () => {
  keepFailure(context, page);
  await beginCalibration(page, laboratory);
  await press('Change');
  await page.getByLabel('Model').selectOption('linear');
  await page.getByLabel('Method').selectOption('wls');
  await see(page.getByText('This method needs u(x) or u(y) at every point.').first()).toBeVisible();
  const cells = page.getByLabel(/^Standard uncertainty of the reference at/);
  await see(cells).toHaveCount(20);
  for (let i = 0; i < 20; i++) await cells.nth(i).fill(i < 10 ? '0,02' : '0,03');
  await see(page.getByText('This method needs u(x) or u(y) at every point.')).toHaveCount(0);
  await expectSound(page, 'calibrate-weighted');
  await press(/^Save/);
  await see(page.getByText(/version 2/i).first()).toBeVisible({ timeout: 30_000 });
  const { analysis_request, result } = await recordedVersion(2);
  expect(analysis_request?.fit.method).toBe('wls');
  expect(analysis_request?.points.map((point) => point.u_reference)).toEqual(
    TWENTY_POINTS.map((_point, i) => (i < 10 ? 0.02 : 0.03))
  );
  expect(result?.fit.chi_squared?.p).toBeGreaterThan(0);
});

test('Monte Carlo runs on demand, is cancelled at once, and says whether it confirms the budget', async () => {
  keepFailure(context, page);
  const { id } = await recordedVersion(2);
  await page.goto(at(`/calibrations/${id}`));
  await tab('Monte Carlo');
  await see(page.getByRole('progressbar')).toHaveCount(0);
  await page.getByLabel('Trials').selectOption({ label: '10,000,000 trials' });
  await press('Run Monte Carlo');
  await see(page.getByRole('progressbar')).toBeVisible();
  await press('Cancel');
  await see(page.getByText('Cancelled. Nothing was changed.')).toBeVisible();
  await see(page.getByRole('progressbar')).toHaveCount(0);
  // A hundred thousand leave the ends of the interval to chance; ten million settle them.
  await page.getByLabel('Trials').selectOption({ label: '100,000 trials' });
  await press('Run Monte Carlo');
  await see(page.getByText('Too few trials for a conclusion')).toBeVisible({ timeout: 60_000 });
  await see(page.getByText(/100,000 trials, seed 1/)).toBeVisible();
  await page.getByLabel('Trials').selectOption({ label: '10,000,000 trials' });
  await press('Run Monte Carlo');
  await see(page.getByText('Monte Carlo confirms the budget')).toBeVisible({ timeout: 120_000 });
  await expectSound(page, 'calibration-monte-carlo');
  await tab('Fit');
  await see(page.getByRole('img', { name: /^Quantile plot of 20/ })).toBeVisible();
  await see(page.getByRole('img', { name: /Cook’s distance/ })).toBeVisible();
  await expectSound(page, 'calibration-fit');
  await tab('Risks');
  await see(page.getByRole('columnheader', { name: 'TUR' })).toBeVisible();
  await expectSound(page, 'calibration-risks');
  await tab('Budget');
  await page.getByText('Formula and budget in words').click();
  await see(page.getByText('JCGM 100, G.4.1')).toBeVisible();
  await expectSound(page, 'calibration-words');
});

test('health: drift with its prediction, and the interval with its reason', async () => {
  keepFailure(context, page);
  await page.goto(at(`/assets/${DRIFTING}`));
  await page.getByRole('main').getByRole('link', { name: 'Health' }).click();
  await see(page.getByRole('heading', { name: /^Error as found at/ })).toBeVisible();
  await see(page.getByRole('heading', { name: /^Change since 2 Mar 2026 at/ })).toBeVisible();
  await see(page.getByText(DRIFTS).first()).toBeVisible();
  await see(page.getByText(/Its 95 % prediction reaches the tolerance on/).first()).toBeVisible();
  await see(page.getByRole('heading', { name: 'Recommended interval' })).toBeVisible();
  await see(page.locator('.u-wrap canvas').first()).toBeVisible();
  await expectSound(page, 'health');
});

test('an instrument with one calibration shows what a second one will add', async () => {
  keepFailure(context, page);
  await page.goto(at(`/assets/${laboratory.reference.id}/health`));
  await see(page.getByRole('heading', { name: 'A history needs at least two calibrations' })).toBeVisible();
});

test('compare: curves over each other, and the pair that is chosen as a difference inside both uncertainties', async () => {
  keepFailure(context, page);
  await page.goto(at(`/assets/${DRIFTING}/compare`));
  await see(page.getByRole('heading', { name: 'Version 4 minus version 3' })).toBeVisible();
  await see(page.getByRole('img', { name: /^3 curves drawn over each other/ })).toBeVisible();
  await page.getByRole('checkbox', { name: /version 1/i }).check();
  await see(page.getByRole('img', { name: /^4 curves drawn over each other/ })).toBeVisible();
  await press('1 and 4');
  await see(page.getByRole('heading', { name: 'Version 4 minus version 1' })).toBeVisible();
  await see(page.getByText('differs').first()).toBeVisible();
  await expectSound(page, 'compare');
});

test('a curve is read backwards: the indication of a wanted value, or why there is none', async () => {
  keepFailure(context, page);
  await page.goto(at(`/assets/${DRIFTING}`));
  await page.getByText('Which indication gives the value you want?').click();
  await page.getByLabel('Wanted value').fill('50,0');
  await see(page.getByText(/50\.2\d\d? ± 0\.0\d+/)).toBeVisible();
  await page.getByLabel('Wanted value').fill('500');
  await see(page.getByText('The curve does not reach this value in the measured range.')).toBeVisible();
});

test('a reference lists what was calibrated with it', async () => {
  keepFailure(context, page);
  await page.goto(at(`/assets/${laboratory.reference.id}`));
  await see(page.getByRole('heading', { name: 'Used as reference for' })).toBeVisible();
  await see(page.getByRole('listitem').filter({ hasText: 'TT-042' }).first()).toBeVisible();
  await page.goto(at(`/assets/${laboratory.reference.id}/calibrate`));
  await see(page.getByRole('button', { name: 'External' })).toHaveAttribute('aria-pressed', 'true');
});

test('health needs no network: the device holds what it is computed from', async () => {
  keepFailure(context, page);
  await page.goto(at(`/assets/${DRIFTING}/health`));
  await see(page.getByText(DRIFTS).first()).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await context.setOffline(true);
  try {
    await page.reload();
    await see(page.getByText(DRIFTS).first()).toBeVisible({ timeout: 30_000 });
  } finally {
    await context.setOffline(false);
  }
});

test('a calibration that the device does not hold comes when the network returns', async () => {
  keepFailure(context, page);
  const { body } = await laboratory.technician<Calibration[]>('GET', `/assets/${DRIFTING}/calibrations`);
  await page.goto(at(`/assets/${DRIFTING}`));
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await context.setOffline(true);
  try {
    await page.goto(at(`/calibrations/${body.at(-1)?.id ?? ''}`));
    await see(page.getByRole('heading', { name: 'This calibration is not on this device' })).toBeVisible();
  } finally {
    await context.setOffline(false);
  }
  await see(page.getByRole('heading', { name: 'Points' })).toBeVisible({ timeout: 30_000 });
});

const id = randomUUID();
type Frozen = { readonly name: string; readonly request: object; readonly result: AnalysisResult };
/** What engine 3.6.1 computed of readings that it took for repeats. */
function frozenAnalysis(): Omit<Frozen, 'name'> {
  const file = resolve(import.meta.dirname, '../sync/queue-of-engine-3.6.1.json');
  const found = (JSON.parse(readFileSync(file, 'utf8')) as Frozen[]).find(({ name }) => name === 'repeated');
  if (found === undefined) throw new Error('no such analysis');
  return { request: found.request, result: found.result };
}

test('a record whose repeats nobody had declared is evaluated again on the device, and nothing is saved', async () => {
  keepFailure(context, page);
  const analysis = frozenAnalysis();
  const answer = await laboratory.technician('POST', '/calibrations', {
    id,
    asset_ref: laboratory.asset.id,
    kind: 'external',
    calibration_date: '2025-01-15',
    lab_name: 'National laboratory',
    lab_certificate_number: 'NL-361',
    analysis
  });
  expect(answer.status).toBe(201);
  await page.goto(at(`/calibrations/${id}`));
  await press('Evaluate again with today’s engine');
  await see(page.getByText('By today’s rules, U differs; all verdicts are the same.')).toBeVisible();
  const again = page.locator('section', { has: page.getByRole('heading', { name: 'Evaluate again' }) });
  await see(again.getByRole('row', { name: /^Expanded uncertainty/ })).toHaveText(/0\.040\s°C\s*0\.031\s°C/);
  await see(again.getByRole('row', { name: /^As found/ })).toHaveText(/Pass\s*Pass/);
  await expectSound(page, 'calibration-again');
  const { body } = await laboratory.technician<Calibration>('GET', `/calibrations/${id}`);
  expect(body.result?.expanded_uncertainty_rounded.text).toBe('0.040');
});

test('a record of an engine of before is computed again by that engine, on the device', async () => {
  // The laboratory cannot do this: what is recorded is never edited, so its triggers are switched off.
  const { request, result } = frozenAnalysis();
  const text = (value: object) => `'${JSON.stringify(value).replaceAll("'", "''")}'`;
  const { points, ...rest } = result;
  await execute(
    inject('databaseUrl'),
    `SET LOCAL session_replication_role = replica;
     UPDATE calibrations SET engine = '3.6.1', analysis_request = ${text(request)}, result = ${text(rest)}
     WHERE id = '${id}';
     UPDATE calibration_points SET result = ${text(points)}::jsonb -> position WHERE calibration_id = '${id}'`
  );
  // Without triggers, no device that had pulled the record learns of it: another one pulls it for the first time.
  const device = await makeDevice();
  const other = await device.open();
  keepFailure(other.context, other.page);
  await signIn(other.page, laboratory);
  await other.page.goto(at(`/calibrations/${id}`));
  await other.page.getByRole('button', { name: 'Compute again with engine 3.6.1' }).click();
  await see(other.page.getByText('Engine 3.6.1 reproduces the result of this record exactly.')).toBeVisible();
  expect(device.complaints).toEqual([]);
  await other.context.close();
  await device.remove();
});

test('no page of them broke a script or the content security policy', () => {
  expect(metrologist.complaints).toEqual([]);
});
