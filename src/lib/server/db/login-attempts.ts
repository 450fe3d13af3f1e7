import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { Tx } from './transaction.ts';

/** How many attempts under one key are accepted in the seconds before now. */
export type AttemptLimit = { readonly key: string; readonly most: number; readonly seconds: number };

/** Seconds until all of the keys may be tried again; 0 while each is within its limit. */
export const secondsUntilAllowed = (db: CommonQueryMethods, limits: readonly AttemptLimit[]): Promise<number> =>
  db.oneFirst(sql.type(z.object({ seconds: z.number() }))`
    SELECT coalesce(max(greatest(1, ceil(l.seconds - extract(epoch FROM now() - oldest)))), 0)::int AS seconds
    FROM jsonb_to_recordset(${JSON.stringify(limits)}::jsonb) AS l(key text, most integer, seconds integer)
    CROSS JOIN LATERAL (
      SELECT count(*) AS attempts, min(at) AS oldest
      FROM (SELECT at FROM login_attempts a
            WHERE a.key = l.key AND at > now() - make_interval(secs => l.seconds)
            ORDER BY at DESC LIMIT l.most) recent
    ) counted
    WHERE attempts >= l.most`);

/** Locks these keys until the transaction ends, in a fixed order to prevent deadlocks. */
export async function lockAttempts(tx: Tx, keys: readonly string[]): Promise<void> {
  for (const key of [...keys].sort()) {
    await tx.query(sql.unsafe`SELECT pg_advisory_xact_lock(hashtextextended(${`attempts ${key}`}, 0))`);
  }
}

export async function recordAttempts(db: CommonQueryMethods, keys: readonly string[]): Promise<void> {
  await db.query(sql.unsafe`
    INSERT INTO login_attempts (key) SELECT unnest(${sql.array([...keys], 'text')})`);
}

export async function forgetAttempts(db: CommonQueryMethods, keys: readonly string[]): Promise<void> {
  await db.query(sql.unsafe`DELETE FROM login_attempts WHERE key = ANY (${sql.array([...keys], 'text')})`);
}
