import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { DatabasePool } from 'slonik';
import { inject } from 'vitest';
import { openPool } from '#lib/server/db/pool.ts';
import { asOwner, OWNER, TEMPLATE } from './template-database.ts';

/** A database of the test file's own, cloned from the migrated template; its url is the superuser's, its pool the app's. */
export type TestDatabase = { readonly url: string; readonly pool: DatabasePool; readonly drop: () => Promise<void> };

export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const adminUrl = inject('postgresUrl');
  await execute(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} OWNER ${OWNER}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  const pool = await openPool(asOwner(url.href), 30);
  return {
    url: url.href,
    pool,
    drop: async () => {
      await pool.end();
      await execute(adminUrl, `DROP DATABASE ${name} WITH (FORCE)`);
    }
  };
}

/** One statement as the superuser of `url`, past row-level security: for arranging and for looking behind the curtain. */
export async function execute(url: string, statement: string, values: unknown[] = []): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  // A connection that breaks fails its statement; a second, unhandled error would end the test run.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await client.query(statement, values);
  } finally {
    await client.end();
  }
}
