import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/** The database as faults and oracle see it: its processes, and its owner's questions. */
export type Postgres = {
  /** Its address, as its owner. */
  readonly url: () => Promise<string>;
  readonly postmaster: () => Promise<number>;
  /** Process ids of all sessions but our own. */
  readonly backends: () => Promise<readonly number[]>;
  readonly ask: <T>(statement: string, values?: readonly unknown[]) => Promise<readonly T[]>;
  /** Opens a transaction with one statement in it. @returns what commits it */
  readonly hold: (statement: string, values: readonly unknown[]) => Promise<() => Promise<void>>;
};

/** @param folder of a server that Plumbline made (src/lib/server/db/embedded.ts), as the app's own or beside it. */
export function postgresIn(folder: string): Postgres {
  const pidFile = async () => (await readFile(join(folder, 'cluster/postmaster.pid'), 'utf8')).split('\n');
  const url = async () => databaseUrl(folder, (await pidFile())[3]);
  const connect = async () => {
    const client = new pg.Client({
      connectionString: await url(),
      connectionTimeoutMillis: 5000,
      query_timeout: 20_000
    });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  const ask = async <T>(statement: string, values: readonly unknown[] = []): Promise<readonly T[]> => {
    const client = await connect();
    try {
      return (await client.query(statement, [...values])).rows as T[];
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  return {
    url,
    ask,
    hold: async (statement, values) => {
      const client = await connect();
      await client.query('BEGIN');
      await client.query(statement, [...values]);
      return async () => {
        await client.query('COMMIT');
        await client.end();
      };
    },
    postmaster: async () => Number((await pidFile())[0]),
    backends: async () => {
      const rows = await ask<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() ORDER BY pid`
      );
      return rows.map(({ pid }) => pid);
    }
  };
}

export async function databaseUrl(folder: string, port: string | undefined): Promise<string> {
  const password = (await readFile(join(folder, 'password'), 'utf8')).trim();
  return `postgresql://postgres:${password}@127.0.0.1:${port?.trim()}/plumbline`;
}
