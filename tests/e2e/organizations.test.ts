/** People come to an organization, manage it and leave it, each in a browser of their own, on the built app. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepFailure, picture } from '../support/browser.ts';
import {
  LAB,
  laboratoryOfThree,
  main,
  press,
  type LaboratoryOfThree,
  type Visitor
} from '../support/laboratory-of-three.ts';
import { ONE_PIXEL_PNG } from '../support/pictures.ts';
import { see } from '../support/see.ts';

let laboratory: LaboratoryOfThree;
let at: LaboratoryOfThree['at'];
let labId: string;
let sue: Visitor;
let ada: Visitor;
let rita: Visitor;
beforeAll(async () => {
  laboratory = await laboratoryOfThree();
  ({ at, labId, sue, ada, rita } = laboratory);
}, 300_000);
afterAll(() => laboratory.close());

const confirm = (page: Page, name: string) => page.getByRole('alertdialog').getByRole('button', { name }).click();

test('who asks to join is approved by somebody else, hears of it, and belongs', { timeout: 120_000 }, async () => {
  keepFailure(rita.context, rita.page);
  await rita.page.goto(at('/organizations'));
  await rita.page.getByRole('link', { name: LAB }).click();
  await see(main(rita.page).getByText('only its name is shown')).toBeVisible();
  await press(rita.page, 'Ask to join');
  await see(main(rita.page).getByText('You have asked to join.')).toBeVisible();
  await picture(rita.page, 'organization-asked');

  await ada.page.goto(at('/'));
  await see(ada.page.getByRole('link', { name: /Notifications 1/ })).toBeVisible({ timeout: 30_000 });
  await ada.page.goto(at('/notifications'));
  await main(ada.page).getByRole('link', { name: /join/ }).first().click();
  await see(ada.page.getByRole('heading', { name: LAB })).toBeVisible();
  const request = main(ada.page).getByRole('listitem').filter({ hasText: 'Rita Requester' });
  await see(request).toBeVisible({ timeout: 30_000 });
  await picture(ada.page, 'organization-requests');
  await request.getByRole('button', { name: /^Approve/ }).click();
  await see(main(ada.page).getByText('Rita Requester is now a member.')).toBeVisible();
  await see(main(ada.page).locator(`[data-member="${rita.id}"]`)).toBeVisible();

  await rita.page.goto(at('/notifications'));
  await main(rita.page)
    .getByRole('link', { name: new RegExp(LAB) })
    .first()
    .click({ timeout: 30_000 });
  await see(rita.page.getByRole('heading', { name: LAB })).toBeVisible();
  await see(rita.page.getByRole('button', { name: 'Leave' })).toBeVisible({ timeout: 30_000 });
  await see(rita.page.getByRole('button', { name: 'Edit' })).toBeHidden();

  // One is removed, and all are; both are gone after a reload.
  await ada.page.goto(at('/notifications'));
  await main(ada.page)
    .getByRole('button', { name: /^Remove: / })
    .first()
    .click();
  await see(main(ada.page).getByText('No notifications')).toBeVisible();
  await rita.page.goto(at('/notifications'));
  await press(rita.page, 'Remove all');
  await confirm(rita.page, 'Remove all');
  for (const { page } of [ada, rita]) {
    await see(main(page).getByText('No notifications')).toBeVisible();
    await page.reload();
    await see(main(page).getByText('No notifications')).toBeVisible();
  }
});

test('of two who decide at once, the second is informed without an alarm', { timeout: 120_000 }, async () => {
  keepFailure(ada.context, ada.page);
  const tom = await laboratory.account('tom@lab.example', 'Tom Twice');
  const asked = await tom.api<{ id: string }>('POST', `/organizations/${labId}/join-requests`);
  expect(asked.status).toBe(201);
  await ada.page.goto(at(`/organizations/${labId}`));
  const approve = ada.page.getByRole('button', { name: 'Approve: Tom Twice' });
  await see(approve).toBeVisible({ timeout: 30_000 });
  // What the request itself sets going is over: the list that is decided on is the old one.
  await see(ada.page.getByRole('link', { name: /Notifications 1/ })).toBeVisible({ timeout: 30_000 });
  await ada.page.waitForTimeout(2000);
  await sue.api('POST', `/organizations/${labId}/join-requests/${asked.body.id}/reject`);
  await approve.click();
  await see(ada.page.getByText(/Tom Twice has already been decided or withdrawn/)).toBeVisible();
  await see(approve).toBeHidden();
});

test(
  'who administers it alone is told so, and is offered neither leaving nor stepping down',
  { timeout: 120_000 },
  async () => {
    keepFailure(ada.context, ada.page);
    const { page } = ada;
    await page.goto(at(`/organizations/${labId}`));
    const own = main(page).locator(`[data-member="${ada.id}"]`);
    await see(own).toContainText('You are the only administrator.');
    await see(page.getByLabel('Role of Ada Admin')).toHaveCount(0);
    await see(page.getByRole('button', { name: 'Leave' })).toHaveCount(0);
    const refused = await ada.api('POST', `/organizations/${labId}/leave`);
    expect(refused).toMatchObject({ status: 409, body: { code: 'last_admin' } });

    await page.getByLabel('Role of Rita Requester').selectOption({ label: 'organization administrator' });
    await see(page.getByLabel('Role of Ada Admin')).toHaveValue('admin');
    await see(page.getByRole('button', { name: 'Leave' })).toBeVisible();
    await page.getByLabel('Role of Rita Requester').selectOption({ label: 'member' });
    await see(own).toContainText('You are the only administrator.');
  }
);

test(
  'profile and logo are kept, and the audit log tells field by field what changed',
  { timeout: 120_000 },
  async () => {
    keepFailure(ada.context, ada.page);
    const { page } = ada;
    await page.goto(at(`/organizations/${labId}`));
    await press(page, 'Edit');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(ONE_PIXEL_PNG) });
    await press(page, 'Use this picture');
    await see(page.getByRole('button', { name: 'Change picture' })).toBeVisible();
    await page.getByLabel(/^Website/).fill('lab.example');
    await press(page, 'Save');
    await see(page.getByRole('link', { name: 'lab.example' })).toHaveAttribute('href', 'https://lab.example/');
    const logo = main(page).locator('img.logo');
    await see.poll(() => logo.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
    await picture(page, 'organization-managed');

    await press(page, 'Edit');
    await page.getByLabel(/^Website/).fill('javascript:alert(1)');
    await press(page, 'Save');
    await see(main(page).getByText('javascript:alert(1)')).toBeVisible();
    await see(page.getByRole('link', { name: /javascript/ })).toHaveCount(0);

    await main(page).getByRole('link', { name: 'Audit log' }).click();
    const entry = main(page).locator('[data-action="organization.updated"]').filter({ hasText: 'nothing' }).first();
    await see(entry).toContainText('Organization changed');
    await see(entry).toContainText(/Website\s*before: nothing\s*after: lab\.example/);
    await see(entry).toContainText('Ada Admin, technician');
    await see(entry).toContainText(/request [0-9a-f-]{8}/);
    await press(page, 'Verify');
    await see(main(page).getByText(/entries verified on .*Their hash chain is unbroken\./)).toBeVisible();
    const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'JSONL')]);
    const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\n');
    expect(lines.map((line) => Object.keys(JSON.parse(line) as object).includes('previous_hash'))).not.toContain(false);
    expect(file.suggestedFilename()).toMatch(/^audit-log-\d{4}-\d{2}-\d{2}\.jsonl$/);
    await picture(page, 'audit-organization');
    await page.getByLabel('What happened').selectOption({ label: 'Request to join approved' });
    await see(main(page).getByText('One entry')).toBeVisible();
    await see(main(page).getByRole('listitem')).toContainText('Rita Requester');
    await page.getByLabel('Changed by').selectOption({ label: 'Rita Requester' });
    await see(main(page).getByText('No matching changes')).toBeVisible();
  }
);

test('what syncs in the background does not read the audit log again', { timeout: 120_000 }, async () => {
  keepFailure(ada.context, ada.page);
  const { page } = ada;
  await page.goto(at('/audit'));
  await see(main(page).getByRole('listitem').first()).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/audit-logs')) asked.push(request.url());
  });
  const synced = page.waitForResponse(/\/sync\/pull/);
  await ada.api('PUT', `/organizations/${labId}`, { description: 'Pressure and temperature' });
  await synced;
  await page.waitForTimeout(1000);
  expect(asked).toEqual([]);
  await see(main(page).getByText('Loading the log')).toHaveCount(0);
});

test('a member leaves', { timeout: 120_000 }, async () => {
  keepFailure(rita.context, rita.page);
  const { page } = rita;
  await page.goto(at(`/organizations/${labId}`));
  await press(page, 'Leave');
  await see(page.getByRole('alertdialog')).toContainText(`Leave ${LAB}?`);
  await confirm(page, 'Leave');
  await see(page.getByText('You do not belong to an organization yet')).toBeVisible({ timeout: 30_000 });
  const members = await ada.api<{ user: { id: string } }[]>('GET', `/organizations/${labId}/members`);
  expect(members.body.map(({ user }) => user.id)).toEqual([ada.id]);
});

test('deactivating asks for the name; a super administrator restores it as it was', { timeout: 120_000 }, async () => {
  keepFailure(ada.context, ada.page);
  await ada.page.goto(at(`/organizations/${labId}`));
  await press(ada.page, 'Deactivate organization');
  const dialog = ada.page.getByRole('alertdialog');
  const action = dialog.getByRole('button', { name: 'Deactivate organization' });
  await dialog.getByLabel(/to confirm/).fill('Northfield');
  await see(action).toBeDisabled();
  await dialog.getByLabel(/to confirm/).fill(LAB);
  await picture(ada.page, 'organization-deactivate');
  await action.click();
  await see(ada.page.getByText('You do not belong to an organization yet')).toBeVisible({ timeout: 30_000 });

  await sue.page.goto(at('/admin'));
  await sue.page.getByRole('button', { name: `Restore ${LAB}` }).click();
  await see(sue.page.getByText('No deactivated organizations.')).toBeVisible();
  await picture(sue.page, 'administration');
  await see(ada.page.getByRole('link', { name: LAB })).toBeVisible({ timeout: 60_000 });
});

test('without the network the screens say what needs it', { timeout: 120_000 }, async () => {
  keepFailure(ada.context, ada.page);
  const { page, context } = ada;
  await page.goto(at(`/organizations/${labId}`));
  await see(page.locator(`[data-member="${ada.id}"]`)).toBeVisible({ timeout: 30_000 });
  await context.setOffline(true);
  await see(page.getByRole('button', { name: 'Deactivate organization' })).toBeDisabled({ timeout: 30_000 });
  await page.getByRole('link', { name: 'Audit log' }).first().click();
  await see(main(page).getByText('The audit log is kept on the server.')).toBeVisible();
  await context.setOffline(false);
});

test('no page of them broke a script or the content security policy', () => {
  expect(laboratory.complaints()).toEqual([]);
});
