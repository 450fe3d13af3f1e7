import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { OwnerConnection, OwnerPool } from '#lib/server/db/owner-pool.ts';

/** First half of the advisory locks' key; the second is the name that the queue locks jobs by. */
const WORKERS = 736_002;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2000;

/** Shows other processes which workers are alive, by locks that end with this process, however it ends. */
export type WorkerPresence = {
  readonly announce: (name: string) => void;
  readonly withdraw: (name: string) => void;
  /** Releases the jobs of workers whose process died. @returns how many workers were found dead. */
  readonly releaseJobsOfTheDead: () => Promise<number>;
  readonly leave: () => void;
};

/**
 * Holds the locks on one connection. They go with it when it breaks, and are taken again on the next, with growing pauses, until
 * `leave`: until then other processes may reassign our running jobs, which is safe because jobs may run twice.
 */
export function announceWorkers(pool: OwnerPool, log: Logger): WorkerPresence {
  const names = new Set<string>();
  let client: OwnerConnection | null = null;
  let left = false;
  let goOn = () => {};

  const hold = async () => {
    const fresh = await pool.connect();
    const broken = new Promise<void>((resolve) => {
      goOn = resolve;
      fresh.once('end', resolve).once('error', () => resolve());
    });
    try {
      for (const name of names) await lock(fresh, name);
      client = fresh;
      await broken;
    } finally {
      client = null;
      fresh.release(true);
    }
  };
  const keep = async () => {
    for (let wait = FIRST_PAUSE_MS; !left; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
      const begun = performance.now();
      await hold().catch((err: unknown) => log.warn({ err }, 'workers are not announced yet'));
      if (performance.now() - begun > LONGEST_PAUSE_MS) wait = FIRST_PAUSE_MS;
      if (!left) await pause(wait, undefined, { ref: false });
    }
  };
  void keep();
  return {
    announce: (name) => {
      names.add(name);
      // If it fails, the connection is broken, and the next one locks this name with the others.
      if (client !== null) void lock(client, name).catch(() => undefined);
    },
    withdraw: (name) => {
      names.delete(name);
      if (client !== null) void unlock(client, name).catch(() => undefined);
    },
    releaseJobsOfTheDead: () => releaseJobsOfTheDead(pool, [...names]),
    leave: () => {
      left = true;
      goOn();
    }
  };
}

const lock = (client: OwnerConnection, name: string) =>
  client.query('SELECT pg_advisory_lock_shared($1, hashtext($2))', [WORKERS, name]);
const unlock = (client: OwnerConnection, name: string) =>
  client.query('SELECT pg_advisory_unlock_shared($1, hashtext($2))', [WORKERS, name]);

/**
 * The queue itself would keep them for four hours. @param living workers that are alive even if their locks are not
 * taken yet.
 */
async function releaseJobsOfTheDead(pool: OwnerPool, living: readonly string[]): Promise<number> {
  const { rows } = await pool.query<{ dead: string[] }>(
    `WITH dead AS (
       SELECT DISTINCT locked_by FROM graphile_worker._private_jobs j
       WHERE locked_by IS NOT NULL AND locked_by <> ALL ($2) AND NOT EXISTS (
         SELECT FROM pg_locks l WHERE l.locktype = 'advisory' AND l.granted
           AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
           AND l.classid = $1::int::oid AND l.objid = (hashtext(j.locked_by)::bigint & 4294967295)::oid))
     SELECT coalesce(array_agg(locked_by), '{}') AS dead FROM dead`,
    [WORKERS, living]
  );
  const dead = rows[0]?.dead ?? [];
  if (dead.length > 0) await pool.query('SELECT graphile_worker.force_unlock_workers($1)', [dead]);
  return dead.length;
}
