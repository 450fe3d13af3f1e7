/** The session ends while somebody types: nothing is lost, the reason is shown, and the work continues at the same cell. */
import type { Page } from 'playwright';
import { expect, inject, test } from 'vitest';
import { keepFailure, makeDevice, picture } from '../support/browser.ts';
import { execute } from '../support/database.ts';
import { at, beginCalibration, metrologistAtWork } from '../support/metrologist.ts';
import { foundLaboratory, PASSWORD } from '../support/laboratory.ts';
import { see } from '../support/see.ts';

test(
  'a session that ends while typing keeps the numbers, says so, and leads back to the same cell',
  { timeout: 300_000 },
  async () => {
    const { laboratory, context, page, complaints, close } = await metrologistAtWork();
    keepFailure(context, page);
    await beginCalibration(page, laboratory);
    const cell = page.getByLabel(/^Indication at/).nth(1);
    await cell.click();
    const place = await cell.evaluate((input) => [
      input.closest('tr')?.getAttribute('data-row'),
      input.getAttribute('data-column')
    ]);
    const user = await page.evaluate(
      () =>
        (JSON.parse(localStorage.getItem('plumbline.session') ?? '{}') as { user: { id: string; email: string } }).user
    );
    await page.keyboard.type('17,43');
    await see(cell).toHaveValue('17,43');
    // The device learns of it at its next request, a moment after the last digit.
    await execute(inject('databaseUrl'), 'DELETE FROM sessions WHERE user_id = $1', [user.id]);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));

    const told = page.getByText('Your session has ended; your numbers are safe on this device.');
    await see(told).toBeVisible({ timeout: 60_000 });
    await picture(page, 'session-ended');
    await page.getByLabel('E-mail address').fill(user.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();

    await see.poll(() => page.url()).toBe(at(`/assets/${laboratory.asset.id}/calibrate`));
    const again = page.locator(`[data-row="${place[0]}"] [data-column="${place[1]}"]`);
    await see(again).toBeFocused();
    await see(again).toHaveValue(/^17[.,]43$/);
    await close();
    expect(complaints).toEqual([]);
  }
);

test(
  'what is being typed while another tab signs out is there after signing in again',
  { timeout: 300_000 },
  async () => {
    const { laboratory, context, page, complaints, close } = await metrologistAtWork();
    keepFailure(context, page);
    const cell = (on: Page) => on.getByLabel(/^Indication at/).first();
    const desk = at(`/assets/${laboratory.multi.id}/calibrate?channel=${laboratory.multi.channels[0]?.id}`);
    const { email } = await page.evaluate(
      () => (JSON.parse(localStorage.getItem('plumbline.session') ?? '{}') as { user: { email: string } }).user
    );
    await page.goto(at('/profile'));
    // From here on it has the connection to the server: the other tab hears of the sign-out from it alone.
    await see(page.locator('[data-sync]').first()).toHaveAttribute('data-sync', 'online');
    const typing = await context.newPage();
    // Before the app listens: the first digits come a moment before the tab hears of it, and there is no draft yet.
    await typing.addInitScript(() =>
      window.addEventListener('storage', ({ key, newValue }) => {
        const input = document.querySelector<HTMLInputElement>('[data-column="measured"]');
        if (key !== 'plumbline.session' || newValue !== null || input === null) return;
        input.value = '17.43';
        input.dispatchEvent(new InputEvent('input', { bubbles: true }));
      })
    );
    await typing.goto(desk);
    await see(cell(typing)).toBeVisible();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    for (const tab of [page, typing])
      await see(tab.getByRole('heading', { name: 'Sign in' })).toBeVisible({ timeout: 60_000 });
    await typing.close();

    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL((url) => url.pathname !== '/sign-in');
    await page.goto(desk);
    await see(cell(page)).toHaveValue(/^17[.,]43$/, { timeout: 60_000 });
    await close();
    expect(complaints).toEqual([]);
  }
);

test('the chip shows that a server does not answer, and that it is back', { timeout: 300_000 }, async () => {
  const { context, page, close } = await metrologistAtWork();
  keepFailure(context, page);
  const chip = page.locator('[data-sync]').first();
  await see(chip).toHaveAttribute('data-sync', 'online');
  // The process stands still, as one does that is out of memory: connections are taken, and nothing is answered.
  const pid = inject('serverPid');
  process.kill(pid, 'SIGSTOP');
  try {
    const begun = performance.now();
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await see(chip).toHaveAttribute('data-sync', 'offline', { timeout: 60_000 });
    process.stdout.write(`the chip told of the stopped server after ${Math.round(performance.now() - begun)} ms\n`);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await see(chip).toHaveAttribute('data-sync', 'online', { timeout: 90_000 });
  await close();
});

test('who is not signed in comes to the sign-in page at once, and then to what they asked for', async () => {
  const laboratory = await foundLaboratory();
  const device = await makeDevice();
  const { context, page } = await device.open('phone');
  keepFailure(context, page);
  const wanted = `/assets?q=${encodeURIComponent('Bath & co')}`;
  await page.goto(at(wanted));
  await see(page.getByLabel('E-mail address')).toBeVisible();
  expect(page.url()).toBe(at(`/sign-in?next=${encodeURIComponent(wanted)}`));
  await page.getByLabel('E-mail address').fill(laboratory.technicianUser.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await see.poll(() => new URL(page.url()).searchParams.get('q')).toBe('Bath & co');
  // Whoever is signed in is led nowhere.
  await page.goto(at('/assets'));
  await see(page.getByRole('heading', { name: 'Assets' }).first()).toBeVisible();
  expect(page.url()).toBe(at('/assets'));
  await context.close();
  await device.remove();
  expect(device.complaints).toEqual([]);
});
