/** Two persons for one certificate, in German, at a desk and on a phone: setting, right, wait, return, answer, release; and a replacement. */
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Calibration } from '#lib/contracts/calibrations.ts';
import type { Verification } from '#lib/contracts/verification.ts';
import { eventually } from '../support/api.ts';
import { makeDevice, picture, type Size } from '../support/browser.ts';
import {
  ANALYSIS,
  calibrationBody,
  createPerson,
  foundLaboratory,
  PASSWORD,
  type Laboratory
} from '../support/laboratory.ts';
import { expectSound, showTheme } from '../support/look-at.ts';
import { at } from '../support/metrologist.ts';
import { see } from '../support/see.ts';

let laboratory: Laboratory;
/** Administers the organization, and calibrates. */
let olga: Awaited<ReturnType<typeof atWork>>;
let rita: Awaited<ReturnType<typeof atWork>>;

async function atWork(name: string, role: 'member' | 'admin', size: Size) {
  const { admin, organization, asset } = laboratory;
  const someone = await createPerson('technician', name);
  const joined = await admin('POST', `/organizations/${organization.id}/members`, { user_id: someone.user.id, role });
  expect(joined.status).toBe(201);
  expect((await someone.api('PATCH', '/users/me', { language: 'de' })).status).toBe(200);
  const device = await makeDevice({ locale: 'de-DE' });
  const { page, context }: { page: Page; context: BrowserContext } = await device.open(size);
  await page.goto(at('/sign-in'));
  await page.getByLabel('E-Mail-Adresse').fill(someone.email);
  await page.getByLabel('Passwort').fill(PASSWORD);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.waitForURL((url) => url.pathname !== '/sign-in');
  await page.goto(at('/assets'));
  await see(page.getByText(asset.asset_id).first()).toBeVisible({ timeout: 60_000 });
  const close = async () => {
    await context.close();
    await device.remove();
    expect(device.complaints).toEqual([]);
  };
  return { ...someone, page, close, button: (name: string) => page.getByRole('button', { name, exact: true }) };
}
async function inEveryTheme(page: Page, name: string): Promise<void> {
  for (const theme of ['dark', 'field', 'light'] as const) {
    await showTheme(page, theme);
    await picture(page, `${name}-${theme}`);
  }
}
const recordOf = async (id: string) => (await laboratory.admin<Calibration>('GET', `/calibrations/${id}`)).body;
async function record(body: object): Promise<string> {
  const recorded = await olga.api<Calibration>('POST', '/calibrations', body);
  expect(recorded.status, JSON.stringify(recorded.body).slice(0, 300)).toBe(201);
  return recorded.body.id;
}

beforeAll(async () => {
  laboratory = await foundLaboratory();
  // Something to compare with.
  expect((await laboratory.technician('POST', '/calibrations', await calibrationBody(laboratory))).status).toBe(201);
  olga = await atWork('Olga Leitner', 'admin', 'desktop');
  rita = await atWork('Rita Prüfer', 'member', 'phone');
}, 240_000);
afterAll(async () => {
  await olga.close();
  await rita.close();
});

test('an administrator turns it on, is told that nobody could release, and gives the right', async () => {
  const { page, button } = olga;
  await page.goto(at(`/organizations/${laboratory.organization.id}`));
  await button('Bearbeiten').click();
  await page.getByLabel('Freigabe der Kalibrierscheine').selectOption('second_person');
  await picture(page, 'release-setting');
  await button('Speichern').click();
  await see(page.locator('[data-release="nobody"]')).toBeVisible({ timeout: 30_000 });
  await inEveryTheme(page, 'release-nobody');
  await page.getByLabel('Rita Prüfer darf Kalibrierscheine freigeben').check();
  await see(page.locator('[data-release="one"]')).toContainText('Nur Rita Prüfer darf Kalibrierscheine freigeben.');
  await expectSound(page, 'release-members');
  await picture(page, 'release-members');
}, 240_000);

