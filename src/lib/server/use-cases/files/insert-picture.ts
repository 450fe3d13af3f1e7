import { insertFile } from '#lib/server/db/files.ts';
import type { Tx } from '#lib/server/db/transaction.ts';
import type { Picture } from '#lib/server/images/re-encode-picture.ts';

/** A picture stored under its own id. */
export type StoredPicture = Picture & { readonly id: string };

/** The row of a picture, whose bytes are stored beside it (`storeWith`). @param organizationId null for a person's own */
export const insertPicture = (
  tx: Tx,
  { id, contentType: content_type, bytes, width, height, sha256 }: StoredPicture,
  owner: { readonly organizationId: string | null; readonly createdBy: string }
): Promise<void> => insertFile(tx, { id, content_type, size: bytes.byteLength, width, height, sha256, ...owner });
