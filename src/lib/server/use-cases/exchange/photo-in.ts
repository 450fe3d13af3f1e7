import { createHash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { plainWebpSize } from '#lib/server/images/plain-webp.ts';
import { reEncodePicture } from '#lib/server/images/re-encode-picture.ts';
import { insertPicture } from '#lib/server/use-cases/files/insert-picture.ts';
import { keyOfFile } from '#lib/server/use-cases/files/read-file.ts';
import type { Writing } from './apply.ts';

const SIDE_PIXELS = 1600;

/**
 * Stores the photo of an asset. One that is nothing but pixels, as every export's, stays as it is; any other is made anew.
 * @returns its file; null where there is none, or no picture
 */
export async function writePhoto(
  { tx, services, actor, mapping, stored }: Writing,
  fileId: string | null,
  read: (() => Promise<Uint8Array>) | null
): Promise<string | null> {
  if (read === null) return null;
  const bytes = await read();
  const size = await plainWebpSize(bytes);
  const isFit = size !== null && Math.max(size.width, size.height) <= SIDE_PIXELS;
  const picture = isFit
    ? {
        ...size,
        bytes: Buffer.from(bytes),
        contentType: 'image/webp' as const,
        sha256: createHash('sha256').update(bytes).digest('hex')
      }
    : await reEncodePicture(bytes, 'image/webp', 'whole', SIDE_PIXELS).catch((thrown: unknown) => {
        if (thrown instanceof Refusal) return null;
        throw thrown;
      });
  if (picture === null) return null;
  const id = fileId === null ? uuidv7() : (mapping.ids.get(fileId) ?? fileId);
  stored.push(keyOfFile(id));
  await services.store.put(keyOfFile(id), picture.bytes, { contentType: picture.contentType });
  await insertPicture(tx, { id, ...picture }, { organizationId: mapping.organizationId, createdBy: actor.userId });
  return id;
}
