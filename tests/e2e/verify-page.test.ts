/** Where the code on a certificate leads, as somebody without an account sees it, with and without script. */
import { chromium } from 'playwright';
import { expect, test } from 'vitest';
import { chromiumPath, picture } from '../support/browser.ts';
import { eventually } from '../support/api.ts';
import { calibrationBody, foundLaboratory } from '../support/laboratory.ts';
import { at } from '../support/metrologist.ts';
import { see } from '../support/see.ts';

test(
  'a customer without an account or script reads the state, and learns whether the file is the original',
  { timeout: 240_000 },
  async () => {
    const laboratory = await foundLaboratory();
    const body = await calibrationBody(laboratory);
    const { status: recorded, body: calibration } = await laboratory.technician<{ id: string }>(
      'POST',
      '/calibrations',
      body
    );
    expect(recorded).toBe(201);
    const { id } = calibration;
    const link = await eventually(async () => {
      const { status, body } = await laboratory.technician<{ url: string }>('GET', `/calibrations/${id}/certificate`);
      return status === 200 && body.url;
    }, 60);
    const bytes = Buffer.from(await (await fetch(new URL(link, at('/')))).arrayBuffer());
    const browser = await chromium.launch({
      executablePath: chromiumPath(),
      args: ['--no-sandbox', '--disable-background-networking']
    });
    const context = await browser.newContext({ javaScriptEnabled: false, locale: 'de-DE' });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    await page.goto(at(`/verify/${id}`));
    await see(page.getByRole('heading', { name: /Gültig/ })).toBeVisible();
    await picture(page, 'verify-public');
    await page
      .getByLabel(/Kalibrierschein/)
      .setInputFiles({ name: 'k.pdf', mimeType: 'application/pdf', buffer: bytes });
    await page.getByRole('button', { name: 'Vergleichen' }).click();
    await see(page.getByRole('heading', { name: 'Die Datei ist das Original' })).toBeVisible();
    await page.getByRole('link', { name: 'Français' }).click();
    await see(page.getByRole('heading', { name: /Valable/ })).toBeVisible();
    await page.goto(at('/verify/0198a000-0000-7000-8000-000000000000?language=en'));
    await see(page.getByRole('heading', { name: 'Present the certificate' })).toBeVisible();
    await picture(page, 'verify-nothing');
    await browser.close();
    expect(complaints).toEqual([]);
  }
);
