import { Refusal } from '#lib/laboratory/refusal.ts';
import type { ArchiveRow } from '#lib/server/db/archive-rows.ts';
import { insertWhole } from '#lib/server/db/archive-import.ts';
import { keyOfAttachment } from '#lib/server/use-cases/attachments/attachment-address.ts';
import type { Writing } from './apply.ts';
import type { IncomingFile } from './incoming.ts';
import { judgedFile } from './judged-file.ts';
import { accountOf } from './rows-in.ts';

type Holder = {
  readonly type: 'asset' | 'procedure' | 'calibration';
  readonly id: string;
  readonly organizationId: string | null;
};

/** Stores the files of a record that is there, one after another. @param known ids of files that it has already */
export async function writeFiles(
  { tx, services, mapping, stored }: Writing,
  { type, id: holderId, organizationId }: Holder,
  files: readonly IncomingFile[] = [],
  known?: ReadonlySet<string>
): Promise<void> {
  const rows: ArchiveRow[] = [];
  for (const file of files) {
    const id = mapping.ids.get(file.record.id) ?? file.record.id;
    if (known?.has(id)) continue;
    const judged = await judgedFile(file).catch((thrown: unknown) => {
      if (thrown instanceof Refusal && file.isOptional && thrown.code !== 'archive_refused') return null;
      throw thrown;
    });
    if (judged === null) continue;
    const { bytes, name, mediaType, sha256 } = judged;
    const key = keyOfAttachment(id);
    stored.push(key);
    await services.store.put(key, bytes, { contentType: mediaType });
    const { uploaded_by: hash, uploaded_by_name, uploaded_by_role, created_at } = file.record;
    rows.push({
      id,
      organization_id: organizationId,
      [`${type}_id`]: holderId,
      name,
      media_type: mediaType,
      bytes: bytes.byteLength,
      sha256,
      created_at,
      uploaded_by: accountOf(mapping, hash),
      imported: { hash, name: uploaded_by_name, role: uploaded_by_role }
    });
  }
  await insertWhole(tx, 'attachments', rows);
}
