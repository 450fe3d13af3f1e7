import { sql } from 'slonik';
import { z } from 'zod';
import type { Tx } from './transaction.ts';

/** With a person's id, the lock that serialises deliveries and refusals of their entries. */
const DELIVERIES = 736_015;

/**
 * The last attempt of each of these entries that was refused. Until the transaction ends no refusal of the person's
 * entries is recorded: a later refusal sees what this transaction has applied.
 */
export async function findRefusedAttempts(
  tx: Tx,
  userId: string,
  ids: readonly string[]
): Promise<ReadonlyMap<string, number>> {
  await tx.query(sql.unsafe`SELECT pg_advisory_xact_lock_shared(${DELIVERIES}, hashtext(${userId}))`);
  const rows = await tx.any(sql.type(z.object({ id: z.string(), attempt: z.int() }))`
    SELECT id, attempt FROM refused_attempts
    WHERE user_id = ${userId} AND id = ANY(${sql.array([...ids], 'uuid')})`);
  return new Map(rows.map(({ id, attempt }) => [id, attempt]));
}

/** Waits for the deliveries of the person that are being applied. */
export const awaitDeliveries = (tx: Tx, userId: string): Promise<unknown> =>
  tx.query(sql.unsafe`SELECT pg_advisory_xact_lock(${DELIVERIES}, hashtext(${userId}))`);

export async function keepRefusedAttempts(
  tx: Tx,
  userId: string,
  refused: readonly { readonly id: string; readonly attempt: number }[]
): Promise<void> {
  await tx.query(sql.unsafe`
    INSERT INTO refused_attempts AS known (id, user_id, attempt)
    SELECT id, ${userId}::uuid, max(attempt) FROM unnest(${sql.array(
      refused.map(({ id }) => id),
      'uuid'
    )}, ${sql.array(
      refused.map(({ attempt }) => attempt),
      'int4'
    )}) AS r(id, attempt) GROUP BY id ORDER BY id
    ON CONFLICT (id, user_id) DO UPDATE SET attempt = greatest(known.attempt, excluded.attempt), refused_at = now()`);
}
