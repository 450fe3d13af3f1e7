import { sql } from 'slonik';
import { z } from 'zod';
import type { ChosenPreferences, NotificationPreferences } from '#lib/contracts/preferences.ts';
import { id } from '#lib/contracts/primitives.ts';
import { NOTIFICATION_PREFERENCES, type NotificationPreference } from '#lib/records/notifications.ts';
import type { Tx } from './transaction.ts';

const ALL = { email: true, in_app: true, push: true };
const DEFAULTS = Object.fromEntries(
  NOTIFICATION_PREFERENCES.map((preference) => [preference, ALL])
) as NotificationPreferences;
const row = z.object({
  category: z.enum(NOTIFICATION_PREFERENCES),
  email: z.boolean(),
  in_app: z.boolean(),
  push: z.boolean()
});

/** All channels are on by default (specification 2.6). */
export async function findPreferences(tx: Tx, userId: string): Promise<NotificationPreferences> {
  const rows = await tx.any(sql.type(row)`
    SELECT category, email, in_app, push FROM notification_preferences WHERE user_id = ${userId}`);
  const chosen = Object.fromEntries(rows.map(({ category, ...channels }) => [category, channels]));
  return { ...DEFAULTS, ...chosen };
}

/** Writes only the given categories, so that two concurrent changes do not overwrite each other. */
export async function savePreferences(tx: Tx, userId: string, preferences: ChosenPreferences): Promise<void> {
  const rows = Object.entries(preferences).map(([category, channels]) => ({ category, ...channels }));
  await tx.query(sql.unsafe`
    INSERT INTO notification_preferences (user_id, category, email, in_app, push)
    SELECT ${userId}, r.category, r.email, r.in_app, coalesce(r.push, before.push, true)
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(category text, email boolean, in_app boolean, push boolean)
      LEFT JOIN notification_preferences before ON before.user_id = ${userId} AND before.category = r.category
    ON CONFLICT (user_id, category) DO UPDATE
      SET email = excluded.email, in_app = excluded.in_app, push = excluded.push`);
}

/** Of these people, those who want notifications of a category through a channel; all if it has no preference. */
export const whoWants = async (
  tx: Tx,
  userIds: readonly string[],
  preference: NotificationPreference | null,
  channel: 'in_app' | 'email' | 'push'
): Promise<readonly string[]> => {
  if (preference === null) return userIds;
  return tx.anyFirst(sql.type(z.object({ id }))`
    SELECT person AS id FROM unnest(${sql.array([...userIds], 'uuid')}) AS person
    WHERE NOT EXISTS (SELECT FROM notification_preferences p
                      WHERE p.user_id = person AND p.category = ${preference} AND NOT ${sql.identifier(['p', channel])})
    ORDER BY person`);
};

/** Records that an event is mailed to these people. @returns those to whom it had not been mailed yet. */
export const claimMailing = (tx: Tx, userIds: readonly string[], eventKey: string): Promise<readonly string[]> =>
  tx.anyFirst(sql.type(z.object({ id }))`
    INSERT INTO mailed_notices (user_id, event_key)
    SELECT person, ${eventKey} FROM unnest(${sql.array([...userIds], 'uuid')}) AS person ORDER BY person
    ON CONFLICT DO NOTHING RETURNING user_id AS id`);
