import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { storedCalibration } from '../../../../../tests/support/calibration-row.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { organizationOf, person, superadmin } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { createAsset } from './create-asset.ts';
import { listAssets } from './read-assets.ts';
import { retireAsset } from './retire-asset.ts';

let database: TestDatabase;
let services: Services;
beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  await superadmin(services);
});
afterAll(() => database.drop());

type Given = Partial<Parameters<typeof createAsset>[2]> & { readonly asset_id: string };
const create = (owner: PersonActor, organization_id: string, given: Given) =>
  createAsset(services, owner, { name: `Asset ${given.asset_id}`, organization_id, ...given });

test('pages contain every asset once, whatever is added meanwhile, in each sort order and both directions', async () => {
  const { organization, founder: owner } = await organizationOf(services, await person(services, 'technician'));
  for (let i = 0; i < 7; i++) {
    const asset = await create(owner, organization.id, { asset_id: `P-${i}`, name: i % 2 ? 'Even' : 'odd' });
    if (i < 3) await storedCalibration(database, asset, owner.userId, { due: `2027-0${i + 1}-01` });
  }
  const all = { organization_id: organization.id, limit: 3 };
  for (const sort of ['asset_id', '-asset_id', 'name', '-name', 'due_date', '-due_date', 'updated_at', '-updated_at']) {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listAssets(services, owner, { ...all, sort, cursor });
      expect(page.total).toBe(7);
      seen.push(...page.items.map((asset) => asset.asset_id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect([...seen].sort(), sort).toEqual(['P-0', 'P-1', 'P-2', 'P-3', 'P-4', 'P-5', 'P-6']);
    if (sort === 'due_date') expect(seen.slice(0, 3)).toEqual(['P-0', 'P-1', 'P-2']);
  }
  const first = await listAssets(services, owner, { ...all, sort: 'asset_id' });
  await create(owner, organization.id, { asset_id: 'P-00' });
  const second = await listAssets(services, owner, { ...all, sort: 'asset_id', cursor: first.nextCursor ?? '' });
  expect(second.items.map((asset) => asset.asset_id)).toEqual(['P-3', 'P-4', 'P-5']);
  await expect(
    listAssets(services, owner, { ...all, sort: 'name', cursor: first.nextCursor ?? '' })
  ).rejects.toMatchObject({ code: 'invalid_cursor' });
});

test('pages of a text that many assets have, or few, contain each of them once and in order, however they are found', async () => {
  const { organization, founder: owner } = await organizationOf(services, await person(services, 'technician'));
  const { organization: other } = await organizationOf(services, await person(services, 'technician'));
  for (const { id } of [organization, other])
    await execute(
      database.url,
      `INSERT INTO assets (id, organization_id, asset_id, name)
       SELECT gen_random_uuid(), $1, 'Probe-' || n, CASE WHEN n % 10 = 0 THEN 'Rare' ELSE 'Many' END FROM generate_series(1, 1200) n`,
      [id]
    );
  const expected = (of: (n: number) => boolean) =>
    Array.from({ length: 1200 }, (_, n) => n + 1)
      .filter(of)
      .map((n) => `Probe-${n}`)
      .toSorted();
  for (const [q, names] of [
    ['many', expected((n) => n % 10 !== 0)],
    ['rare', expected((n) => n % 10 === 0)],
    ['neither', []]
  ] as const) {
    for (const sort of ['asset_id', '-asset_id']) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await listAssets(services, owner, {
          organization_id: organization.id,
          q,
          sort,
          limit: 200,
          cursor
        });
        expect(page.total).toBe(names.length);
        seen.push(...page.items.map((asset) => asset.asset_id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      expect([...seen].toSorted(), `${q} by ${sort}`).toEqual(names);
      expect(seen[0]).toBe(sort === 'asset_id' ? names[0] : names.at(-1));
    }
  }
});

test('filters find what they name, and wildcards have no meaning', async () => {
  const { organization, founder: owner } = await organizationOf(services, await person(services, 'technician'));
  const due = await create(owner, organization.id, { asset_id: 'DUE', tags: ['hot'], serial_number: 'S/N 100%' });
  await create(owner, organization.id, { asset_id: 'REF', is_reference: true, model: 'Über 9' });
  const retired = await create(owner, organization.id, { asset_id: 'OLD' });
  await retireAsset(services, owner, { ref: retired.id });
  await storedCalibration(database, due, owner.userId, { due: '2026-11-20' });
  const found = async (filter: object) =>
    (await listAssets(services, owner, { organization_id: organization.id, limit: 50, ...filter })).items.map(
      (asset) => asset.asset_id
    );
  expect(await found({ calibration_status: 'overdue' })).toEqual(['DUE']);
  expect(await found({ due_before: '2026-11-20' })).toEqual([]);
  expect(await found({ due_before: '2026-11-21' })).toEqual(['DUE']);
  expect(await found({ is_reference: true })).toEqual(['REF']);
  expect(await found({ status: 'retired' })).toEqual(['OLD']);
  expect(await found({ tag: 'hot' })).toEqual(['DUE']);
  expect(await found({ q: '100%' })).toEqual(['DUE']);
  expect(await found({ q: '%' })).toEqual(['DUE']);
  expect(await found({ q: 'über' })).toEqual(['REF']);
});
