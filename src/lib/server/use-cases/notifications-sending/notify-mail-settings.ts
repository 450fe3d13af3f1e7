import { v7 as uuidv7 } from 'uuid';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { insertNotifications } from '#lib/server/db/notifications.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { findSuperadmins, findUser } from '#lib/server/db/users.ts';
import type { JobPayloads } from '#lib/server/jobs/queue.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/**
 * Tells every superadmin but the one who did it that the mail settings were changed: in the app, whatever they prefer, and not by
 * mail, which leaves by the very server that is in question.
 */
export const notifyMailSettings = (
  { pool }: Services,
  { change_id, changed_by, host }: JobPayloads['notify_mail_settings']
): Promise<void> =>
  transaction(pool, SYSTEM, async (tx) => {
    const person = (await findUser(tx, changed_by))?.full_name ?? '';
    const told = (await findSuperadmins(tx)).filter((id) => id !== changed_by);
    await insertNotifications(
      tx,
      told.map((user_id) => ({
        id: uuidv7(),
        user_id,
        event: { category: 'mail_settings_changed', parameters: { person, host } },
        asset_id: null,
        organization_id: null,
        event_key: `mail_settings_changed:${change_id}`
      }))
    );
  });
