/** An administrator has a certificate issued again whose template could not set it, in German on a phone. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditEntry } from '#lib/contracts/audit.ts';
import type { Calibration } from '#lib/contracts/calibrations.ts';
import { eventually } from '../support/api.ts';
import { makeDevice, picture } from '../support/browser.ts';
import { smallTemplate } from '../support/certificate-template.ts';
import { calibrationBody, createPerson, foundLaboratory, PASSWORD, type Laboratory } from '../support/laboratory.ts';
import { expectSound, showTheme } from '../support/look-at.ts';
import { at } from '../support/metrologist.ts';
import { see } from '../support/see.ts';

let laboratory: Laboratory;
let device: Awaited<ReturnType<typeof makeDevice>>;
beforeAll(async () => {
  laboratory = await foundLaboratory();
  device = await makeDevice({ locale: 'de-DE' });
}, 240_000);
afterAll(() => device.remove());

const recordOf = async (id: string) => (await laboratory.admin<Calibration>('GET', `/calibrations/${id}`)).body;

test('one that failed waits for the next attempt, with the reason in the audit log', async () => {
  const { admin, organization, asset } = laboratory;
  const template = await admin<{ id: string }>('POST', '/certificate-templates', {
    name: 'Labor',
    organization_id: organization.id,
    is_default: true,
    // The specimen has another instrument.
    source: smallTemplate().replace(
      'U =',
      `\\BLOCK{if asset.asset_id == "${asset.asset_id}"}\\nowhere\\BLOCK{endif} U =`
    )
  });
  expect(template.status, JSON.stringify(template.body)).toBe(201);
  const { id } = (await admin<Calibration>('POST', '/calibrations', await calibrationBody(laboratory))).body;
  await eventually(async () => (await recordOf(id)).certificate?.state === 'failed', 120);

  const olga = await createPerson('technician', 'Olga Leitner');
  const joined = { user_id: olga.user.id, role: 'admin' };
  expect((await admin('POST', `/organizations/${organization.id}/members`, joined)).status).toBe(201);
  expect((await olga.api('PATCH', '/users/me', { language: 'de' })).status).toBe(200);
  const { page, context } = await device.open('phone');
  await page.goto(at('/sign-in'));
  await page.getByLabel('E-Mail-Adresse').fill(olga.email);
  await page.getByLabel('Passwort').fill(PASSWORD);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.waitForURL((url) => url.pathname !== '/sign-in');
  await page.goto(at(`/calibrations/${id}`));
  const again = page.getByRole('button', { name: 'Erneut ausstellen', exact: true });
  await see(again).toBeVisible({ timeout: 60_000 });
  await picture(page, 'reissue-failed');

  await again.click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('textbox').fill('Die Vorlage war fehlerhaft.');
  for (const theme of ['dark', 'field', 'light'] as const) {
    await showTheme(page, theme);
    await picture(page, `reissue-${theme}`);
  }
  await expectSound(page, 'reissue');
  await dialog.getByRole('button', { name: 'Erneut ausstellen' }).click();
  await see(dialog).toBeHidden();
  // Not before: its next attempt might succeed by itself.
  expect((await admin('DELETE', `/certificate-templates/${template.body.id}`)).status).toBe(204);
  await eventually(async () => (await recordOf(id)).certificate?.state === 'issued', 120);
  await see(again).toBeHidden({ timeout: 60_000 });
  await picture(page, 'reissue-issued');

  const action = 'calibration.certificate_reissued';
  const audited = await admin<AuditEntry[]>('GET', `/audit-logs?organization_id=${organization.id}&action=${action}`);
  expect(JSON.stringify(audited.body)).toContain('Die Vorlage war fehlerhaft.');
  await context.close();
  expect(device.complaints).toEqual([]);
}, 240_000);
