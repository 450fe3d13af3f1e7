/** The whole installation out, in and emptied on its screen, with a device that has not sent everything. A server of its own: all is replaced. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GOES_OFFLINE, keepFailure, picture } from '../support/browser.ts';
import { execute } from '../support/database.ts';
import { PASSWORD } from '../support/laboratory.ts';
import {
  laboratoryOfThree,
  main,
  press,
  type LaboratoryOfThree,
  type Visitor
} from '../support/laboratory-of-three.ts';
import { expectSound, showTheme } from '../support/look-at.ts';
import { see } from '../support/see.ts';
import { databaseUrlOf } from '../support/server.ts';
import { withKeyMark } from '../support/forged-installation.ts';
import { markOf } from '#lib/server/use-cases/secrets/confirm-secret-key.ts';

let laboratory: LaboratoryOfThree;
let at: LaboratoryOfThree['at'];
let sue: Visitor;
let ada: Visitor;
let asset: string;
let archive: Buffer;
const LONG = { timeout: 60_000 };
beforeAll(async () => {
  laboratory = await laboratoryOfThree(GOES_OFFLINE);
  ({ at, sue, ada } = laboratory);
  const { body } = await ada.api<{ id: string }>('POST', '/assets', {
    asset_id: 'BAL-1',
    name: 'Balance',
    organization_id: laboratory.labId
  });
  asset = at(`/assets/${body.id}`);
  await ada.api('POST', `/organizations/${laboratory.labId}/members`, { user_id: sue.id });
}, 300_000);
afterAll(() => laboratory.close());

const dialog = ({ page }: Visitor) => page.getByRole('alertdialog');
const installation = ({ page }: Visitor) => page.goto(at('/admin/installation'));
/** As an hour later. */
const forgetProof = async ({ id }: Visitor) =>
  execute(
    await databaseUrlOf(laboratory.dataPath),
    "UPDATE sessions SET proved_at = now() - interval '1 hour' WHERE user_id = $1",
    [id]
  );
