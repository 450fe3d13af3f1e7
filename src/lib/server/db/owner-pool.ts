import pg from 'pg';

/**
 * Connections as the owner of the schema, bypassing row-level security: only for the queue's own tables. All requests
 * use `openPool`.
 */
export const openOwnerPool = (databaseUrl: string, size: number): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: size,
    application_name: 'plumbline jobs',
    connectionTimeoutMillis: 15_000,
    query_timeout: 65_000,
    keepAlive: true
  });
  // A connection that breaks is replaced at the next use, and its query fails; without listeners it would end the process.
  const survive = () => undefined;
  pool.on('error', survive);
  pool.on('connect', (client) => void client.on('error', survive));
  return pool;
};
export type OwnerPool = pg.Pool;
export type OwnerConnection = pg.PoolClient;
