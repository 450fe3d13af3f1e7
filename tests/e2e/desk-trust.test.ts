/** What a technician must be able to believe of the desk: on a new device, in two tabs, when a save lacks something, when a worker fails. */
import type { BrowserContext, Page, Route } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Asset } from '#lib/contracts/assets.ts';
import { keepFailure, makeDevice, type Device } from '../support/browser.ts';
import { ANALYSIS, calibrationBody, createPerson, PASSWORD, type Laboratory } from '../support/laboratory.ts';
import { expectSound } from '../support/look-at.ts';
import { at, DRIFTING, metrologistAtWork, recordDrift, type Metrologist } from '../support/metrologist.ts';
import { see } from '../support/see.ts';

let metrologist: Metrologist;
let laboratory: Laboratory;
let drifting: Asset;

beforeAll(async () => {
  metrologist = await metrologistAtWork(recordDrift);
  laboratory = metrologist.laboratory;
  const { body } = await laboratory.technician<Asset[]>(
    'GET',
    `/assets?q=${DRIFTING}&organization_id=${laboratory.organization.id}`
  );
  [drifting] = body as [Asset];
}, 240_000);
afterAll(() => metrologist.close());

/** A connection as at the edge of a hall: 400 ms there and back, 40 kB a second. */
async function throttle(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  const [latency, throughput] = [400, 40_000];
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false, latency, downloadThroughput: throughput, uploadThroughput: throughput
  }); // prettier-ignore
}

/** A technician of the laboratory at a device that has nothing yet; calibrations wait in their pull until `open` is called. */
async function newDevice(device: Device) {
  const person = await createPerson('technician', 'Nora New');
  await laboratory.admin('POST', `/organizations/${laboratory.organization.id}/members`, { user_id: person.user.id });
  const { context, page } = await device.open('tablet');
  keepFailure(context, page);
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  await context.route(/sync\/pull\?collection=(calibrations|calibration_details)/, async (route: Route) => {
    await opened;
    await route.continue().catch(() => {});
  });
  await page.goto(at('/sign-in'));
  await page.getByLabel('E-mail address').fill(person.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => url.pathname !== '/sign-in');
  await page.goto(at('/assets'));
  await see(page.getByText(DRIFTING).first()).toBeVisible({ timeout: 60_000 });
  return { context, page, open };
}

const desk = () => at(`/assets/${drifting.id}/calibrate`);
/** Five points that hang near the line. */
async function typeFive(page: Page): Promise<void> {
  for (const [i, value] of ['0', '25', '50', '75', '100'].entries()) {
    await page
      .getByLabel(/^Reference at/)
      .nth(i)
      .fill(value);
    await page
      .getByLabel(/^Indication at/)
      .nth(i)
      .fill(`${value}.04`);
  }
}
const nominals = (page: Page) => page.locator('[data-row] [data-column="nominal"]');

test('on a new device the desk fetches the history out of turn: plan and correction are those of a complete device', async () => {
  const device = await makeDevice();
  const { context, page } = await newDevice(device);
  await throttle(context, page);
  await page.goto(desk());
  await see(page.getByText('As found with the correction of version 4')).toBeVisible({ timeout: 60_000 });
  await see(nominals(page)).toHaveCount(20);
  await see(page.getByText('Not on this device yet:')).toHaveCount(0);
  await context.close();
  await device.remove();
});

test('if it cannot be fetched, the desk says what is missing; started without it, the desk asks once it arrives', async () => {
  const device = await makeDevice();
  const { context, page, open } = await newDevice(device);
  const refuse = (route: Route) => route.abort();
  await context.route(/api\/v1\/(assets|calibrations)/, refuse);
  await page.goto(desk());
  await see(page.getByText('Some data for this calibration has not reached this device yet.')).toBeVisible();
  await see(page.getByText('The calibrations of this instrument')).toBeVisible();
  await expectSound(page, 'calibrate-lacking');
  await page.getByRole('button', { name: 'Start without it' }).click();
  await see(page.getByText('Not on this device yet:')).toBeVisible();
  await see(nominals(page)).toHaveCount(5);
  await page.getByLabel('Reference at 50').fill('50.02');
  await page.getByLabel('Indication at 50').fill('50.11');
  open();
  await context.unroute(/api\/v1\/(assets|calibrations)/, refuse);
  await see(page.getByText('The correction of version 4 is in force on this date')).toBeVisible({ timeout: 60_000 });
  await see(page.getByText('Not on this device yet:')).toHaveCount(0);
  await expectSound(page, 'calibrate-history-arrived');
  await page.getByRole('button', { name: /^Save/ }).click();
  await see(page.getByRole('button', { name: 'Apply it' })).toBeFocused();
  await page.getByRole('button', { name: 'Apply it' }).click();
  await see(page.getByText('As found with the correction of version 4')).toBeVisible();
  await see(page.getByLabel('Indication at 50')).toHaveValue('50.11');
  await see(nominals(page)).toHaveCount(20);
  await context.close();
  await device.remove();
  expect(device.complaints).toEqual([]);
});

