/** One whole calibration without a pointer: WCAG 2.1.1, and the yardstick of fewer keystrokes than a spreadsheet row. */
import { beforeAll, expect, inject, test } from 'vitest';
import type { Calibration } from '#lib/contracts/calibrations.ts';
import { eventually } from '../support/api.ts';
import { keepFailure, makeDevice } from '../support/browser.ts';
import { createPerson, foundLaboratory, PASSWORD, TWENTY_POINTS, type Laboratory } from '../support/laboratory.ts';
import { see } from '../support/see.ts';

let laboratory: Laboratory;
let email: string;
beforeAll(async () => {
  laboratory = await foundLaboratory();
  const person = await createPerson('technician', 'Kay Keyboard');
  email = person.email;
  await laboratory.admin('POST', `/organizations/${laboratory.organization.id}/members`, { user_id: person.user.id });
});

test('sign in, find the asset, type five points, save: by keyboard alone', { timeout: 180_000 }, async () => {
  const device = await makeDevice();
  const { context, page } = await device.open('desktop');
  keepFailure(context, page);
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');
  const tabTo = async (text: RegExp, most = 60) => {
    for (let presses = 0; presses < most; presses++) {
      const label = await page.evaluate(() => {
        const here = document.activeElement;
        if (!(here instanceof HTMLElement) || here === document.body) return '';
        const labels =
          here instanceof HTMLInputElement || here instanceof HTMLSelectElement ? [...(here.labels ?? [])] : [];
        return [
          here.getAttribute('aria-label') ?? '',
          ...labels.map((one) => one.innerText),
          here.innerText ?? ''
        ].join(' ');
      });
      if (text.test(label)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`${text} was not reached by Tab; the focus is on "${await focused()}"`);
  };

  await page.goto(`${inject('baseUrl')}/sign-in`);
  await see(page.getByLabel('Password')).toBeVisible();
  await tabTo(/E-mail address/);
  await page.keyboard.type(email);
  await tabTo(/Password/);
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await see(page.getByRole('heading', { level: 1 })).toBeVisible();
  await see(page.getByText('First steps').or(page.getByText('State of')).first()).toBeVisible({ timeout: 30_000 });

  await page.keyboard.press('Control+k');
  await page.keyboard.type('TT-042');
  await see(page.getByRole('option', { name: /TT-042/ }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await see(page.getByRole('heading', { name: /TT-042/ })).toBeVisible();
  await page.locator('body').press('Home');
  await tabTo(/^\s*Calibrate/);
  await page.keyboard.press('Enter');
  await see(page.getByRole('button', { name: /^Save/ })).toBeVisible();

  await tabTo(/^\s*Reference\b/);
  await page.keyboard.type('REF-001');
  await tabTo(/Reference at/);
  for (const point of TWENTY_POINTS.slice(0, 5)) {
    await page.keyboard.type(String(point.reference).replace('.', ','));
    await page.keyboard.press('Tab');
    await page.keyboard.type(String(point.measured).replace('.', ','));
    await page.keyboard.press('Enter');
    await tabTo(/Reference at/, 3);
  }
  await see(page.getByText(/^Pass$/).first()).toBeVisible();
  await tabTo(/^\s*Save/, 200);
  await page.keyboard.press('Enter');
  await see(page.getByText(/version 1/i).first()).toBeVisible({ timeout: 30_000 });
  await context.close();
  await device.remove();

  const recorded = await eventually(async () => {
    const { body } = await laboratory.technician<Calibration[]>('GET', `/assets/${laboratory.asset.id}/calibrations`);
    return body[0];
  });
  expect(recorded).toMatchObject({ version: 1, recorded_by: { full_name: 'Kay Keyboard' } });
});
