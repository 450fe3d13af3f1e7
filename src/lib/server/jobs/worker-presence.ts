import type { OwnerPool } from '#lib/server/db/owner-pool.ts';

/** First half of the advisory locks' key; the second is the worker's name. */
const WORKERS = 736_002;

/** Shows other processes which workers live, by locks that end with this process, however it ends. */
export type WorkerPresence = { readonly announce: (workerId: string) => Promise<void>; readonly leave: () => void };

export async function announceWorkers(pool: OwnerPool): Promise<WorkerPresence> {
  const announced: string[] = [];
  const open = async () => {
    const client = await pool.connect();
    client.once('error', () => {
      // The locks went with the connection; take them again, or the jobs in hand would be given to others.
      client.release(true);
      connection = open();
    });
    for (const workerId of announced) await lock(client, workerId);
    return client;
  };
  let connection = open();
  await connection;
  return {
    announce: async (workerId) => {
      announced.push(workerId);
      await lock(await connection, workerId);
    },
    leave: () => void connection.then((client) => client.release(true)).catch(() => undefined)
  };
}

const lock = (client: { query: OwnerPool['query'] }, workerId: string) =>
  client.query('SELECT pg_advisory_lock_shared($1, hashtext($2))', [WORKERS, workerId]);

/**
 * Gives back the jobs of workers whose process died; the queue itself would keep them for four hours.
 * @returns how many workers were found dead.
 */
export async function releaseJobsOfTheDead(pool: OwnerPool): Promise<number> {
  const { rows } = await pool.query<{ dead: string[] }>(
    `WITH dead AS (
       SELECT DISTINCT locked_by FROM graphile_worker._private_jobs j
       WHERE locked_by IS NOT NULL AND NOT EXISTS (
         SELECT FROM pg_locks l WHERE l.locktype = 'advisory' AND l.granted
           AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
           AND l.classid = $1::int::oid AND l.objid = (hashtext(j.locked_by)::bigint & 4294967295)::oid))
     SELECT coalesce(array_agg(locked_by), '{}') AS dead FROM dead`,
    [WORKERS]
  );
  const dead = rows[0]?.dead ?? [];
  if (dead.length > 0) await pool.query('SELECT graphile_worker.force_unlock_workers($1)', [dead]);
  return dead.length;
}
