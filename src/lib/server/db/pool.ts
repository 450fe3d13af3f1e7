import { createPool, type DatabasePool } from 'slonik';
import { boundPool } from './bound-pool.ts';
import { createDriver } from './driver/create-driver.ts';
import { parseResultRow } from './parse-result-row.ts';

const TIMEOUTS = { connect: 15_000, statement: 60_000, idleInTransaction: 60_000, idle: 30_000 };
/** How long a caller waits for a connection while others have them all. */
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
    // A caller learns at once that the database is away, and may come again; devices do so by themselves.
    connectionRetryLimit: 0,
    // Nothing is set for longer than a transaction, so there is nothing to discard at each release.
    resetConnection: () => Promise.resolve(),
    // Results are read by the driver.
    typeParsers: [],
    interceptors: [parseResultRow]
  });
  return boundPool(pool, size, patienceMs);
}
