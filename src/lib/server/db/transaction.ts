import type { CommonQueryMethods, DatabasePool, DatabaseTransactionConnection } from 'slonik';
import type { Actor, PersonActor } from '#lib/laboratory/actor.ts';
import { InvalidInput, Refusal } from '#lib/laboratory/refusal.ts';
import { connectionWasLost } from './driver/connection-lost.ts';
import { noteCommit, OutcomeUnknown } from './outcome.ts';
import { actAs, beReadOnlySnapshot, introduce, RightsEnded } from './standing.ts';

/** A transaction with an acting user set in the database. Use cases and queries take it as their first argument. */
export type Tx = DatabaseTransactionConnection;

/**
 * Runs `work` in one transaction on behalf of `actor`, whose rights are read again at its beginning and still include
 * those known before. Row-level security uses the rights read. Serialization failures and deadlocks are retried, so
 * `work` must have no effect outside the database. @throws RightsEnded if a right has been revoked since the request
 * began.
 */
export const transaction = <T>(pool: CommonQueryMethods, actor: Actor, work: (tx: Tx) => Promise<T>): Promise<T> =>
  atomically(pool, async (tx) => {
    await introduce(tx, actor);
    return work(tx);
  });

/**
 * Only reads, in one transaction on behalf of `actor`, which the database does not let write. Two round trips fewer than `transaction`:
 * the first statement of `read` is sent while the rights are still being read, and its result is withheld if one has ended; and
 * nobody waits for the end of a transaction that changes nothing. A broken connection may be noticed only at the next use, so `read`
 * runs again on another one. @throws RightsEnded if a right has been revoked since the request began.
 */
export function reading<T>(pool: CommonQueryMethods, actor: Actor, read: (tx: Tx) => Promise<T>): Promise<T> {
  // Within the transaction of a request, which may go on to write.
  if (!isPool(pool)) return transaction(pool, actor, read);
  const attempt = () => readOnce(pool, actor, read);
  return attempt().catch((thrown: unknown) => {
    if (connectionWasLost(thrown)) return attempt();
    throw thrown;
  });
}

const readOnce = <T>(pool: DatabasePool, actor: Actor, read: (tx: Tx) => Promise<T>): Promise<T> =>
  new Promise<T>((resolve, reject) => {
    atomically(pool, async (tx) => {
      const introduced = introduce(tx, actor, 'read');
      const value = read(tx);
      // What fails without rights fails because of them: they are reported first.
      value.catch(() => undefined);
      await introduced;
      resolve(await value);
    }).catch(reject);
  });

/**
 * Reads from one snapshot, however long it takes: later commits of others are not visible. @throws RightsEnded if a
 * right has been revoked since the request began.
 */
export const snapshot = <T>(pool: CommonQueryMethods, actor: Actor, read: (tx: Tx) => Promise<T>): Promise<T> =>
  atomically(pool, async (tx) => {
    await beReadOnlySnapshot(tx);
    await introduce(tx, actor);
    return read(tx);
  });

/**
 * The same for work that decides each item by the current rights: `work` receives the current actor. @throws
 * RightsEnded if the account or the session is no longer valid.
 */
export const transactionAsOfNow = <T>(
  pool: CommonQueryMethods,
  begun: PersonActor,
  work: (tx: Tx, actor: PersonActor) => Promise<T>
): Promise<T> =>
  atomically(pool, async (tx) => {
    const actor = await actAs(tx, begun);
    if (actor === null) throw new RightsEnded();
    return work(tx, actor);
  });

/**
 * One transaction, or a savepoint of the one that `pool` already is. Slonik discards a connection when its user throws;
 * a refusal is not a fault of the connection, so it bypasses the pool. @throws OutcomeUnknown if the connection broke
 * during the commit.
 */
export async function atomically<T>(pool: CommonQueryMethods, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (!isPool(pool)) return pool.transaction(work, 3);
  let worked = false;
  const attempt = async (tx: Tx): Promise<T> => {
    worked = false;
    const value = await work(tx);
    worked = true;
    return value;
  };
  const outcome = await pool
    .connect(async (connection) => {
      try {
        return { value: await connection.transaction(attempt, 3) };
      } catch (thrown) {
        if (thrown instanceof Refusal || thrown instanceof InvalidInput) return { refused: thrown };
        throw thrown;
      }
    })
    .catch((thrown: unknown) => {
      throw worked && connectionWasLost(thrown) ? new OutcomeUnknown(thrown) : thrown;
    });
  if ('refused' in outcome) throw outcome.refused;
  noteCommit();
  return outcome.value;
}

const isPool = (db: CommonQueryMethods): db is DatabasePool => 'connect' in db;
