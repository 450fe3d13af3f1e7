import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** Held in the cluster by the process that uses it; a session's locks end with the process, however it ends. */
const IN_USE = 736_003;
const PATIENCE_MS = 3000;

export type ClusterLock = {
  readonly release: () => Promise<void>;
  /** Resolves when the lock is gone with its connection, or released. */
  readonly lost: Promise<void>;
};
/** Another process has it. */
export type HeldBy = { readonly heldBy: string };

/**
 * Makes this process the only user of the cluster at `url`. Waits briefly for one that is ending. @returns null, or the
 * process id of the other user.
 */
export async function lockCluster(url: string): Promise<ClusterLock | HeldBy> {
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    application_name: `plumbline ${process.pid}`
  });
  client.on('error', () => undefined);
  const lost = new Promise<void>((resolve) => client.once('end', () => resolve()));
  await client.connect();
  try {
    return (await tryToLock(client, lost)) ?? { heldBy: await holder(client) };
  } catch (thrown) {
    await client.end().catch(() => undefined);
    throw thrown;
  }
}

async function tryToLock(client: pg.Client, lost: Promise<void>): Promise<ClusterLock | null> {
  for (let waited = 0; ; waited += 100) {
    const { rows } = await client.query<{ got: boolean }>('SELECT pg_try_advisory_lock($1) AS got', [IN_USE]);
    if (rows[0]?.got === true) return { release: () => client.end().catch(() => undefined), lost };
    if (waited >= PATIENCE_MS) return null;
    await pause(100);
  }
}

async function holder(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT a.application_name AS name FROM pg_locks l JOIN pg_stat_activity a USING (pid)
     WHERE l.locktype = 'advisory' AND l.objid = $1 AND l.granted`,
    [IN_USE]
  );
  await client.end();
  return rows[0]?.name.replace('plumbline ', '') ?? 'unknown';
}
