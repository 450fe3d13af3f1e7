import { sql } from 'slonik';
import { z } from 'zod';
import type { Tx } from './transaction.ts';

const row = z.object({
  id: z.string(),
  endpoint: z.string(),
  p256dh: z.string(),
  auth: z.string(),
  language: z.enum(['en', 'de', 'fr', 'es'])
});
export type PushSubscriptionRow = z.infer<typeof row>;
export type NewSubscription = Pick<PushSubscriptionRow, 'id' | 'endpoint' | 'p256dh' | 'auth'> & {
  readonly userId: string;
  readonly sessionId: string;
};

/** A device that is still signed in, of an account that is still active. */
const usable = sql.fragment`push_subscriptions p JOIN users u ON u.id = p.user_id AND u.is_active
  JOIN sessions s ON s.id = p.session_id AND s.expires_at > now()`;
const columns = sql.fragment`p.id, p.endpoint, p.p256dh, p.auth, u.language`;

export const findSubscription = (tx: Tx, id: string): Promise<PushSubscriptionRow | null> =>
  tx.maybeOne(sql.type(row)`SELECT ${columns} FROM ${usable} WHERE p.id = ${id}`);

export const findSubscriptionOfSession = (tx: Tx, sessionId: string): Promise<PushSubscriptionRow | null> =>
  tx.maybeOne(sql.type(row)`SELECT ${columns} FROM ${usable} WHERE p.session_id = ${sessionId}`);

/** The devices of these people. */
export const findSubscriptionsOf = (tx: Tx, userIds: readonly string[]): Promise<readonly string[]> =>
  tx.anyFirst(sql.type(z.object({ id: z.string() }))`
    SELECT p.id FROM ${usable} WHERE p.user_id = ANY (${sql.array([...userIds], 'uuid')}) ORDER BY p.id`);

/** A browser has one endpoint, whoever signs in there: the latest takes it over. Call it as the service itself. */
export async function saveSubscription(tx: Tx, one: NewSubscription): Promise<void> {
  await tx.query(sql.unsafe`
    DELETE FROM push_subscriptions WHERE endpoint = ${one.endpoint} OR session_id = ${one.sessionId}`);
  await tx.query(sql.unsafe`
    INSERT INTO push_subscriptions (id, user_id, session_id, endpoint, p256dh, auth)
    VALUES (${one.id}, ${one.userId}, ${one.sessionId}, ${one.endpoint}, ${one.p256dh}, ${one.auth})`);
}

export async function deleteSubscription(tx: Tx, id: string): Promise<void> {
  await tx.query(sql.unsafe`DELETE FROM push_subscriptions WHERE id = ${id}`);
}

export async function deleteSubscriptionOfSession(tx: Tx, sessionId: string): Promise<void> {
  await tx.query(sql.unsafe`DELETE FROM push_subscriptions WHERE session_id = ${sessionId}`);
}
