import { v7 as uuidv7 } from 'uuid';
import type { Finding } from '#lib/contracts/exchange.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { reEncodePicture, type Picture } from '#lib/server/images/re-encode-picture.ts';
import { insertPicture } from '#lib/server/use-cases/files/insert-picture.ts';
import { keyOfFile } from '#lib/server/use-cases/files/read-file.ts';
import type { Writing } from './apply.ts';
import { warningFinding } from './incoming.ts';
import { pictureAsIs } from './picture-as-is.ts';

const SIDE_PIXELS = 1600;

type Read = () => Promise<Uint8Array>;

async function pictureOf(read: Read): Promise<Picture | null> {
  const bytes = await read();
  return (
    (await pictureAsIs(bytes, SIDE_PIXELS)) ??
    (await reEncodePicture(bytes, null, 'whole', SIDE_PIXELS).catch((thrown: unknown) => {
      if (thrown instanceof Refusal && thrown.code !== 'archive_refused') return null;
      throw thrown;
    }))
  );
}

/** A photo that will be left out, since it is no picture. */
export const faultsOfPhoto = async (read: Read | null): Promise<readonly Finding[]> =>
  read === null || (await pictureOf(read)) !== null
    ? []
    : [
        warningFinding(
          'photo_left_out',
          ['photo_file_id'],
          'The photo is not a picture that can be read, so it is omitted.'
        )
      ];

/**
 * Stores the photo of an asset. One that has nothing but pixels, as in every export, is kept as it is; any other is encoded again.
 * @returns its file; null where there is none, or no picture
 */
export async function writePhoto(
  { tx, services, actor, mapping, stored }: Writing,
  fileId: string | null,
  read: Read | null
): Promise<string | null> {
  if (read === null) return null;
  const picture = await pictureOf(read);
  if (picture === null) return null;
  const id = fileId === null ? uuidv7() : (mapping.ids.get(fileId) ?? fileId);
  stored.push(keyOfFile(id));
  await services.store.put(keyOfFile(id), picture.bytes, { contentType: picture.contentType });
  await insertPicture(tx, { id, ...picture }, { organizationId: mapping.organizationId, createdBy: actor.userId });
  return id;
}