async function prove(who: Visitor): Promise<void> {
  await see(dialog(who).getByText('Is it you?')).toBeVisible();
  await dialog(who).getByLabel('Current password').fill(PASSWORD);
  await dialog(who).getByRole('button', { name: 'Continue' }).click();
}
/** Without a network: the task has been done. It waits on the device. */
async function doTaskOffline({ page }: Visitor): Promise<void> {
  await page.goto(asset);
  await see(main(page).getByRole('button', { name: 'Check weight: Done' })).toBeVisible(LONG);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.context().setOffline(true);
  await main(page).getByRole('button', { name: 'Check weight: Done' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Save' }).click();
  await see(main(page).getByText('Saved on this device, not sent yet')).toBeVisible();
}

test(
  'an export, after a proof, with an honest estimate before it and a file after it',
  { timeout: 240_000 },
  async () => {
    keepFailure(sue.context, sue.page);
    const { page } = ada;
    await page.goto(asset);
    await main(page).getByRole('button', { name: 'Add a task' }).click();
    await dialog(ada).getByLabel('Name').fill('Check weight');
    await dialog(ada).getByRole('button', { name: 'Save' }).click();
    await see(main(page).getByText('not done yet')).toBeVisible();

    await installation(sue);
    await see(main(sue.page).getByText(/^About .* and less than a minute: an estimate/)).toBeVisible();
    await see(main(sue.page).getByText('None are set up.')).toBeVisible();
    await forgetProof(sue);
    await press(sue.page, 'Start export');
    await expectSound(sue.page, 'installation-proof');
    await prove(sue);
    const [file] = await Promise.all([
      sue.page.waitForEvent('download'),
      main(sue.page).getByRole('button', { name: /^Download/ }).click(LONG) // prettier-ignore
    ]);
    expect(file.suggestedFilename()).toMatch(/^plumbline-\d{4}-\d\d-\d\d\.zip$/);
    archive = await readFile(await file.path());
    await expectSound(sue.page, 'installation-exported');
  }
);

test(
  'an import: checked, confirmed by a typed word; the importer stays, and a device keeps and sends what it had not sent',
  { timeout: 300_000 },
  async () => {
    keepFailure(sue.context, sue.page);
    await doTaskOffline(ada);
    const { page } = sue;
    await installation(sue);
    const choose = (buffer: Buffer) =>
      main(page)
        .locator('input[type=file]')
        .setInputFiles({ name: 'archive.zip', mimeType: 'application/zip', buffer });

    await choose(archive.subarray(0, archive.length / 2));
    await press(page, 'Check archive');
    await see(main(page).getByText('Nothing was changed.')).toBeVisible(LONG);
    await expectSound(page, 'installation-refused');

    // The upload is held up, and given up.
    await page.route('**/admin/database/import*', () => undefined);
    await choose(archive);
    await press(page, 'Check archive');
    await see(main(page).getByText('Uploading the archive…')).toBeVisible();
    await press(page, 'Cancel');
    await see(main(page).getByText('Uploading the archive…')).toHaveCount(0);
    await page.unroute('**/admin/database/import*');

    await press(page, 'Check archive');
    await see(main(page).getByText('The archive is complete and undamaged.')).toBeVisible(LONG);
    await expectSound(page, 'installation-checked');
    await page.setViewportSize({ width: 390, height: 844 });
    for (const theme of ['dark', 'field', 'light'] as const) {
      await showTheme(page, theme);
      await picture(page, `installation-checked-${theme}`);
    }
    await forgetProof(sue);
    await press(page, 'Replace everything');
    const confirm = dialog(sue).getByRole('button', { name: 'Replace everything' });
    await see(confirm).toBeDisabled();
    await dialog(sue).getByRole('textbox').fill('import');
    await expectSound(page, 'installation-confirm');
    await confirm.click();
    await prove(sue);
    await see(main(page).getByText('Imported. Everyone else has to sign in again;')).toBeVisible(LONG);
    await expectSound(page, 'installation-imported');
    await installation(sue);
    await see(main(page).getByRole('heading', { name: 'Export' })).toBeVisible();

    await ada.page.context().setOffline(false);
    await ada.page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await see(ada.page.getByText(/Your session has ended/).first()).toBeVisible(LONG);
    await ada.page.goto(at('/sign-in'));
    await ada.page.getByLabel('E-mail address').fill(ada.email);
    await ada.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await press(ada.page, 'Sign in');
    await see(ada.page.getByRole('navigation', { name: 'Main' }).first()).toBeVisible(LONG);
    await ada.page.goto(at('/queue'));
    await see(main(ada.page).locator('[data-edit-state=applied]')).toHaveCount(1, LONG);
    await picture(ada.page, 'queue-after-import');
    // Sent again, because the data have another generation now, it is recorded only once.
    await see(main(ada.page).locator('[data-edit-state=waiting]')).toHaveCount(0, LONG);
    const { rows } = await execute(
      await databaseUrlOf(laboratory.dataPath),
      'SELECT count(*)::int AS n FROM task_performances'
    );
    expect(rows).toEqual([{ n: 1 }]);
  }
);

test(
  'an archive of another SECRET_KEY: the check says so; a wrong key changes nothing, and without the key its secrets are made anew',
  { timeout: 300_000 },
  async () => {
    keepFailure(sue.context, sue.page);
    const { page } = sue;
    const OTHER = Buffer.alloc(32, 0xab);
    await installation(sue);
    await main(page)
      .locator('input[type=file]')
      .setInputFiles({
        name: 'archive.zip',
        mimeType: 'application/zip',
        buffer: Buffer.from(withKeyMark(archive, markOf(OTHER)))
      });
    await press(page, 'Check archive');
    await see(main(page).getByText('The archive was encrypted with another SECRET_KEY.')).toBeVisible(LONG);
    // Not before it is said what becomes of the secrets.
    const replace = main(page).getByRole('button', { name: 'Replace everything' });
    await see(replace).toBeDisabled();
    await main(page).getByLabel('SECRET_KEY of the other installation').fill('ab'.repeat(31));
    await see(replace).toBeDisabled();
    await expectSound(page, 'installation-other-key');

    const confirm = async () => {
      await replace.click();
      await dialog(sue).getByRole('textbox').fill('import');
      await dialog(sue).getByRole('button', { name: 'Replace everything' }).click();
    };
    const generation = async () =>
      (await execute(await databaseUrlOf(laboratory.dataPath), 'SELECT generation FROM installation')).rows;
    const before = await generation();
    await main(page).getByLabel('SECRET_KEY of the other installation').fill('cd'.repeat(32));
    await confirm();
    await see(main(page).getByText('Nothing was changed.')).toBeVisible(LONG);
    await expectSound(page, 'installation-wrong-key');
    expect(await generation()).toEqual(before);

    await press(page, 'Check archive');
    await see(main(page).getByText('The archive was encrypted with another SECRET_KEY.')).toBeVisible(LONG);
    await main(page).getByLabel('Import without its secrets').check();
    await see(main(page).getByText(/issued certificates stay valid/)).toBeVisible();
    await expectSound(page, 'installation-without-key');
    await confirm();
    await see(main(page).getByText('Imported. Everyone else has to sign in again;')).toBeVisible(LONG);
    expect(await generation()).not.toEqual(before);
  }
);

test(
  'a reset leaves the superadmin signed in; what their device had not sent is refused, shown and can be exported',
  { timeout: 300_000 },
  async () => {
    keepFailure(sue.context, sue.page);
    const { page } = sue;
    await doTaskOffline(sue);
    // From another device, after a proof.
    expect((await sue.api('POST', '/auth/proof', { password: PASSWORD })).status).toBe(204);
    const begun = await sue.api<{ job_id: string }>('POST', '/admin/database/reset', { confirm: 'RESET' });
    expect(begun.status).toBe(202);
    await see
      .poll(async () => (await sue.api<{ state: string }>('GET', `/operations/${begun.body.job_id}`)).body.state, LONG)
      .toBe('done');
    expect((await ada.api('GET', '/assets')).status).toBe(401);
    await page.context().setOffline(false);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await page.goto(at('/queue'));
    await see(main(page).locator('[data-edit-state=refused]')).toHaveCount(1, LONG);
    await expectSound(page, 'queue-after-reset');
    const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Export')]);
    expect(await readFile(await file.path(), 'utf8')).toContain('Check weight');

    await installation(sue);
    await press(page, 'Reset installation');
    await dialog(sue).getByRole('textbox').fill('RESET');
    await expectSound(page, 'installation-reset-confirm');
    await dialog(sue).getByRole('button', { name: 'Reset installation' }).click();
    await see(main(page).getByText('The installation has been reset.')).toBeVisible(LONG);
    expect((await sue.api('PATCH', '/users/me', { language: 'de' })).status).toBe(200);
    await installation(sue);
    await see(main(page).getByText(/Etwa .* geschätzt/)).toBeVisible();
    await expectSound(page, 'installation-german');
  }
);
