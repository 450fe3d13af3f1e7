/** The tree of locations: built, walked on desktop and phone, moved, chosen by path in an asset's form, and read without a network. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { VIEWPORTS } from '../support/browser.ts';
import { openDemonstration, type Demonstration } from '../support/demonstration.ts';
import { expectSound } from '../support/look-at.ts';
import { see } from '../support/see.ts';

let demonstration: Demonstration;
beforeAll(async () => {
  demonstration = await openDemonstration();
}, 300_000);
afterAll(() => demonstration.close());

const main = () => demonstration.page.getByRole('main');
const heading = (name: string) => see(main().getByRole('heading', { name, level: 1 })).toBeVisible();

test('a location is made within another one, and the asset that is put there is counted all the way up', async () => {
  const { page, at } = demonstration;
  await page.goto(at('/locations'));
  await main().getByRole('link', { name: 'Utilities', exact: true }).click();
  await heading('Utilities');
  await main().getByRole('button', { name: 'New location here' }).click();
  await main().getByLabel('Name').fill('Pump room');
  await main().getByRole('button', { name: 'Add location' }).click();
  await main().getByRole('link', { name: 'Pump room', exact: true }).click();
  await heading('Pump room');
  await see(main().getByText('There are no assets here.')).toBeVisible();

  await page.goto(at('/assets/TT-031/edit'));
  const field = main().getByRole('combobox', { name: 'Location' });
  await field.fill('util pump');
  await main().getByRole('option', { name: 'Utilities / Pump room' }).click();
  await see(field).toHaveValue('Utilities / Pump room');
  await main().getByRole('button', { name: 'Save' }).click();
  await see(main().getByText('Utilities / Pump room').first()).toBeVisible();
  const moves = main().locator('section', { has: page.getByRole('heading', { name: 'Moves' }) });
  await see(moves.getByRole('listitem').first()).toHaveText(/→ Pump room\s.*A\. Lindqvist/);

  await page.goto(at('/locations'));
  await main().getByRole('link', { name: 'Utilities', exact: true }).click();
  await main().getByRole('link', { name: 'Pump room', exact: true }).click();
  await see(
    main()
      .getByRole('link', { name: /TT-031/ })
      .first()
  ).toBeVisible();
  await expectSound(page, 'location');
  await main().getByRole('link', { name: 'Utilities', exact: true }).click();
  await main()
    .getByRole('button', { name: /^Only here/ })
    .click();
  await see(main().getByRole('link', { name: /TT-031/ })).toHaveCount(0);
  await main()
    .getByRole('button', { name: /^Including locations within/ })
    .click();
  await see(
    main()
      .getByRole('link', { name: /TT-031/ })
      .first()
  ).toBeVisible();
});

test('the list of assets is narrowed to a branch, and the address keeps it', async () => {
  const { page, at } = demonstration;
  await page.goto(at('/assets'));
  await main().getByRole('button', { name: 'Filter by location' }).click();
  const field = main().getByRole('combobox', { name: 'Location' });
  await field.fill('pump');
  await expectSound(page, 'location-choice');
  await field.fill('pump');
  await field.press('ArrowDown');
  await field.press('Enter');
  await see(main().getByText('At Utilities / Pump room and within')).toBeVisible();
  await see(
    main()
      .getByRole('link', { name: /TT-031/ })
      .first()
  ).toBeVisible();
  await see.poll(() => new URL(page.url()).searchParams.get('location')).not.toBe(null);
  await page.reload();
  await see(main().getByText('At Utilities / Pump room and within')).toBeVisible();
  await main().getByRole('button', { name: 'Show all locations' }).click();
  await see.poll(() => new URL(page.url()).searchParams.get('location')).toBe(null);
});

test('a branch is moved; into itself it is not offered, and the history says where it was', async () => {
  const { page, at } = demonstration;
  await page.goto(at('/locations'));
  await main().getByRole('link', { name: 'Pump room', exact: true }).click();
  await main().getByRole('button', { name: 'Edit' }).click();
  const parent = main().getByRole('combobox', { name: /^Part of/ });
  await see(parent).toHaveValue('Utilities');
  await parent.fill('pump room');
  await see(main().getByText('Nothing found')).toBeVisible();
  await parent.fill('');
  await main().getByRole('option', { name: 'None', exact: true }).click();
  await main().getByRole('button', { name: 'Save' }).click();
  await see(main().getByRole('button', { name: 'New location here' })).toBeVisible();
  await see(main().getByRole('navigation', { name: 'Part of' })).toHaveCount(0);
  await page.goto(at('/audit'));
  const entry = main().locator('[data-action="location.updated"]').first();
  await see(entry.locator('del')).toHaveText('Utilities');
  await entry.getByRole('link', { name: 'Pump room' }).click();
  await heading('Pump room');
  await main().getByRole('button', { name: 'Edit' }).click();
  await main().getByRole('button', { name: 'Delete location' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete location' }).click();
  await see(main().getByText(/still in use|is used/i)).toBeVisible();
});

test('without a network a phone walks down the tree', async () => {
  const { page, context, at, complaints } = demonstration;
  await page.goto(at('/locations'));
  await see(main().getByRole('link', { name: 'Utilities', exact: true })).toBeVisible();
  await expectSound(page, 'locations-tree');
  await context.setOffline(true);
  try {
    await page.setViewportSize(VIEWPORTS.phone);
    await main().getByRole('link', { name: 'Pump room', exact: true }).click();
    await see(
      main()
        .getByRole('link', { name: /TT-031/ })
        .first()
    ).toBeVisible();
  } finally {
    await context.setOffline(false);
    await page.setViewportSize(VIEWPORTS.desktop);
  }
  expect(complaints).toEqual([]);
});