test('as last time: one press takes over how it was done, and marks what is not as it was', async () => {
  const { context, page } = metrologist;
  keepFailure(context, page);
  const drift = { name: 'Drift of REF-001', source: 'drift', type: 'B', distribution: 'rectangular', value: 0.026, acts_on: 'corrected' } as const; // prettier-ignore
  const request = { ...ANALYSIS, uncertainty: { ...ANALYSIS.uncertainty, contributions: [drift] } };
  const body = { ...(await calibrationBody(laboratory, request)), customer: { name: 'Northfield Process Ltd' } };
  expect((await laboratory.technician('POST', '/calibrations', body)).status).toBe(201);
  await page.goto(at(`/assets/${laboratory.asset.id}/calibrate`));
  await see(page.getByText('Version 1 of 20 Nov 2026')).toBeVisible({ timeout: 60_000 });
  await see(page.getByText('Last time the budget had a line that is missing here:')).toBeVisible();
  await see(page.getByRole('button', { name: 'no customer' })).toBeVisible();
  await page.getByRole('button', { name: 'As last time' }).click();
  await see(page.getByText('Taken from version 1 of 20 Nov 2026.')).toBeVisible();
  await see(page.getByText('The environment is from last time')).toBeVisible();
  await see(page.getByText('Last time the budget had a line that is missing here:')).toHaveCount(0);
  await see(page.getByRole('button', { name: 'Northfield Process Ltd' })).toBeVisible();
  await see(page.getByRole('button', { name: /22\.4/ })).toBeVisible();
  await see(page.getByLabel('Reference', { exact: true })).not.toHaveValue('');
  await see(nominals(page)).toHaveCount(20);
  await see(page.getByText('as left last time')).toBeVisible();
  await expectSound(page, 'calibrate-as-last-time');
});

test('a round: what is due one after the other, conditions typed once, Save leads to the next', async () => {
  const { context, page } = metrologist;
  keepFailure(context, page);
  await page.goto(at('/round'));
  await page.getByLabel('Filter').fill('LOG-4');
  await see(page.getByRole('checkbox')).toHaveCount(2);
  await expectSound(page, 'round');
  await page.getByRole('button', { name: 'Start with 2 instruments' }).click();
  await see(page.getByText('1 of 2', { exact: true })).toBeVisible();
  await page.getByLabel('Reference', { exact: true }).selectOption({ label: 'REF-001 Pt100 SPRT' });
  await page.getByLabel('Temperature').first().fill('22.4');
  await typeFive(page);
  await page.getByRole('button', { name: /^Save/ }).click();
  await see(page.getByText('2 of 2', { exact: true })).toBeVisible();
  await see(page.getByText('LOG-4 saved')).toBeVisible();
  await see(page.getByLabel('Temperature').first()).toHaveValue('22.4');
  await see(page.getByLabel('Reference', { exact: true })).not.toHaveValue('');
  await expectSound(page, 'calibrate-round');
  await typeFive(page);
  await page.getByRole('button', { name: /^Save/ }).click();
  await see(page.getByText('2 of 2 saved')).toBeVisible();
  await page.getByRole('button', { name: 'End the round' }).click();
});

