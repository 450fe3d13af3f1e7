import pg from 'pg';

/** Runs `work` while this process alone, of all that use the database, holds the lock `key`; waits for it as long as it takes. */
export async function withAdvisoryLock<T>(databaseUrl: string, key: number, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'plumbline lock' });
  // A connection that breaks fails the next query on it; without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [key]);
    return await work();
  } finally {
    // The session's end releases the lock, whatever state it is in.
    await client.end().catch(() => undefined);
  }
}