let waiting = '';
test('the reviewer sees what stands out and returns it; the recorder answers; then it is released with the password', async () => {
  const points = ANALYSIS.points.map((point, i) => ({ ...point, measured: point.measured + (i === 7 ? 0.25 : 0.2) }));
  waiting = await record(await calibrationBody(laboratory, { ...ANALYSIS, points }));
  await olga.page.goto(at(`/calibrations/${waiting}`));
  await see(olga.page.locator('[data-review="waiting_for_release"]')).toContainText(
    'Da Sie sie erfasst haben, muss eine andere Person den Kalibrierschein freigeben: Rita Prüfer.',
    { timeout: 60_000 }
  );
  await see(olga.button('Freigeben')).toHaveCount(0);
  await picture(olga.page, 'review-recorder');

  const { page, button } = rita;
  await page.goto(at('/'));
  const home = page.locator('[data-attention="review"]');
  await see(home).toContainText('Ein Kalibrierschein wartet auf Ihre Freigabe', { timeout: 60_000 });
  await picture(page, 'home-review');
  await home.getByRole('link').click();
  await see(page.locator('[data-finding="curve_moved"]')).toBeVisible({ timeout: 60_000 });
  await expectSound(page, 'review-open');
  await inEveryTheme(page, 'review-open');
  await button('Zurückgeben').click();
  const dialog = page.getByRole('alertdialog');
  await see(dialog.getByRole('button', { name: 'Zurückgeben' })).toBeDisabled();
  await dialog.getByLabel('Begründung').fill('Punkt 8 liegt weit ab. Bitte erklären.');
  await picture(page, 'review-return');
  await dialog.getByRole('button', { name: 'Zurückgeben' }).click();
  await see(page.locator('[data-said="returned"]')).toContainText('Punkt 8 liegt weit ab.', { timeout: 30_000 });

  await olga.page.goto(at('/'));
  await see(olga.page.locator('[data-attention="returned"]')).toBeVisible({ timeout: 60_000 });
  await picture(olga.page, 'home-returned');
  await olga.page.goto(at(`/calibrations/${waiting}`));
  await olga.button('Antworten').click();
  const answer = olga.page.getByRole('alertdialog');
  await answer.getByLabel('Antwort').fill('Zweimal gemessen, der Wert stimmt.');
  await answer.getByRole('button', { name: 'Antworten' }).click();
  await see(olga.page.locator('[data-said="answered"]')).toBeVisible({ timeout: 30_000 });
  await picture(olga.page, 'review-answered');

  await see(button('Freigeben')).toBeVisible({ timeout: 60_000 });
  await button('Freigeben').click();
  await dialog.getByLabel('Aktuelles Passwort').fill('geraten');
  await dialog.getByRole('button', { name: 'Freigeben' }).click();
  await see(dialog.getByText('Das ist nicht Ihr Passwort.')).toBeVisible();
  await expectSound(page, 'release-dialog');
  await picture(page, 'release-dialog');
  await dialog.getByLabel('Aktuelles Passwort').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Freigeben' }).click();
  await see(page.locator('[data-review="released"]')).toContainText('Geprüft und freigegeben von Rita Prüfer', {
    timeout: 30_000
  });
  await see(page.getByText(/ausgestellt und signiert/)).toBeVisible({ timeout: 60_000 });
  await picture(page, 'review-released');
}, 300_000);

test('a voided certificate is replaced: offered while recording again, stated by both records and by the verification page', async () => {
  const { page } = olga;
  expect((await laboratory.admin('DELETE', `/calibrations/${waiting}`, { reason: 'Falscher Fühler' })).status).toBe(
    200
  );
  const old = (await recordOf(waiting)).certificate?.number ?? '';
  await page.goto(at(`/calibrations/${waiting}`));
  await page.getByRole('link', { name: 'Erneut kalibrieren' }).click();
  const note = page.locator('[data-replaces]');
  await see(note).toContainText(old, { timeout: 60_000 });
  await inEveryTheme(page, 'replaces-offered');
  await note.getByRole('button', { name: 'Ja', exact: true }).click();
  await see(page.locator('[data-replaces="chosen"]')).toBeVisible();
  await picture(page, 'replaces-chosen');

  const again = await record({ ...(await calibrationBody(laboratory)), replaces_calibration_id: waiting });
  expect((await rita.api('POST', `/calibrations/${again}/release`, { password: PASSWORD })).status).toBe(200);
  await eventually(async () => (await recordOf(again)).certificate?.state === 'issued', 60);
  const number = (await recordOf(again)).certificate?.number ?? '';
  await page.goto(at(`/calibrations/${waiting}`));
  await see(page.locator('[data-certificate="replaced_by"]')).toContainText(number, { timeout: 60_000 });
  await picture(page, 'replaced');
  await page.locator('[data-certificate="replaced_by"] a').click();
  await see(page.locator('[data-certificate="replaces"]')).toContainText(old, { timeout: 60_000 });
  const answer = await fetch(at(`/verify/${(await recordOf(waiting)).certificate?.verify_token}`), {
    headers: { accept: 'application/json' }
  });
  expect((await answer.json()) as Verification).toMatchObject({ state: 'voided', replaced_by: number });
}, 240_000);
