import type { ReferencedObject } from '#lib/server/db/whole/dump.ts';
import { keyOfAttachment } from '#lib/server/use-cases/attachments/attachment-address.ts';
import { keyOfFile } from '#lib/server/use-cases/files/read-file.ts';

/** Where the object store has it. */
export function keyOfReferenced({ kind, id, key }: ReferencedObject): string {
  if (key !== null) return key;
  return kind === 'file' ? keyOfFile(id) : keyOfAttachment(id);
}
