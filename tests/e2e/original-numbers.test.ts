/** What another system had computed is shown beside what is computed here, whatever texts came with it. */
import type { Locator } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDemonstration, type Demonstration } from '../support/demonstration.ts';
import { colourFaultsOf, expectSound, showTheme } from '../support/look-at.ts';
import { gaugeArchive, gaugeAsset } from '../support/open-gauge.ts';
import { gaugeCalibration } from '../support/open-gauge-sample.ts';
import { see } from '../support/see.ts';

/** A script, and so long that it would push the table out of the window if it did not wrap. */
const HOSTILE = `<img src=x onerror=alert(1)>${'-'.repeat(120)}`;
const ARCHIVE = gaugeArchive([
  gaugeAsset(
    { asset_id: 'ORIGINAL-1', name: HOSTILE.slice(0, 60), location_name: HOSTILE.slice(0, 60), notes: HOSTILE },
    {
      sensor_channels: [
        {
          channel_id: 'T1',
          physical_quantity: 'temperature',
          unit: '°C',
          accuracy_value: 0.5,
          accuracy_type: 'absolute'
        }
      ],
      calibrations: [
        gaugeCalibration({
          channel_id: 'T1',
          conformity_statement: HOSTILE,
          performed_by_name: HOSTILE.slice(0, 60),
          internal_procedure_name: HOSTILE.slice(0, 60),
          coverage_factor: 3,
          expanded_uncertainty: 5
        })
      ]
    }
  )
]);

let demonstration: Demonstration;
let main: Locator;
const alerts: string[] = [];
beforeAll(async () => {
  demonstration = await openDemonstration();
  main = demonstration.page.getByRole('main');
  demonstration.page.on('dialog', (dialog) => {
    alerts.push(dialog.message());
    void dialog.dismiss();
  });
}, 300_000);
afterAll(() => demonstration.close());

test('original numbers are shown beside those computed here, fit every window and theme, and run nothing', async () => {
  const { page, api, at, complaints } = demonstration;
  await page.goto(at('/assets/import'));
  const file = { name: 'gauge.zip', mimeType: 'application/zip', buffer: Buffer.from(ARCHIVE) };
  await main.locator('input[type=file]').setInputFiles(file);
  await main.getByRole('button', { name: 'Check file' }).click();
  await main.getByRole('button', { name: /^Import one asset|^Import 1 asset/ }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Import/ })
    .click();
  const imported = () => api<{ id: string }[]>('GET', '/assets/ORIGINAL-1/calibrations');
  await see.poll(async () => (await imported()).status, { timeout: 60_000 }).toBe(200);
  const [calibration] = (await imported()).body;
  await page.goto(at(`/calibrations/${calibration?.id}`));
  const section = page.getByRole('region', { name: 'Original numbers' });
  await see(section.getByRole('row', { name: /Coverage factor k/ })).toContainText('differs');
  await see(section.getByText(HOSTILE)).toBeVisible();
  await see(section.getByText('The coverage factors differ.')).toBeVisible();
  await expectSound(page, 'original-numbers');
  for (const theme of ['dark', 'field'] as const) {
    await showTheme(page, theme);
    expect(await colourFaultsOf(page), theme).toEqual([]);
  }
  expect([alerts, complaints]).toEqual([[], []]);
});
