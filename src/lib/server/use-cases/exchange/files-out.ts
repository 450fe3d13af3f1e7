import { buffer } from 'node:stream/consumers';
import { keyOfAttachment } from '#lib/server/use-cases/attachments/attachment-address.ts';
import type { ArchivedFile } from '#lib/contracts/archive.ts';
import type { ObjectStore } from '#lib/server/storage/object-store.ts';
import type { ArchiveOut } from './archive-out.ts';

type Context = {
  readonly store: ObjectStore;
  readonly out: ArchiveOut;
  readonly counts: { files: number; missing_files: number };
};

/** Writes the files of a record, one after another: none is larger than 50 MiB. Equal ones are written once. */
export async function writeFiles(
  { store, out, counts }: Context,
  files: unknown,
  pathOf: (file: ArchivedFile) => string
): Promise<void> {
  const written = new Set<string>();
  for (const file of files as readonly ArchivedFile[]) {
    counts.files++;
    if (written.has(file.sha256)) continue;
    const stored = await store.get(keyOfAttachment(file.id));
    if (stored === null) {
      counts.missing_files++;
      continue;
    }
    await out.bytes(pathOf(file), await buffer(stored.stream), false);
    written.add(file.sha256);
  }
}
