import { sql, type CommonQueryMethods, type DatabasePool, type DatabaseTransactionConnection } from 'slonik';
import type { Actor } from '#lib/laboratory/actor.ts';
import { InvalidInput, Refusal } from '#lib/laboratory/refusal.ts';

/** A transaction in which the database knows who acts. Use-cases and queries take it as their first argument. */
export type Tx = DatabaseTransactionConnection;

/**
 * Runs `work` in one transaction on behalf of `actor`; row-level security follows these settings.
 * Serialization failures and deadlocks are tried again, so `work` must have no effect outside the database.
 */
export const transaction = <T>(pool: CommonQueryMethods, actor: Actor, work: (tx: Tx) => Promise<T>): Promise<T> =>
  atomically(pool, async (tx) => {
    await introduce(tx, actor);
    return work(tx);
  });

/**
 * One transaction, or a savepoint of the one that `pool` already is. Slonik throws a connection away when its user throws; a
 * refusal is no fault of the connection, so it is carried past the pool.
 */
export async function atomically<T>(pool: CommonQueryMethods, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (!isPool(pool)) return pool.transaction(work, 3);
  const outcome = await pool.connect(async (connection) => {
    try {
      return { value: await connection.transaction(work, 3) };
    } catch (thrown) {
      if (thrown instanceof Refusal || thrown instanceof InvalidInput) return { refused: thrown };
      throw thrown;
    }
  });
  if ('refused' in outcome) throw outcome.refused;
  return outcome.value;
}

const isPool = (db: CommonQueryMethods): db is DatabasePool => 'connect' in db;

/** Tells the database who acts from here on; a founder is introduced again as the member that they have become. */
export async function introduce(tx: Tx, actor: Actor): Promise<void> {
  const userId = actor.kind === 'person' ? actor.userId : '';
  const role = actor.kind === 'person' ? actor.role : 'system';
  const organizations = actor.kind === 'person' ? `{${[...actor.memberships.keys()].join(',')}}` : '{}';
  await tx.query(sql.unsafe`
    SELECT set_config('app.user_id', ${userId}, true),
           set_config('app.role', ${role}, true),
           set_config('app.organizations', ${organizations}, true)`);
}
