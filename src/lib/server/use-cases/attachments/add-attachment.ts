import { v7 as uuidv7 } from 'uuid';
import { MOST_ATTACHMENTS, type Attachment } from '#lib/contracts/attachments.ts';
import { SYSTEM, type PersonActor } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { findAttachment, findAttachments, insertAttachment, noteUnkeptObject } from '#lib/server/db/attachments.ts';
import { appendAudit } from '#lib/server/db/audit.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { keyOfAttachment, withAddress } from './attachment-address.ts';
import { editableHolder, heldHolder, type FoundHolder, type HolderRef } from './holder.ts';
import { judgeFile, type JudgedFile } from './judge-file.ts';
import type { ReceivedFile } from './received-file.ts';

/**
 * Adds a file to a record. Sent again under the same name, the existing one is returned.
 * @param receive reads the file; called once it is known that the caller may add it
 * @throws Refusal `not_found`, `ambiguous_ref`, `forbidden`, `wrong_type`, `not_an_image`, `too_large`, `too_many_files`
 */
export async function addAttachment(
  services: Services,
  actor: PersonActor,
  ref: HolderRef,
  upload: { readonly name: string; readonly receive: () => Promise<ReceivedFile> }
): Promise<Attachment> {
  const { pool, store } = services;
  await transaction(pool, actor, async (tx) => findRoom(tx, await editableHolder(tx, actor, ref)));
  const file = await judgeFile(await upload.receive(), upload.name);
  const id = uuidv7();
  const key = keyOfAttachment(id);
  // Recorded before it is stored, so that no unknown object remains if the process ends.
  await transaction(pool, SYSTEM, (tx) => noteUnkeptObject(tx, key));
  await store.putFile(key, file.path, { contentType: file.mediaType });
  try {
    const kept = await transaction(pool, actor, (tx) => keep(tx, actor, ref, { ...file, id }));
    if (kept.id !== id) await store.delete(key);
    return withAddress(services, kept);
  } catch (thrown) {
    // After any other failure the row may exist.
    if (thrown instanceof Refusal) await store.delete(key);
    throw thrown;
  }
}

async function keep(tx: Tx, actor: PersonActor, ref: HolderRef, file: JudgedFile & { readonly id: string }) {
  const holder = await heldHolder(tx, actor, ref);
  const same = (await findAttachments(tx, holder)).find(
    ({ name, sha256 }) => name === file.name && sha256 === file.sha256
  );
  if (same !== undefined) return same;
  await findRoom(tx, holder);
  await appendAudit(tx, actor, holder.organization_id, {
    action: `${holder.type}.file_added`,
    resource: holder.resource,
    changes: { file: { old: null, new: file.name }, sha256: { old: null, new: file.sha256 } }
  });
  const { id, name, mediaType: media_type, size: bytes, sha256 } = file;
  await insertAttachment(tx, holder, { id, name, media_type, bytes, sha256, uploadedBy: actor.userId });
  const kept = await findAttachment(tx, holder, id);
  if (kept === null) throw new Error(`The attachment ${id} is not there after it was inserted`);
  return kept;
}

async function findRoom(tx: Tx, holder: FoundHolder): Promise<void> {
  if ((await findAttachments(tx, holder)).length < MOST_ATTACHMENTS) return;
  throw new Refusal(
    'too_many_files',
    `This record already has ${MOST_ATTACHMENTS} files. Combine several in a ZIP file.`
  );
}
