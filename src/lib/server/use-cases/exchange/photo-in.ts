import { v7 as uuidv7 } from 'uuid';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { reEncodePicture } from '#lib/server/images/re-encode-picture.ts';
import { insertPicture } from '#lib/server/use-cases/files/insert-picture.ts';
import { keyOfFile } from '#lib/server/use-cases/files/read-file.ts';
import type { Writing } from './apply.ts';
import { pictureAsIs } from './picture-as-is.ts';

const SIDE_PIXELS = 1600;

/**
 * Stores the photo of an asset. One that has nothing but pixels, as in every export, is kept as it is; any other is encoded again.
 * @returns its file; null where there is none, or no picture
 */
export async function writePhoto(
  { tx, services, actor, mapping, stored }: Writing,
  fileId: string | null,
  read: (() => Promise<Uint8Array>) | null
): Promise<string | null> {
  if (read === null) return null;
  const bytes = await read();
  const picture =
    (await pictureAsIs(bytes, SIDE_PIXELS)) ??
    (await reEncodePicture(bytes, null, 'whole', SIDE_PIXELS).catch((thrown: unknown) => {
      if (thrown instanceof Refusal) return null;
      throw thrown;
    }));
  if (picture === null) return null;
  const id = fileId === null ? uuidv7() : (mapping.ids.get(fileId) ?? fileId);
  stored.push(keyOfFile(id));
  await services.store.put(keyOfFile(id), picture.bytes, { contentType: picture.contentType });
  await insertPicture(tx, { id, ...picture }, { organizationId: mapping.organizationId, createdBy: actor.userId });
  return id;
}
