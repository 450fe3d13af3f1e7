/** The date of the work, typed part by part: the incomplete dates in between break nothing. */
import { expect as see } from '@playwright/test';
import { expect, test } from 'vitest';
import { keepFailure } from '../support/browser.ts';
import { at, beginCalibration, metrologistAtWork } from '../support/metrologist.ts';

test(
  'a date that is cleared and typed anew keeps the form, its draft and the reference',
  { timeout: 240_000 },
  async () => {
    const { laboratory, context, page, complaints, close } = await metrologistAtWork();
    keepFailure(context, page);
    await beginCalibration(page, laboratory);
    const date = page.getByLabel('Date', { exact: true });
    const reference = page.getByLabel('Reference', { exact: true });
    const chosen = await reference.inputValue();
    const save = page.getByRole('button', { name: /^Save/ });

    await date.fill('');
    await date.press('Control+s');
    await see(date).toHaveAttribute('aria-invalid', 'true');
    await see(reference).toHaveValue(chosen);
    // The draft holds the empty date; the page opens with it.
    await page.waitForTimeout(500);
    await page.goto(at(`/assets/${laboratory.asset.id}/calibrate`));
    await see(date).toHaveValue('');

    // A year as it is typed, a January before the reference was calibrated, and the day that was meant.
    for (const passing of ['0002-12-15', '0020-12-15', '0202-12-15', '2026-01-15']) await date.fill(passing);
    await see(reference).toHaveValue('');
    await date.fill(new Date().toISOString().slice(0, 10));
    await see(reference).toHaveValue(chosen);
    await save.click();
    await see(page.getByText(/version 1/i).first()).toBeVisible({ timeout: 30_000 });
    await close();
    expect(complaints).toEqual([]);
  }
);
