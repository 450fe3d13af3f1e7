/** What a metrologist may ask of one analysis, typed on the screen, saved, and read back as it was typed. */
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Asset } from '#lib/contracts/assets.ts';
import type { Calibration } from '#lib/contracts/calibrations.ts';
import { eventually } from '../support/api.ts';
import { keepFailure } from '../support/browser.ts';
import type { Laboratory } from '../support/laboratory.ts';
import { expectSound } from '../support/look-at.ts';
import { at, metrologistAtWork, type Metrologist } from '../support/metrologist.ts';
import { see } from '../support/see.ts';

let metrologist: Metrologist;
let laboratory: Laboratory;
let context: BrowserContext;
let page: Page;

const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
const field = (name: string) => page.getByRole('textbox', { name, exact: true });

beforeAll(async () => {
  metrologist = await metrologistAtWork();
  ({ laboratory, context, page } = metrologist);
}, 240_000);
afterAll(() => metrologist.close());

/** The latest calibration of an asset, as the laboratory has it, once it has that many. */
async function recorded(asset: Asset, count: number): Promise<Calibration> {
  return eventually(async () => {
    const { body } = await laboratory.technician<Calibration[]>('GET', `/assets/${asset.id}/calibrations`);
    if (body.length < count) return undefined;
    const latest = body.toSorted((a, b) => b.version - a.version)[0];
    return (await laboratory.technician<Calibration>('GET', `/calibrations/${latest?.id}`)).body;
  }, 60);
}

/** Nominal, reference and indication of each point, up and down again, with decimal commas. */
const CYCLE = [
  ['0,01', '0,05'],
  ['50,02', '50,10'],
  ['100,01', '100,13'],
  ['100,00', '100,11'],
  ['50,00', '50,02'],
  ['0,00', '0,00']
] as const;

test('rising and falling points are laid out, typed, and turned round by a key', async () => {
  keepFailure(context, page);
  await page.goto(at(`/assets/${laboratory.asset.id}/calibrate`));
  await page.getByLabel('Reference', { exact: true }).selectOption({ label: 'REF-001 Pt100 SPRT' });
  await press('Change');
  await field('Number').fill('3');
  await field('from').fill('0');
  await field('to').fill('100');
  await page.getByLabel('and down again').check();
  await press('Create nominal points');
  await page.getByLabel('Model').selectOption('linear');
  const directions = page.getByRole('button', { name: /^Direction at/ });
  await see(directions).toHaveCount(6);
  for (const [i, [reference, indication]] of CYCLE.entries()) {
    await page
      .getByLabel(/^Reference at/)
      .nth(i)
      .fill(reference);
    await page
      .getByLabel(/^Indication at/)
      .nth(i)
      .fill(indication);
  }
  await see(directions.nth(3)).toHaveAccessibleName('Direction at 100: falling');
  await directions.nth(0).focus();
  await page.keyboard.press('Space');
  await see(directions.nth(0)).toHaveAccessibleName('Direction at 0: falling');
  await press('Undo');
  await see(directions.nth(0)).toHaveAccessibleName('Direction at 0: rising');
});

test('a divisor, further values and trials are asked for, each behind its own fold', async () => {
  keepFailure(context, page);
  await press('Add a contribution');
  await field('Name').fill('Bath');
  await field('Half-width').fill('0,02');
  await see(page.getByLabel('Divisor', { exact: true })).toBeHidden();
  await page.getByText('Other divisor').click();
  await field('Divisor').fill('1,8');
  await page.getByText('Give the curve at further values').click();
  await page.getByLabel('Values of these indications').fill('10; 20,5 (0,02)');
  await page.getByLabel('Indications of these values').fill('75');
  await page.getByText('Risk of this procedure', { exact: true }).click();
  await page.getByLabel('What you know about such instruments').selectOption('share');
  await page.getByRole('textbox', { name: 'Share in tolerance' }).fill('97,5');
  await page.getByLabel('Save with a Monte Carlo check of the budget').check();
  await page.getByLabel('Trials to save').selectOption('100000');
  await field('Seed').fill('7');
  await see(page.getByText(/^Pass$/).first()).toBeVisible();
  await expectSound(page, 'calibrate-directions');
});

test('points that check the curve are typed by keyboard, and kept as a draft', async () => {
  keepFailure(context, page);
  await press('Verify the curve with further points');
  await see(page.getByLabel(/^Reference at/).first()).toBeFocused();
  for (const key of ['25,00', 'Tab', '25,03', 'Enter', '75,00', 'Tab', '75,09']) {
    if (key === 'Tab' || key === 'Enter') await page.keyboard.press(key);
    else await page.keyboard.insertText(key);
  }
  await see(page.getByText('2 of 3')).toBeVisible();
  await expectSound(page, 'calibrate-verification');
  // Left and opened again inside the app: what still waits is stored while the page is left.
  await page.locator('a.back').click();
  await page
    .getByRole('main')
    .getByRole('link', { name: /Calibrate/ })
    .first()
    .click();
  await press('Verification');
  await see(page.getByLabel(/^Indication at/).nth(1)).toHaveValue('75.09');
  await see(page.getByText('2 verification points')).toBeVisible();
});

