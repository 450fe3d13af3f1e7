import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { keyOfFile, readFile } from '#lib/server/use-cases/files/read-file.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { person } from '../../../../../tests/support/people.ts';
import { ONE_PIXEL_PNG } from '../../../../../tests/support/pictures.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { getUser } from './get-user.ts';
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
