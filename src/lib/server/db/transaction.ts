import { sql, type DatabasePool, type DatabaseTransactionConnection } from 'slonik';
import type { Actor } from '#lib/laboratory/actor.ts';

/** A transaction in which the database knows who acts. Use-cases and queries take it as their first argument. */
export type Tx = DatabaseTransactionConnection;

/**
 * Runs `work` in one transaction on behalf of `actor`; row-level security follows these settings.
 * Serialization failures and deadlocks are tried again, so `work` must have no effect outside the database.
 */
export function transaction<T>(pool: DatabasePool, actor: Actor, work: (tx: Tx) => Promise<T>): Promise<T> {
  return pool.transaction(async (tx) => {
    await introduce(tx, actor);
    return work(tx);
  }, 3);
}

async function introduce(tx: Tx, actor: Actor): Promise<void> {
  const userId = actor.kind === 'person' ? actor.userId : '';
  const role = actor.kind === 'person' ? actor.role : 'system';
  const organizations = actor.kind === 'person' ? `{${[...actor.memberships.keys()].join(',')}}` : '{}';
  await tx.query(sql.unsafe`
    SELECT set_config('app.user_id', ${userId}, true),
           set_config('app.role', ${role}, true),
           set_config('app.organizations', ${organizations}, true)`);
}
