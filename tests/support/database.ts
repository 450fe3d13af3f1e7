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
  // Its files are copied, in half of the time that writing them to the log as well would take.
  await execute(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} OWNER ${OWNER} STRATEGY FILE_COPY`);
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

/**
 * One statement as the superuser of `url`, past row-level security: for arranging and for looking behind the curtain. Its connection is
 * kept for the next, so a setting is set LOCAL: to make a connection takes longer than most statements do.
 */
export const execute = (url: string, statement: string, values: unknown[] = []): Promise<pg.QueryResult> =>
  keptFor(url).query(statement, values);

const kept = new Map<string, pg.Pool>();
const IDLE_MS = 2000;
function keptFor(url: string): pg.Pool {
  const known = kept.get(url);
  if (known !== undefined) return known;
  const pool = new pg.Pool({ connectionString: url, max: 20, idleTimeoutMillis: IDLE_MS, allowExitOnIdle: true });
  // A connection that breaks fails its statement; one that was waiting is missed by nobody.
  pool.on('error', () => undefined);
  kept.set(url, pool);
  return pool;
}
