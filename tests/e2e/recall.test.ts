/** A reference comes back out of tolerance: the affected calibrations are found, recalculated and decided on, and the customers informed. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Calibration } from '#lib/contracts/calibrations.ts';
import { analysisRequest } from '../support/analysis-request.ts';
import { openDemonstration, type Demonstration } from '../support/demonstration.ts';
import { colourFaultsOf, expectSound } from '../support/look-at.ts';
import { see } from '../support/see.ts';

let demonstration: Demonstration;
let badId: string;

beforeAll(async () => {
  demonstration = await openDemonstration();
  const { api } = demonstration;
  const points = [-50, 0, 50, 100, 150].map((reference) => ({ reference, measured: reference + 0.4 }));
  const request = { ...analysisRequest(0, { fit: { model: 'none' } }), points };
  const asked = {
    ...request,
    uncertainty: {
      reference_standard: { expanded_uncertainty: 0.01, coverage_factor: 2 },
      contributions: [{ name: 'bath', type: 'B', distribution: 'rectangular', value: 0.02, acts_on: 'corrected' }]
    },
    conformity: { tolerance: [{ kind: 'absolute', lower: -0.1, upper: 0.1 }], rule: 'simple_acceptance' }
  };
  const { body: result } = await api('POST', '/calibrations/analyze', asked);
  const { status, body } = await api<{ id: string }>('POST', '/calibrations', {
    asset_ref: 'REF-001',
    kind: 'external',
    calibration_date: new Date().toISOString().slice(0, 10),
    lab_name: 'National Physical Laboratory',
    lab_certificate_number: 'NPL-88',
    analysis: { request: asked, result }
  });
  expect(status, JSON.stringify(body).slice(0, 300)).toBe(201);
  badId = body.id;
}, 600_000);
afterAll(() => demonstration.close());

const main = () => demonstration.page.getByRole('main');

/** What a customer reads meanwhile who scans the code on a certificate that is in the recall. */
async function certificateIsUnderReview(): Promise<void> {
  const { api, context, at } = demonstration;
  const { body } = await api<{ id: string }[]>('GET', '/recalls?limit=1');
  const lines = await api<{ calibration: { id: string } }[]>(
    'GET',
    `/recalls/${body[0]?.id}/lines?class=flipped&limit=1`
  );
  const one = await api<Calibration>('GET', `/calibrations/${lines.body[0]?.calibration.id}`);
  const page = await context.newPage();
  await page.goto(at(`/verify/${one.body.certificate?.verify_token}?language=de`));
  await see(page.getByRole('heading', { name: 'In Prüfung' })).toBeVisible();
  await see(page.getByText(/Fragen Sie das Labor, bevor Sie sich darauf verlassen/)).toBeVisible();
  await expectSound(page, 'verify-under-review');
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await colourFaultsOf(page)).toEqual([]);
  await page.close();
}

test('a recall from the page of the bad calibration to decisions and a letter', async () => {
  const { page, at, complaints } = demonstration;
  await page.goto(at(`/calibrations/${badId}`));
  await main().getByRole('button', { name: 'Start recall' }).click();
  await see(main().getByRole('heading', { name: /Recall of REF-001/ })).toBeVisible();
  await see(
    main()
      .getByText(/verdict changed/)
      .first()
  ).toBeVisible({ timeout: 60_000 });
  await see(main().getByRole('button', { name: 'Select all undecided' })).toBeVisible({ timeout: 60_000 });
  await expectSound(page, 'recall');
  await certificateIsUnderReview();
  await main().getByRole('checkbox').first().check();
  await main().getByLabel('Reason').fill('The verdict does not hold');
  await main().getByRole('button', { name: 'Decide on 1 calibration' }).click();
  await see(main().getByText('The verdict does not hold')).toBeVisible();
  await main().getByRole('link', { name: 'Letters' }).click();
  await see(main().locator('address')).toBeVisible();
  await see(main().getByText('Please check what you have used this instrument for since then.')).toBeVisible();
  await expectSound(page, 'recall-letter');
  await page.evaluate(() => Object.assign(window, { print: () => Object.assign(window, { printedAt: Date.now() }) }));
  await main().getByRole('button', { name: 'Print' }).click();
  await page.waitForFunction(() => 'printedAt' in window);
  const { body: printed } = await demonstration.api<{ changes: { recipient: { new: string } } }[]>(
    'GET',
    '/audit-logs?action=recall.letter_printed'
  );
  const recipients = await main()
    .locator('address')
    .evaluateAll((all) => all.map((one) => one.textContent?.split('\n')[0]));
  expect(new Set(printed.map(({ changes }) => changes.recipient.new))).toEqual(new Set(recipients));
  await page.emulateMedia({ media: 'print' });
  await see(main().getByRole('button', { name: 'Print' })).toBeHidden();
  const pages = await main()
    .locator('article')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).breakBefore));
  expect(pages.slice(1).filter((breakBefore) => breakBefore !== 'page')).toEqual([]);
  await page.emulateMedia({ media: null });
  await page.goto(at('/recalls'));
  await see(main().getByRole('link', { name: /REF-001/ })).toBeVisible();
  await expectSound(page, 'recalls');
  expect(complaints).toEqual([]);
});

test('a certificate is traced back to the laboratory outside, and a reference forward to what rests on it', async () => {
  const { page, at } = demonstration;
  await page.goto(at('/assets/TT-031/traceability'));
  await see(main().getByText('Harbour Metrology Institute').first()).toBeVisible();
  await main()
    .getByRole('link', { name: /REF-001/ })
    .click();
  await main().getByRole('link', { name: 'Traceability' }).click();
  await see(main().getByRole('heading', { name: 'Calibrations based on this one' })).toBeVisible();
  await see(
    main()
      .getByRole('link', { name: /TT-031/ })
      .first()
  ).toBeVisible();
  await expectSound(page, 'traceability');
  const saved = page.waitForEvent('download');
  await main().getByRole('button', { name: 'CSV' }).first().click();
  expect((await saved).suggestedFilename()).toMatch(/^REF-001-v\d-traceability\.csv$/);
});
