import pg from 'pg';
import type { DriverFactory } from 'slonik';
import { driverClient } from './driver-client.ts';
import { exactTypes } from './type-parsers.ts';

export type Timeouts = {
  /** For making a connection. */
  readonly connect: number;
  /** For one statement, enforced by the server; slightly longer here, in case the server does not answer. */
  readonly statement: number;
  readonly idleInTransaction: number;
  /** For an unused connection. */
  readonly idle: number;
};

const SILENCE_MS = 5000;
/** The pool connects as the owner and switches to a role that owns nothing, so that row-level security applies. */
const STEP_DOWN = `SELECT set_config('role', 'plumbline_app', false), set_config('timezone', 'UTC', false)`;

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
        keepAliveInitialDelayMillis: 10_000,
        // The beginning of a transaction is sent with its first statement.
        pipeline: true
      });
      // Until the pool has it, a break rejects `connect`; reporting it twice must not end the process.
      client.on('error', () => undefined);
      try {
        await client.connect();
        await client.query(STEP_DOWN);
      } catch (thrown) {
        await client.end().catch(() => undefined);
        throw thrown;
      }
      return driverClient(client, idle);
    }
  });
