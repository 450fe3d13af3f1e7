import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { listAssetAuditLogs } from '#lib/server/use-cases/audit/list-asset-audit-logs.ts';
import { readFile } from '#lib/server/use-cases/files/read-file.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { joined, organizationOf, person, superadmin } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { deleteAssetPhoto, putAssetPhoto } from './asset-photo.ts';
import { createAsset } from './create-asset.ts';
import { getAsset } from './read-assets.ts';

let database: TestDatabase;
let services: Services;
let technician: PersonActor;
let viewer: PersonActor;
let stranger: PersonActor;
let organization_id: string;

beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  await superadmin(services);
  const own = await organizationOf(services, await person(services, 'admin'));
  organization_id = own.organization.id;
  technician = await joined(services, await person(services, 'technician'), organization_id);
  viewer = await joined(services, await person(services, 'viewer'), organization_id);
  stranger = await person(services, 'technician');
});
afterAll(() => database.drop());

/** From a phone: large, rotated, and with the place where it was taken. */
const photo = async (background = '#886644') => ({
  bytes: await sharp({ create: { width: 4000, height: 3000, channels: 3, background } })
    .jpeg()
    .withExif({ IFD0: { Artist: 'Somebody' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer(),
  contentType: 'image/jpeg'
});
const made = (asset_id: string) => createAsset(services, technician, { asset_id, name: 'Gauge', organization_id });
const files = async () =>
  (await execute(database.url, 'SELECT id FROM files ORDER BY id')).rows.map(({ id }: { id: string }) => id);

test('a photo is rotated upright, resized and stripped of metadata; it can be replaced and removed', async () => {
  await made('P-1');
  const first = await putAssetPhoto(services, technician, { ref: 'P-1' }, await photo());
  expect(first.photo_url).toBe(`/api/v1/files/${first.photo_file_id}`);
  const stored = await buffer((await readFile(services, first.photo_file_id ?? '')).stream);
  const { width, height, format, exif } = await sharp(stored).metadata();
  expect({ width, height, format, exif }).toEqual({ width: 1200, height: 1600, format: 'webp', exif: undefined });

  const second = await putAssetPhoto(services, technician, { ref: 'P-1' }, await photo('#112233'));
  expect(await files()).toEqual([second.photo_file_id]);
  await expect(readFile(services, first.photo_file_id ?? '')).rejects.toMatchObject({ code: 'not_found' });

  await deleteAssetPhoto(services, technician, { ref: 'P-1' });
  await deleteAssetPhoto(services, technician, { ref: 'P-1' });
  expect(await getAsset(services, technician, { ref: 'P-1' })).toMatchObject({ photo_file_id: null, photo_url: null });
  expect(await files()).toEqual([]);
  const { items } = await listAssetAuditLogs(services, technician, { ref: 'P-1' }, { limit: 10 });
  expect(items.slice(0, 3).map(({ changes }) => changes['photo_file_id'])).toEqual([
    { old: second.photo_file_id, new: null },
    { old: first.photo_file_id, new: second.photo_file_id },
    { old: null, new: first.photo_file_id }
  ]);
});

test('people without the right to edit store nothing, and a file that is not a picture changes nothing', async () => {
  const asset = await made('P-2');
  const before = await files();
  for (const actor of [viewer, stranger]) {
    await expect(putAssetPhoto(services, actor, { ref: asset.id }, await photo())).rejects.toMatchObject({
      code: 'forbidden'
    });
    await expect(deleteAssetPhoto(services, actor, { ref: asset.id })).rejects.toMatchObject({ code: 'forbidden' });
  }
  const text = { bytes: Buffer.from('no picture'), contentType: 'image/png' };
  await expect(putAssetPhoto(services, technician, { ref: 'P-2' }, text)).rejects.toMatchObject({
    code: 'not_an_image'
  });
  expect(await files()).toEqual(before);
  expect(await getAsset(services, technician, { ref: 'P-2' })).toEqual(asset);
});

test('of concurrent photos one stays, with only its file', async () => {
  await made('P-3');
  const pictures = await Promise.all(['#111111', '#222222', '#333333'].map(photo));
  await Promise.all(pictures.map((upload) => putAssetPhoto(services, technician, { ref: 'P-3' }, upload)));
  const { photo_file_id } = await getAsset(services, technician, { ref: 'P-3' });
  expect(await files()).toEqual([photo_file_id]);
});

test('an upload that is sent again, at once or after another photo, is not set a second time', async () => {
  await made('P-4');
  const upload = { ...(await photo()), id: randomUUID() };
  const send = (actor = technician, changes = {}) =>
    putAssetPhoto(services, actor, { ref: 'P-4' }, { ...upload, ...changes });
  const [first, again] = await Promise.all([send(), send()]);
  expect(again.photo_file_id ?? first.photo_file_id).toBe((await send()).photo_file_id);
  const later = await putAssetPhoto(services, technician, { ref: 'P-4' }, await photo('#445566'));
  const stored = await files();
  expect((await send()).photo_file_id).toBe(later.photo_file_id);
  expect(await files()).toEqual(stored);
  const { items } = await listAssetAuditLogs(services, technician, { ref: 'P-4' }, { limit: 10 });
  expect(items.filter(({ action }) => action === 'asset.updated')).toHaveLength(2);
  await expect(send(technician, { bytes: (await photo('#000000')).bytes })).rejects.toMatchObject({
    code: 'id_reused'
  });
});
