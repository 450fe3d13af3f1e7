/** What was typed stays, and what was undone does not come back: drafts of the desk, also of a correction, and while the record changes. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { keepFailure } from '../support/browser.ts';
import type { Laboratory } from '../support/laboratory.ts';
import { at, beginCalibration, metrologistAtWork, type Metrologist } from '../support/metrologist.ts';
import { see } from '../support/see.ts';

let metrologist: Metrologist;
let laboratory: Laboratory;
let page: Page;

beforeAll(async () => {
  metrologist = await metrologistAtWork();
  ({ laboratory, page } = metrologist);
}, 240_000);
beforeEach(() => keepFailure(metrologist.context, page));
afterAll(() => metrologist.close());

const indication = (on: Page, nth: number) => on.getByLabel(/^Indication at/).nth(nth);
const channelDesk = () => at(`/assets/${laboratory.multi.id}/calibrate?channel=${laboratory.multi.channels[0]?.id}`);
const draftSaved = (on: Page) => see(on.getByText(/^Draft saved/)).toBeVisible();

test('what was undone does not come back: a form that is as it began leaves no draft', async () => {
  await page.goto(channelDesk());
  await indication(page, 0).fill('1.23');
  await draftSaved(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await see(indication(page, 0)).toHaveValue('');
  await see(page.getByText(/^Draft saved/)).toHaveCount(0);
  await page.reload();
  await see(indication(page, 0)).toHaveValue('');
  await page.goto(at('/'));
  await see(page.getByRole('heading', { level: 1 })).toBeVisible();
  await see(page.getByText(laboratory.multi.asset_id)).toHaveCount(0);
});

test('a draft that is taken up, changed, and changed back is as it was', async () => {
  await page.goto(channelDesk());
  await indication(page, 0).fill('4.56');
  await draftSaved(page);
  await page.reload();
  await see(page.getByText(/^Continuing the draft/)).toBeVisible();
  await indication(page, 0).fill('9.99');
  await draftSaved(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await see(indication(page, 0)).toHaveValue('4.56');
  await page.reload();
  await see(page.getByText(/^Continuing the draft/)).toBeVisible();
  await see(indication(page, 0)).toHaveValue('4.56');
});

test('a desk that is taken away while its record changes comes back with all that was typed', async () => {
  const { multi, admin } = laboratory;
  const rename = (asset_id: string) => admin('PUT', `/assets/${multi.id}`, { asset_id });
  await page.goto(at(`/assets/${multi.asset_id}/calibrate?channel=${multi.channels[0]?.id}`));
  await indication(page, 1).fill('7.89');
  expect((await rename('RENAMED-1')).status).toBe(200);
  await see(indication(page, 1)).toHaveCount(0, { timeout: 60_000 });
  expect((await rename(multi.asset_id)).status).toBe(200);
  await see(indication(page, 1)).toHaveValue('7.89', { timeout: 60_000 });
  await see(indication(page, 0)).toHaveValue('4.56');
});

test('the correction of a refused entry is kept as a draft, and goes on in another tab', async () => {
  const { context } = metrologist;
  const refuse = /sync\/push/;
  await context.route(refuse, async (route) => {
    const { mutations } = route.request().postDataJSON() as { mutations: { id: string }[] };
    const answer = await route.fetch({
      postData: JSON.stringify({ ...route.request().postDataJSON(), mutations: [] })
    });
    const errors = [{ code: 'forbidden', detail: 'Not today.' }];
    const results = mutations.map(({ id }) => ({ id, status: 'rejected', errors }));
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), results } });
  });
  await beginCalibration(page, laboratory);
  await page.getByRole('button', { name: /^Save/ }).click();
  await page.waitForURL((url) => !url.pathname.endsWith('/calibrate'));
  await page.goto(at('/queue'));
  await page.getByRole('link', { name: 'Correct' }).click();
  await page.waitForURL(/correct=/);
  const address = page.url();
  await see(indication(page, 0)).toBeVisible();
  const before = await indication(page, 0).inputValue();
  await indication(page, 0).fill('0.77');
  const second = await context.newPage();
  await second.goto(address);
  await second.getByRole('button', { name: 'Continue here' }).click();
  await see(indication(second, 0)).toHaveValue('0.77');
  await second.getByRole('button', { name: 'Start over' }).click();
  await see(indication(second, 0)).toHaveValue(before);
  await indication(second, 0).fill('0.88');
  await context.unroute(refuse);
  await second.getByRole('button', { name: /^Save/ }).click();
  await second.waitForURL((url) => !url.pathname.endsWith('/calibrate'));
  // It is corrected: nothing is taken up any more.
  await page.goto(at('/'));
  await see(page.getByText(/^Continuing the draft/)).toHaveCount(0);
  await second.close();
});

test('a pasted column with a blank cell and units fills its own rows', async () => {
  await page.goto(at(`/assets/${laboratory.multi.id}/calibrate?channel=${laboratory.multi.channels[1]?.id}`));
  await indication(page, 1).fill('5.5');
  await indication(page, 0).evaluate((input) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', '1.05 °C\n\n2.07 °C\n');
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await see(indication(page, 2)).toHaveValue('2.07');
  await see(indication(page, 1)).toHaveValue('5.5');
  await see(indication(page, 0)).toHaveValue('1.05');
  await draftSaved(page);
});

test('the draft of a channel that is gone is said to be, and can be discarded', async () => {
  const { multi, admin } = laboratory;
  const [first] = multi.channels;
  const left = await admin('PUT', `/assets/${multi.id}`, { channels: [{ id: first?.id, name: first?.name }] });
  expect(left.status).toBe(200);
  await page.goto(at('/'));
  const discard = page.getByRole('button', { name: /^Discard/ });
  await see(page.getByText('The asset’s channels have changed.')).toBeVisible({ timeout: 60_000 });
  await discard.click();
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await see(dialog.getByText(/deleted for good/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await see(discard).toHaveCount(1);
  await discard.click();
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await see(discard).toHaveCount(0);
  await page.reload();
  await see(page.getByRole('heading', { level: 1 })).toBeVisible();
  await see(page.getByText('Cannot be continued')).toHaveCount(0);
});

test('an adjustment opens the run after it, with what was typed as the run before; what is undone comes back by a button', async () => {
  await beginCalibration(page, laboratory);
  const found = await indication(page, 0).inputValue();
  await page.getByRole('button', { name: 'The instrument was adjusted: enter a second run' }).click();
  await see(page.getByRole('button', { name: 'As left', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await see(page.getByLabel(/^Reference at/).first()).toBeFocused();
  await see(indication(page, 0)).toHaveValue('');
  // No row of it has a verdict before it has a reading.
  await see(page.locator('[data-row] .v .vh')).toHaveCount(0);
  await page.getByRole('button', { name: 'Paste columns' }).click();
  await see(page.getByText('The points replace those of the run “As left”')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await see(page.getByRole('button', { name: 'Redo' })).toHaveCount(0);
  await indication(page, 0).fill('1.23');
  await page.getByRole('button', { name: 'Undo' }).click();
  await see(indication(page, 0)).toHaveValue('');
  await page.getByRole('button', { name: 'Redo' }).click();
  await see(indication(page, 0)).toHaveValue('1.23');
  await page.getByRole('button', { name: 'As found', exact: true }).click();
  await see(indication(page, 0)).toHaveValue(found);
});