test('a save that lacks something goes there, opens its fold, and says it in the bar', async () => {
  const { context, page } = metrologist;
  keepFailure(context, page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(at(`/assets/${laboratory.asset.id}/calibrate`));
  await typeFive(page);
  const reference = page.getByLabel('Reference', { exact: true });
  // The draft of the last test has one.
  await page.getByRole('button', { name: 'Edit conditions' }).click();
  await reference.selectOption('');
  await page.getByRole('button', { name: 'Done' }).click();
  await see(reference).toBeHidden();
  await page.getByRole('button', { name: /^Save/ }).click();
  await see(reference).toBeFocused();
  await see(reference).toBeInViewport();
  await see(page.getByText('Reference missing')).toBeInViewport();
  await expectSound(page, 'calibrate-save-lacks');
  await page.setViewportSize({ width: 390, height: 844 });
  await reference.selectOption({ label: 'REF-001 Pt100 SPRT' });
  await see(page.getByText('Reference missing')).toHaveCount(0);
  await page.getByLabel('Temperature').first().fill('warm'); // prettier-ignore
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: /^Save/ }).click();
  await see(page.getByLabel('Temperature').first()).toBeFocused();
  await page.setViewportSize({ width: 1280, height: 900 });
});

test('two tabs on one draft: the second says so, takes it over with every number, and the first lets go', async () => {
  const { context, page: first } = metrologist;
  keepFailure(context, first);
  const address = at(`/assets/${laboratory.multi.id}/calibrate?channel=${laboratory.multi.channels[0]?.id}`);
  await first.goto(address);
  await first.getByLabel(/^Indication at/).nth(0).fill('1.23'); // prettier-ignore
  const second = await context.newPage();
  await second.goto(address);
  await see(second.getByRole('heading', { name: 'This calibration is open in another tab' })).toBeVisible();
  await expectSound(second, 'calibrate-elsewhere');
  // Typed in the very moment before: the tab that lets go stores it first.
  await first.getByLabel(/^Indication at/).nth(1).fill('4.56'); // prettier-ignore
  await second.getByRole('button', { name: 'Continue here' }).click();
  await see(second.getByLabel(/^Indication at/).nth(0)).toHaveValue('1.23');
  await see(second.getByLabel(/^Indication at/).nth(1)).toHaveValue('4.56');
  await see(first.getByRole('button', { name: 'Continue here' })).toBeVisible();
  await second.getByLabel(/^Indication at/).nth(2).fill('7.89'); // prettier-ignore
  await first.getByRole('button', { name: 'Continue here' }).click();
  for (const [i, value] of ['1.23', '4.56', '7.89'].entries()) {
    await see(first.getByLabel(/^Indication at/).nth(i)).toHaveValue(value);
  }
  // A tab that is gone holds nothing.
  await first.goto(at('/assets'));
  await second.reload();
  await see(second.getByLabel(/^Indication at/).nth(2)).toHaveValue('7.89');
  await second.close();
});

test('a worker that fails above 2 000 points says so, and there is a way on', { timeout: 240_000 }, async () => {
  const { context, page } = metrologist;
  keepFailure(context, page);
  await page.addInitScript(() => {
    const Real = window.Worker;
    let broken = true;
    Object.assign(window, { mendWorkers: () => (broken = false) });
    window.Worker = class extends Real {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(broken ? URL.createObjectURL(new Blob(['throw new Error("out of memory")'])) : url, options);
      }
    };
  });
  await page.goto(at(`/assets/${laboratory.asset.id}/calibrate`));
  await page.getByLabel('Reference', { exact: true }).selectOption({ label: 'REF-001 Pt100 SPRT' });
  const lines = Array.from({ length: 2100 }, (_, i) => `${(i / 21).toFixed(3)}\t${(i / 21 + 0.05).toFixed(2)}`);
  await page.getByRole('button', { name: 'Paste columns' }).click();
  await page.getByLabel('Columns as text').fill(lines.join('\n'), { timeout: 120_000 });
  await page.getByRole('button', { name: /^Paste \d/ }).click();
  await see(page.getByText('The analysis of these points did not finish.')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: /^Save/ }).click();
  await see(page.getByText('Analysis: The analysis did not finish').or(page.getByText('try again, or compute on this page')).first()).toBeVisible(); // prettier-ignore
  await page.getByRole('button', { name: 'Compute on this page' }).click();
  await see(page.getByText(/^Pass$/).first()).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: /^Save/ }).click();
  await see(page.getByText(/version \d/i).first()).toBeVisible({ timeout: 60_000 });
});
