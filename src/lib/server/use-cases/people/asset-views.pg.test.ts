import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { MOST_ASSET_VIEWS } from '#lib/records/asset-list.ts';
import { etag } from '#lib/laboratory/freshness.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { assetView } from '../../../../../tests/support/asset-view.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { meanwhile } from '../../../../../tests/support/meanwhile.ts';
import { person } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { createAssetView, deleteAssetView, listAssetViews, updateAssetView } from './asset-views.ts';

let database: TestDatabase;
let services: Services;
beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
});
afterAll(() => database.drop());

const { name: _name, ...SHOWN } = assetView('');
const save = (actor: PersonActor, name: string) => createAssetView(services, actor, assetView(name));
const namesOf = async (actor: PersonActor) => (await listAssetViews(services, actor)).map(({ name }) => name);

test('a view is saved, listed by name, renamed, given another content and deleted', async () => {
  const actor = await person(services, 'viewer');
  const made = await save(actor, 'Oven round');
  expect(made).toMatchObject({ name: 'Oven round', ...SHOWN });
  await save(actor, 'balances');
  expect(await namesOf(actor)).toEqual(['balances', 'Oven round']);
  const renamed = await updateAssetView(services, actor, made.id, { name: 'Autoclaves' }, etag(made.updated_at));
  expect(renamed).toMatchObject({ name: 'Autoclaves', ...SHOWN });
  const replaced = await updateAssetView(services, actor, made.id, { filter: 'all', columns: [] }, null);
  expect(replaced).toEqual({ ...renamed, filter: 'all', columns: [], updated_at: replaced.updated_at });
  await deleteAssetView(services, actor, made.id);
  expect(await namesOf(actor)).toEqual(['balances']);
});

test('the same name is refused, in whatever case, to the same person only', async () => {
  const [actor, other] = [await person(services, 'technician'), await person(services, 'technician')];
  await save(actor, 'Due soon');
  await expect(save(actor, 'DUE SOON')).rejects.toMatchObject({ code: 'view_name_taken' });
  const second = await save(actor, 'Late');
  const rename = (name: string) => updateAssetView(services, actor, second.id, { name }, null);
  await expect(rename('due soon')).rejects.toMatchObject({ code: 'view_name_taken' });
  expect(await rename('LATE')).toMatchObject({ name: 'LATE' });
  expect(await save(other, 'Due soon')).toMatchObject({ name: 'Due soon' });
});

test('another person’s views are not shown, changed or deleted', async () => {
  const [actor, other] = [await person(services, 'technician'), await person(services, 'superadmin')];
  const { id } = await save(actor, 'Mine');
  expect(await namesOf(other)).toEqual([]);
  await expect(updateAssetView(services, other, id, { name: 'Theirs' }, null)).rejects.toMatchObject({
    code: 'not_found'
  });
  await expect(deleteAssetView(services, other, id)).rejects.toMatchObject({ code: 'not_found' });
  expect(await namesOf(actor)).toEqual(['Mine']);
});

test('of two devices that change a view at once, the second is refused as stale; without If-Match the last write stays', async () => {
  const actor = await person(services, 'technician');
  const { id, updated_at } = await save(actor, 'Shared');
  const rename = (name: string, within = services) => updateAssetView(within, actor, id, { name }, etag(updated_at));
  const second = await meanwhile(
    database,
    services,
    (within) => rename('Tablet', within),
    () => rename('Desk')
  );
  expect(second).toMatchObject({ status: 'rejected', reason: { code: 'stale' } });
  expect(await namesOf(actor)).toEqual(['Tablet']);
  await updateAssetView(services, actor, id, { name: 'Desk' }, null);
  expect(await namesOf(actor)).toEqual(['Desk']);
});

test('no more than thirty are kept, also of two saved at once', async () => {
  const actor = await person(services, 'technician');
  for (let n = 1; n < MOST_ASSET_VIEWS; n += 1) await save(actor, `View ${n}`);
  const outcomes = await Promise.allSettled([save(actor, 'Last'), save(actor, 'One too many')]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'too_many_views' } });
  expect(await namesOf(actor)).toHaveLength(MOST_ASSET_VIEWS);
});
