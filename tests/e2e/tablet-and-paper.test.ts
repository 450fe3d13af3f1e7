/** The desk on a tablet that lies on its side, the certificate on the record's page, and screens as they come out of a printer. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Calibration } from '#lib/contracts/calibrations.ts';
import { analysisRequest } from '../support/analysis-request.ts';
import { LANDSCAPE, VIEWPORTS } from '../support/browser.ts';
import { openDemonstration, type Demonstration } from '../support/demonstration.ts';
import { expectSound } from '../support/look-at.ts';
import { DOTS_PER_INCH, dotsOf, mostInkDown, printed, type Sheet } from '../support/paper.ts';
import { see } from '../support/see.ts';
import { darkRuns } from '#lib/laboratory/qr-runs.ts';

let demonstration: Demonstration;
let page: Page;

beforeAll(async () => {
  demonstration = await openDemonstration({ kind: 'whole' });
  page = demonstration.page;
}, 240_000);
afterAll(() => demonstration.close());

/** An instrument of the demonstration that has been calibrated before. */
const ASSET = 'TT-032';
const POINTS = analysisRequest().points;
const LEAST_ROWS = 8;
const LEAST_ROWS_A_PAGE = 30;
/** A row of a list begins with the identifier of an asset. */
const ROW = /^\s*[A-Z]{2,4}-\d{3}\b/;
/** Of ten rows of points on paper, in inches. */
const TEN_ROWS = 10 * (22 / 96);

async function openDesk(): Promise<void> {
  await page.goto(demonstration.at(`/assets/${ASSET}/calibrate`));
  await page.getByRole('button', { name: 'As last time' }).click();
  await page.getByRole('button', { name: 'Paste columns' }).click();
  await page
    .getByLabel('Columns as text')
    .fill(POINTS.map(({ reference, measured }) => `${reference}\t${measured}`).join('\n'));
  await page.getByRole('button', { name: /^Paste \d/ }).click();
  await see(page.getByText(/^(Pass|Fail)$/).first()).toBeVisible();
  await see(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

test('on a tablet on its side the desk shows at least eight rows above the bar', async () => {
  await page.setViewportSize(LANDSCAPE);
  await openDesk();
  await page.reload();
  await see(page.locator('[data-row]').first()).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 0));
  const rows = await page.evaluate(() => {
    const bar = document.querySelector('.savebar')?.getBoundingClientRect().top ?? 0;
    return [...document.querySelectorAll('[data-row]')].filter((row) => row.getBoundingClientRect().bottom <= bar)
      .length;
  });
  expect(rows).toBeGreaterThanOrEqual(LEAST_ROWS);
  await expectSound(page, 'calibrate-low');
  await page.setViewportSize(LANDSCAPE);
  // Each item of the line links to its field.
  await page.getByRole('button', { name: /^Internal,/ }).click();
  await see(page.getByLabel('Reference', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await see(page.getByLabel('Reference', { exact: true })).toHaveCount(0);
});

/** The record of an instrument's last calibration. */
async function openRecord(): Promise<string> {
  const { body } = await demonstration.api<{ id: string }[]>('GET', `/assets/${ASSET}/calibrations`);
  const id = body[0]?.id ?? '';
  await page.goto(demonstration.at(`/calibrations/${id}`));
  await see(page.getByRole('link', { name: 'Check this certificate' }).first()).toBeVisible({ timeout: 60_000 });
  return id;
}

test('the record shows the code of its certificate and the certificate itself; without a network it says so', async () => {
  await page.setViewportSize(VIEWPORTS.desktop);
  const id = await openRecord();
  const code = page.getByRole('link', { name: 'QR code: check this certificate' });
  const address = await code.getAttribute('href');
  const { body } = await demonstration.api<Calibration>('GET', `/calibrations/${id}`);
  expect(address).toBe(demonstration.at(`/verify/${body.certificate?.verify_token}`));
  await see(code.locator('path')).toHaveCount(1);
  const drawn = await code.locator('path').getAttribute('d');
  expect(drawn?.match(/M/g)?.length).toBe(darkRuns(address ?? '').runs.length);
  await page.getByText('View the certificate').click();
  const hasViewer = await page.evaluate(() => navigator.pdfViewerEnabled);
  if (hasViewer) {
    await see(page.locator('iframe')).toHaveAttribute('src', /^blob:/);
  } else await see(page.getByText('The certificate cannot be shown within this page')).toBeVisible();
  await expectSound(page, 'calibration-certificate');
  await demonstration.context.setOffline(true);
  await see(page.getByText('Offline').first()).toBeVisible();
  await page.getByText('View the certificate').click();
  await page.getByText('View the certificate').click();
  if (!hasViewer) await see(page.getByText(/network/).first()).toBeVisible();
  await demonstration.context.setOffline(false);
  expect(demonstration.complaints).toEqual([]);
});

/** Words of all headings of the page. */
const headings = (): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('h1, h2, h3')]
      .map((heading) => heading.textContent.trim())
      .filter((text) => text !== '')
  );
