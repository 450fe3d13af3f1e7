import { SYSTEM } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { findFile, type StoredFile } from '#lib/server/db/files.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import type { StoredObject } from '#lib/server/storage/object-store.ts';

/** The key of a file in the object store. */
export const keyOfFile = (id: string): string => `files/${id}`;

/** A file requested by its signed path: call it after the signature was checked. @throws Refusal `not_found` */
export async function readFile({ pool, store }: Services, id: string): Promise<StoredFile & StoredObject> {
  const file = await transaction(pool, SYSTEM, (tx) => findFile(tx, id));
  const stored = file === null ? null : await store.get(keyOfFile(id));
  if (file === null || stored === null) throw noSuchFile();
  return { ...file, ...stored };
}

export const noSuchFile = (): Refusal => new Refusal('not_found', 'File not found, or its link has expired.');
