import type { PersonActor } from '#lib/laboratory/actor.ts';
import { appendAudit } from '#lib/server/db/audit.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { deleteUserRow, hasHistory } from '#lib/server/db/users.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { assertGuardsHold, requireManagedUser, writeAccount } from './update-user.ts';

/**
 * Deletes an account without records; one with records (such as a profile picture) is deactivated, so that they keep
 * their author.
 * @throws Refusal `not_found`, `forbidden`, `last_superadmin`, `last_admin`
 */
export const deleteUser = ({ pool }: Services, actor: PersonActor, id: string): Promise<void> =>
  transaction(pool, actor, async (tx) => {
    const user = await requireManagedUser(tx, actor, id);
    if (await hasHistory(tx, id)) {
      await writeAccount(tx, actor, user, { is_active: false });
      return;
    }
    await appendAudit(tx, actor, null, {
      action: 'user.deleted',
      resource: { type: 'user', id, label: user.full_name }
    });
    await deleteUserRow(tx, id);
    await assertGuardsHold(tx, user, null);
  });