const bare = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

async function expectNoHeadingAlone(sheets: readonly Sheet[]): Promise<void> {
  const known = new Set((await headings()).map(bare));
  for (const [i, { lines }] of sheets.slice(0, -1).entries()) {
    expect(known.has(bare(lines.at(-1) ?? '')), `foot of page ${i + 1}: ${lines.at(-1)}`).toBe(false);
  }
}
/** Every page of a long list begins with the names of its columns, and a full page has thirty rows. */
function expectLongList(sheets: readonly Sheet[], row: RegExp, columns: readonly string[]): void {
  const counts = sheets.map(({ lines }) => lines.filter((line) => row.test(line)).length);
  expect(counts.reduce((sum, n) => sum + n, 0)).toBeGreaterThan(LEAST_ROWS_A_PAGE);
  sheets.forEach(({ lines }, i) => {
    if ((counts[i] ?? 0) === 0) return;
    const head = lines.findIndex((line) => columns.every((name) => line.includes(name)));
    expect(head, `names of the columns on page ${i + 1}`).toBeGreaterThanOrEqual(0);
    expect(head).toBeLessThan(lines.findIndex((line) => row.test(line)));
    if (i < sheets.length - 1) expect(counts[i], `rows of page ${i + 1}`).toBeGreaterThanOrEqual(LEAST_ROWS_A_PAGE);
  });
}
const colour = (name: string): Promise<number[]> =>
  page.evaluate((token) => {
    const probe = document.createElement('span');
    probe.style.color = `var(${token})`;
    document.body.append(probe);
    const parts = getComputedStyle(probe).color.match(/[\d.]+/g) ?? [];
    const [red = 0, green = 0, blue = 0, alpha = 1] = parts.map(Number);
    probe.remove();
    // As it comes to lie on white paper.
    return [red, green, blue].map((part) => part * alpha + 255 * (1 - alpha));
  }, name);

test('lists on paper: names of the columns on each page, thirty rows a page', async () => {
  await page.setViewportSize(VIEWPORTS.desktop);
  await page.goto(demonstration.at('/assets'));
  await see(page.getByText(ASSET).first()).toBeVisible();
  const assets = await printed(page, 'assets');
  expectLongList(assets, ROW, ['Asset', 'Description', 'Due', 'State']);
  await expectNoHeadingAlone(assets);
  await page.goto(demonstration.at('/calibrations'));
  await see(page.getByRole('row').nth(3)).toBeVisible();
  const calibrations = await printed(page, 'calibrations');
  expectLongList(calibrations, ROW, ['Asset', 'Date', 'As found', 'Certificate']);
  await expectNoHeadingAlone(calibrations);
});

test('record and desk on paper: plumb line, limits and bars are there, and no heading is alone at the end of a page', async () => {
  await openRecord();
  await see(page.locator('canvas, svg').first()).toBeVisible();
  const record = await printed(page, 'record');
  await expectNoHeadingAlone(record);
  await openDesk();
  const desk = await printed(page, 'desk');
  await expectNoHeadingAlone(desk);
  expect(desk.some(({ lines }) => lines.filter((line) => /^\s*\d/.test(line)).length >= 20)).toBe(true);
  const [guard, band, accent] = [await colour('--guard'), await colour('--band'), await colour('--accent')];
  for (const [name, sheets] of Object.entries({ record, desk })) {
    expect(Math.max(...sheets.map((sheet) => mostInkDown(sheet))), `${name}: plumb line`).toBeGreaterThan(
      TEN_ROWS * DOTS_PER_INCH * 0.6
    );
    expect(dotsOf(sheets, guard), `${name}: guard band`).toBeGreaterThan(200);
    expect(dotsOf(sheets, band), `${name}: ± U`).toBeGreaterThan(50);
    expect(dotsOf(sheets, accent, 40), `${name}: marks`).toBeGreaterThan(50);
  }
});
