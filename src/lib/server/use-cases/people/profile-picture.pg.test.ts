import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { findChanged } from '#lib/server/db/changed-documents.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { getAsset } from '#lib/server/use-cases/assets/read-assets.ts';
import { listCalibrationsOfAsset } from '#lib/server/use-cases/calibrations/list-calibrations.ts';
import { keyOfFile, readFile } from '#lib/server/use-cases/files/read-file.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { calibratedLaboratory } from '../../../../../tests/support/calibrated-laboratory.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { person } from '../../../../../tests/support/people.ts';
import { ONE_PIXEL_PNG } from '../../../../../tests/support/pictures.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { getUser } from './read-users.ts';
import { deleteProfilePicture, putProfilePicture } from './profile-picture.ts';

let database: TestDatabase;
let services: Services;
let somebody: PersonActor;
const upload = { bytes: ONE_PIXEL_PNG, contentType: 'image/png' };

beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  somebody = await person(services, 'viewer');
});
afterAll(() => database.drop());

test('a picture is set, seen by others, replaced and removed; the bytes of the old one are gone', async () => {
  const first = (await putProfilePicture(services, somebody, upload)).profile_picture_id ?? '';
  const other = await person(services, 'viewer');
  expect(await getUser(services, other, somebody.userId)).toMatchObject({
    profile_picture_url: `/api/v1/files/${first}`
  });
  const stored = await readFile(services, first);
  expect(stored).toMatchObject({ content_type: 'image/webp' });
  stored.stream.destroy();
  const second = (await putProfilePicture(services, somebody, upload)).profile_picture_id ?? '';
  expect(second).not.toBe(first);
  expect(await services.store.head(keyOfFile(first))).toBeNull();
  await deleteProfilePicture(services, somebody);
  await deleteProfilePicture(services, somebody);
  await expect(readFile(services, second)).rejects.toMatchObject({ code: 'not_found' });
  expect(await getUser(services, other, somebody.userId)).toMatchObject({ profile_picture_url: null });
});

test('records carry the picture of whoever made them; what a device keeps for weeks does not', async () => {
  const { admin, reference, organizationId: stream } = await calibratedLaboratory(services);
  const path = `/api/v1/files/${(await putProfilePicture(services, admin, upload)).profile_picture_id}`;
  const asset = await getAsset(services, admin, { ref: reference.id });
  expect(asset.created_by?.profile_picture_url).toBe(path);
  const { items } = await listCalibrationsOfAsset(services, admin, reference.id, { limit: 9, include_voided: true });
  expect(items.map((calibration) => calibration.recorded_by.profile_picture_url)).toEqual([path]);
  for (const collection of ['memberships', 'assets', 'calibrations'] as const) {
    const pulled = await transaction(services.pool, admin, (tx) =>
      findChanged(tx, collection, { stream, after: 0, limit: 100, reader: admin.userId })
    );
    expect(pulled.length).toBeGreaterThan(0);
    expect(JSON.stringify(pulled)).not.toContain(path);
  }
});

test('of two uploads at once one stays, and nothing of the other', async () => {
  const both = await Promise.all([1, 2].map(() => putProfilePicture(services, somebody, upload)));
  const kept = await getUser(services, somebody, somebody.userId);
  const heads = await Promise.all(
    both.map(async ({ profile_picture_id: id }) => [id, (await services.store.head(keyOfFile(id ?? ''))) !== null])
  );
  expect(heads.filter(([, there]) => there)).toEqual([
    ['profile_picture_id' in kept ? kept.profile_picture_id : null, true]
  ]);
});

test('what is no picture, or not the one that it says, is refused', async () => {
  const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  for (const wrong of [
    { bytes: svg, contentType: 'image/png' },
    { bytes: ONE_PIXEL_PNG, contentType: 'image/jpeg' },
    { bytes: new Uint8Array(), contentType: 'image/png' },
    { bytes: ONE_PIXEL_PNG.slice(0, 40), contentType: 'image/png' }
  ]) {
    await expect(putProfilePicture(services, somebody, wrong)).rejects.toMatchObject({ code: 'not_an_image' });
  }
});
