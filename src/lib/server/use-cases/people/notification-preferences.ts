import type { z } from 'zod';
import type { NotificationPreferences, updatePreferencesBody } from '#lib/contracts/preferences.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { presentFields } from '#lib/laboratory/present-fields.ts';
import { findPreferences, savePreferences } from '#lib/server/db/notification-preferences.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/** The channels through which the caller is notified, by category; both are on by default. */
export const getNotificationPreferences = ({ pool }: Services, actor: PersonActor): Promise<NotificationPreferences> =>
  transaction(pool, actor, (tx) => findPreferences(tx, actor.userId));

/** Changes the given categories; the others are unchanged. */
export const updateNotificationPreferences = (
  { pool }: Services,
  actor: PersonActor,
  body: z.output<typeof updatePreferencesBody>
): Promise<NotificationPreferences> =>
  transaction(pool, actor, async (tx) => {
    await savePreferences(tx, actor.userId, presentFields(body));
    return findPreferences(tx, actor.userId);
  });
