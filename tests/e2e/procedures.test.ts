/** A procedure: written, read, revised with its history, given to an asset, and its plan and limits on the calibrate screen without a network. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GOES_OFFLINE, keepFailure } from '../support/browser.ts';
import { openDemonstration, type Demonstration } from '../support/demonstration.ts';
import { TWENTY_POINTS } from '../support/laboratory.ts';
import { expectSound, faultsOnce, showTheme } from '../support/look-at.ts';
import { see } from '../support/see.ts';

let demonstration: Demonstration;
beforeAll(async () => {
  demonstration = await openDemonstration(GOES_OFFLINE);
}, 300_000);
afterAll(() => demonstration.close());

const main = () => demonstration.page.getByRole('main');
const press = (name: string | RegExp) => main().getByRole('button', { name }).click();

test('a procedure is written and read; a change is its next revision and is in the history', async () => {
  const { page, at } = demonstration;
  await page.goto(at('/procedures'));
  await see(main().getByText('No procedures yet')).toBeVisible();
  await expectSound(page, 'procedures-empty');
  await press('New procedure');
  await main().getByLabel('Code').fill('P-11');
  await main().getByLabel('Name').fill('Comparison in a bath');
  await main().getByLabel('Class of the reference').fill('Class 1 or better');
  await main().getByLabel('Text').fill('## Before\n\n1. Let it settle for **one hour**.\n\n<b>never bold</b>');
  await main().getByLabel('Temperature from').fill('18');
  await main().getByLabel('Temperature to').fill('28');
  for (const [i, nominal] of ['10', '90'].entries()) {
    await press('Add point');
    await main().getByLabel('Nominal value').nth(i).fill(nominal);
    await main().getByLabel('Direction').nth(i).selectOption('rising');
  }
  await main().getByLabel('Repeats').nth(1).fill('2');
  await expectSound(page, 'procedure-form');
  await press('Add procedure');
  await see(main().getByText('Revision 1,')).toBeVisible();
  await see(main().getByText('<b>never bold</b>')).toBeVisible();
  await see(main().getByText('one hour')).toBeVisible();
  await press('Edit');
  await main().getByLabel('Temperature to').fill('26');
  await press('Save');
  await see(main().getByText('Revision 2,')).toBeVisible();
  await see(main().locator('ins').filter({ hasText: '18 … 26' })).toBeVisible();
  await expectSound(page, 'procedure');
});

const nominals = () =>
  main()
    .locator('[data-row] [data-column="nominal"]')
    .evaluateAll((cells) => cells.map((cell) => (cell as HTMLInputElement).value));
/** 10 % of the span once and 90 % twice, as the procedure says, each approached from below. */
async function planned(asset: string): Promise<string[]> {
  const { body } = await demonstration.api<{ range_min: number; range_max: number }>('GET', `/assets/${asset}`);
  const at = (percent: number) => String(body.range_min + ((body.range_max - body.range_min) * percent) / 100);
  return [at(10), at(90), at(90)];
}
async function expectItsRows(rows: readonly string[]): Promise<void> {
  await see.poll(nominals).toEqual(rows);
  await see(main().getByRole('button', { name: /^Direction at .*: rising$/ })).toHaveCount(3);
}

test('its plan fills the rows of an asset that has it, and of another one by a press, without a network', async () => {
  const { page, context, at } = demonstration;
  const [own, other] = [await planned('TT-031'), await planned('TT-042')];
  await page.goto(at('/assets/TT-031/edit'));
  const field = main().getByRole('combobox', { name: 'Procedure' });
  await field.fill('p-11');
  await main().getByRole('option', { name: /P-11/ }).click();
  await press('Save');
  await see(main().getByText('P-11 Comparison in a bath')).toBeVisible();
  await page.goto(at('/procedures'));
  await see(main().getByRole('link', { name: /P-11/ })).toBeVisible();
  await expectSound(page, 'procedures');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  try {
    await main().getByRole('link', { name: /P-11/ }).click();
    await see(main().getByText('one hour')).toBeVisible();
    await page.goto(at('/assets/TT-031/calibrate'));
    await see(main().getByRole('heading', { name: 'Points' })).toBeVisible({ timeout: 60_000 });
    await see(
      main()
        .getByText(/3 planned points/)
        .first()
    ).toBeVisible();
    await expectItsRows(own);
    await page.goto(at('/assets/TT-042/calibrate'));
    await see(main().getByRole('heading', { name: 'Points' })).toBeVisible({ timeout: 60_000 });
    expect(await nominals()).not.toEqual(other);
    await press('Change');
    await main().getByLabel('Procedure followed').selectOption({ label: 'P-11 Comparison in a bath' });
    await see(main().getByText('Class of the reference required: Class 1 or better')).toBeVisible();
    await press('Create its 3 points');
    await expectItsRows(other);
  } finally {
    await context.setOffline(false);
  }
});

test('outside its limits the screen warns, asks before it saves, and the record keeps the warning', async () => {
  const { page, context, api, at, complaints } = demonstration;
  keepFailure(context, page);
  await page.goto(at('/assets/TT-031/calibrate'));
  await see(main().getByRole('heading', { name: 'Points' })).toBeVisible({ timeout: 60_000 });
  await context.setOffline(true);
  try {
    const outside = main().getByText('outside the limits of the procedure');
    await main().getByLabel('Temperature').first().fill('26,4');
    await see(outside).toHaveText(/Temperature 18 … 26/);
    await main().getByLabel('Temperature').first().fill('26');
    await see(outside).toHaveCount(0);
    await main().getByLabel('Temperature').first().fill('26,4');
    await expectSound(page, 'calibrate-outside-procedure');
    await main().getByLabel('Reference', { exact: true }).selectOption({ label: 'REF-001 Pt100 SPRT' });
    await press(/^As left$/);
    await press('Paste columns');
    const columns = TWENTY_POINTS.map(({ reference, measured }) => `${reference}\t${measured}`);
    await page.getByLabel('Columns as text').fill(columns.join('\n'));
    await page.getByRole('button', { name: /^Paste \d/ }).click();
    await see(main().getByText(/^Pass$/).first()).toBeVisible(); // prettier-ignore
    await press(/^Save/);
    const question = page.getByRole('alertdialog', { name: 'Is this right?' });
    await see(question.getByText('outside the limits of the procedure')).toBeVisible();
    await question.getByRole('button', { name: 'Save anyway' }).click();
    await see(question).toBeHidden();
    await see(main().getByText('Saved. Waiting on this device.')).toBeVisible();
    expect(await faultsOnce(page, { theme: 'dark', size: 'phone' })).toEqual([]);
    await showTheme(page, 'light');
  } finally {
    await context.setOffline(false);
  }
  await see(main().getByText(/Recorded as version/)).toBeVisible({ timeout: 60_000 });
  await expectSound(page, 'calibration-queued');
  const { body } = await api<{ id: string; warnings: { code: string }[] }[]>(
    'GET',
    '/assets/TT-031/calibrations?limit=1'
  );
  expect(body[0]?.warnings.map(({ code }) => code)).toContain('environment_outside_procedure');
  await page.goto(at(`/calibrations/${body[0]?.id}`));
  await see(main().getByText('outside the limits of the procedure').first()).toBeVisible();
  expect(complaints).toEqual([]);
});