test('trials that are cancelled leave the calibration unsaved, with everything still there', async () => {
  keepFailure(context, page);
  await press('Change');
  await page.getByLabel('Trials to save').selectOption('10000000');
  await press(/^Save/);
  await see(page.getByText('Running trials:')).toBeVisible();
  await press('Cancel');
  await see(page.getByText(/^Not saved: the Monte Carlo trials were cancelled/)).toBeVisible();
  await page.getByLabel('Trials to save').selectOption('100000');
  await see(page.getByLabel(/^Indication at/).nth(1)).toHaveValue('75.09');
});

test('all of it is saved, computed again by the laboratory, and read back', async () => {
  keepFailure(context, page);
  await press(/^Save/);
  await see(page.getByText(/version 1/i).first()).toBeVisible({ timeout: 60_000 });
  const { id, analysis_request: request, result } = await recorded(laboratory.asset, 1);
  expect(request?.points.map(({ direction, nominal, group }) => [direction, nominal, group])).toEqual([
    ['up', 0, undefined],
    ['up', 50, undefined],
    ['up', 100, undefined],
    ['down', 100, undefined],
    ['down', 50, undefined],
    ['down', 0, undefined]
  ]);
  expect(request).toMatchObject({
    verification_points: [
      { reference: 25, measured: 25.03 },
      { reference: 75, measured: 75.09 }
    ],
    evaluate_at: [10, { measured: 20.5, u_measured: 0.02 }],
    inverse_at: [75],
    uncertainty: {
      contributions: [{ name: 'Bath', value: 0.02, divisor: 1.8 }],
      monte_carlo: { trials: 100_000, seed: 7 }
    }
  });
  expect(result?.monte_carlo).toMatchObject({ trials: 100_000, seed: 7 });
  expect(request?.conformity?.population).toEqual({ in_tolerance: 0.975 });
  expect(result?.conformity?.procedure_risk?.conforming).toBeCloseTo(0.975, 10);
  expect(result?.budget.find(({ name }) => name === 'Bath')?.divisor).toBe(1.8);
  await page.goto(at(`/calibrations/${id}`));
  const check = page.locator('section', { has: page.getByRole('heading', { name: 'Verification after the fit' }) });
  await see(check.getByRole('row')).toHaveCount(3);
  await see(check.getByRole('cell', { name: 'Pass' })).toHaveCount(2);
  const hysteresis = page.locator('section', { has: page.getByRole('heading', { name: 'Hysteresis', exact: true }) });
  await see(hysteresis.getByText(/^at most 0\.0\d+/)).toBeVisible();
  await see(hysteresis.getByRole('row')).toHaveCount(4);
  await see(page.getByRole('heading', { name: 'The curve at further indications' })).toBeVisible();
  await see(page.getByRole('heading', { name: 'Indications for wanted values' })).toBeVisible();
  await expectSound(page, 'calibration-verification');
  await page.getByRole('tab', { name: 'Monte Carlo' }).click();
  await see(page.getByText(/100,000 trials, seed 7/)).toBeVisible();
  await page.getByRole('tab', { name: 'Risks' }).click();
  await see(page.getByRole('heading', { name: 'Risk of this procedure' })).toBeVisible();
  await see(page.getByText(/^Assumed, not measured: the errors of such instruments/)).toBeVisible();
  await see(page.getByText('97.50')).toBeVisible();
  await expectSound(page, 'calibration-procedure-risk');
});

test('a certificate without points is typed by the names that it gives its coefficients', async () => {
  keepFailure(context, page);
  await page.goto(at(`/assets/${laboratory.reference.id}/calibrate`));
  await page.getByLabel('Laboratory', { exact: true }).fill('National laboratory');
  await page.getByLabel('Certificate number').fill('NL-9');
  await press('Coefficients');
  await page.getByLabel('Stated U').fill('0,01');
  const model = page.getByLabel('Model');
  await model.selectOption('interpolation');
  await see(page.getByLabel(/^Indication \d/)).toHaveCount(2);
  await expectSound(page, 'calibrate-coefficients-interpolation');
  await model.selectOption('rational');
  await see(page.getByLabel(/in the denominator/)).toHaveCount(1);
  await model.selectOption('steinhart_hart');
  for (const name of ['A', 'B', 'C']) await see(field(name)).toBeVisible();
  await model.selectOption('custom');
  await page.getByLabel('Formula for the corrected value').fill('gain·y + zero');
  await field('gain').fill('1,0002');
  await field('zero').fill('−0,013');
  await expectSound(page, 'calibrate-coefficients');
  await press(/^Save/);
  await see(page.getByText(/Open version/).first()).toBeVisible({ timeout: 30_000 });
  const { id, coefficients_only: stated } = await eventually(async () => {
    const calibration = await recorded(laboratory.reference, 2);
    return calibration.coefficients_only ? calibration : undefined;
  }, 60);
  expect(stated).toMatchObject({ model: 'custom', expression: 'gain*y + zero', coefficients: [1.0002, -0.013] });
  await page.goto(at(`/calibrations/${id}`));
  await see(page.getByText('f(y) = gain*y + zero')).toBeVisible();
  await see(page.getByText('1.0002', { exact: true })).toBeVisible();
});

test('no page of them broke a script or the content security policy', () => {
  expect(metrologist.complaints).toEqual([]);
});
