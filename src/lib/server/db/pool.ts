import { createPool, type DatabasePool } from 'slonik';
import { boundPool } from './bound-pool.ts';
import { createDriver } from './driver/create-driver.ts';
import { parseResultRow } from './parse-result-row.ts';

const TIMEOUTS = { connect: 15_000, statement: 60_000, idleInTransaction: 60_000, idle: 30_000 };
/** How long a caller waits for a connection if all are in use. */
const PATIENCE_MS = 15_000;

/**
 * Opens the pool that the whole process shares. Connections are made as they are needed, and again when they break.
 * @param size most connections at once; the rest of the callers wait.
 * @param patienceMs how long they wait; after that a DatabaseBusy is thrown.
 */
export async function openPool(databaseUrl: string, size: number, patienceMs = PATIENCE_MS): Promise<DatabasePool> {
  const pool = await createPool(databaseUrl, {
    driverFactory: createDriver(databaseUrl, TIMEOUTS),
    maximumPoolSize: size,
    // A caller learns at once that the database is unreachable, and may retry; devices do so automatically.
    connectionRetryLimit: 0,
    // Settings last only for a transaction, so nothing needs to be reset at each release.
    resetConnection: () => Promise.resolve(),
    // The driver parses results.
    typeParsers: [],
    interceptors: [parseResultRow]
  });
  return boundPool(pool, size, patienceMs);
}
