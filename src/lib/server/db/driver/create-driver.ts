import pg from 'pg';
import type { DriverFactory } from 'slonik';
import { driverClient } from './driver-client.ts';
import { exactTypes } from './type-parsers.ts';

export type Timeouts = {
  /** For a connection to be made. */
  readonly connect: number;
  /** For one statement, kept by the server; here it counts a little longer, in case the server is silent. */
  readonly statement: number;
  readonly idleInTransaction: number;
  /** For a connection that nobody uses. */
  readonly idle: number;
};

const SILENCE_MS = 5000;

/** Makes the connections of Slonik's pool; all times are milliseconds. */
export const createDriver =
  (databaseUrl: string, { connect, statement, idleInTransaction, idle }: Timeouts): DriverFactory =>
  async () => ({
    createClient: async () => {
      const client = new pg.Client({
        connectionString: databaseUrl,
        types: exactTypes,
        connectionTimeoutMillis: connect,
        statement_timeout: statement,
        query_timeout: statement + SILENCE_MS,
        idle_in_transaction_session_timeout: idleInTransaction,
        keepAlive: true,
        keepAliveInitialDelayMillis: 10_000
      });
      // Until it is the pool's, a break rejects `connect`; that it is told twice must not end the process.
      client.on('error', () => undefined);
      await client.connect().catch(async (thrown: unknown) => {
        await client.end().catch(() => undefined);
        throw thrown;
      });
      return driverClient(client, idle);
    }
  });
