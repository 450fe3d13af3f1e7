import { runMigrations } from 'graphile-worker';
import { openOwnerPool } from '#lib/server/db/owner-pool.ts';
import { queueLogger } from './queue-logger.ts';

/**
 * Brings the queue's own schema (`graphile_worker`) to the version of the library. Call it under the migration lock.
 *
 * The library takes a number of 32 bits for a new kind of job, and for a new queue, with every job that is added, and uses it only if the
 * kind or the queue is new. After the last number no job could be added any more, so the first ones come again.
 */
export async function installQueue(databaseUrl: string): Promise<void> {
  await runMigrations({ connectionString: databaseUrl, logger: queueLogger(null) });
  const pool = openOwnerPool(databaseUrl, 1);
  try {
    const { rows } = await pool.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, sequencename) AS name FROM pg_sequences
       WHERE schemaname = 'graphile_worker' AND data_type = 'integer'::regtype AND NOT cycle`
    );
    for (const { name } of rows) await pool.query(`ALTER SEQUENCE ${name} CYCLE`);
  } finally {
    await pool.end();
  }
}
