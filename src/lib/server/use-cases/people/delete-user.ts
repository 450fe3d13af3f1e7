import type { PersonActor } from '#lib/laboratory/actor.ts';
import { appendAudit } from '#lib/server/db/audit.ts';
import { deleteFile } from '#lib/server/db/files.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { deleteUserRow, hasHistory } from '#lib/server/db/users.ts';
import { keyOfFile } from '#lib/server/use-cases/files/read-file.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { assertGuardsHold, requireManagedUser, writeAccount } from './update-user.ts';

/**
 * Removes an account that left no trace; one that did is deactivated, so that what it did keeps its author.
 * @throws Refusal `not_found`, `forbidden`, `last_superadmin`, `last_admin`
 */
export async function deleteUser({ pool, store }: Services, actor: PersonActor, id: string): Promise<void> {
  const picture = await transaction(pool, actor, async (tx) => {
    const user = await requireManagedUser(tx, actor, id);
    if (await hasHistory(tx, id)) {
      await writeAccount(tx, actor, user, { is_active: false });
      return null;
    }
    await appendAudit(tx, actor, null, {
      action: 'user.deleted',
      resource: { type: 'user', id, label: user.full_name }
    });
    await deleteUserRow(tx, id);
    if (user.profile_picture_id !== null) await deleteFile(tx, user.profile_picture_id);
    await assertGuardsHold(tx, user, null);
    return user.profile_picture_id;
  });
  if (picture !== null) await store.delete(keyOfFile(picture));
}
