import pg from 'pg';

/**
 * Connections as the owner of the schema, past row-level security: for the queue's own tables only. Everything that people
 * asked for goes through `openPool`.
 */
export const openOwnerPool = (databaseUrl: string, size: number): pg.Pool => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: size, application_name: 'plumbline jobs' });
  // An idle connection that breaks is replaced at the next use; without a listener it would end the process.
  pool.on('error', () => undefined);
  return pool;
};
export type OwnerPool = pg.Pool;
