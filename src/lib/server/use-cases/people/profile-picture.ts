import { v7 as uuidv7 } from 'uuid';
import type { User } from '#lib/contracts/people.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { appendAudit, lockAuditChain } from '#lib/server/db/audit.ts';
import { deleteFile } from '#lib/server/db/files.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { updateUserRow } from '#lib/server/db/users.ts';
import { reEncodePicture } from '#lib/server/images/re-encode-picture.ts';
import { insertPicture, type StoredPicture } from '#lib/server/use-cases/files/insert-picture.ts';
import { keyOfFile } from '#lib/server/use-cases/files/read-file.ts';
import { storeWith } from '#lib/server/use-cases/files/store-with.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { requireUser } from '#lib/server/use-cases/accounts/require-user.ts';

/** Sets the caller's picture, re-encoded from the upload. @throws Refusal `not_an_image` */
export async function putProfilePicture(
  services: Services,
  actor: PersonActor,
  upload: { readonly bytes: Uint8Array; readonly contentType: string }
): Promise<User> {
  const picture = await reEncodePicture(upload.bytes, upload.contentType);
  const next = { id: uuidv7(), ...picture };
  return storeWith(services.store, next, () => replacePicture(services, actor, next));
}

/** Removes the caller's picture; does nothing if there is none. */
export const deleteProfilePicture = async (services: Services, actor: PersonActor): Promise<void> =>
  void (await replacePicture(services, actor, null));

async function replacePicture(
  { pool, store }: Services,
  actor: PersonActor,
  next: StoredPicture | null
): Promise<User> {
  const { user, gone } = await transaction(pool, actor, async (tx) => {
    await lockAuditChain(tx, null);
    const before = await requireUser(tx, actor.userId);
    const former = before.profile_picture_id;
    if (former === null && next === null) return { user: before, gone: null };
    await appendAudit(tx, actor, null, {
      action: 'user.updated',
      resource: { type: 'user', id: before.id, label: before.full_name },
      changes: { profile_picture_id: { old: former, new: next?.id ?? null } }
    });
    if (next !== null) await insertPicture(tx, next, { organizationId: null, createdBy: actor.userId });
    const after = await updateUserRow(tx, { ...before, profile_picture_id: next?.id ?? null });
    if (former !== null) await deleteFile(tx, former);
    return { user: after, gone: former };
  });
  // Only after the commit: bytes without a row do no harm, a row without its bytes would.
  if (gone !== null) await store.delete(keyOfFile(gone));
  return user;
}
