import pg from 'pg';

/** Runs `work` while this process holds the database-wide lock `key`; waits for it without limit. */
export async function withAdvisoryLock<T>(databaseUrl: string, key: number, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'plumbline lock' });
  // A connection that breaks fails the next query on it; without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [key]);
    return await work();
  } finally {
    // The end of the session releases the lock in any case.
    await client.end().catch(() => undefined);
  }
}
