/** A test's database of which a copy can be taken, and put back in its place, as an operator does with a backup. */
import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import type { DatabasePool } from 'slonik';
import { openPool } from '#lib/server/db/pool.ts';
import { createTestDatabase, execute } from './database.ts';
import { asOwner, OWNER } from './template-database.ts';

export type BackedUpDatabase = {
  readonly url: string;
  /** Of the database as it is at the moment: another after each `copy` and `putBack`. */
  readonly pool: DatabasePool;
  readonly copy: () => Promise<void>;
  readonly putBack: () => Promise<void>;
  readonly drop: () => Promise<void>;
};

export async function backedUpDatabase(): Promise<BackedUpDatabase> {
  const database = await createTestDatabase();
  const admin = inject('postgresUrl');
  const name = new URL(database.url).pathname.slice(1);
  const backup = `backup_${randomBytes(6).toString('hex')}`;
  let pool = database.pool;
  /** A copy is made of a database that nobody uses. */
  const atRest = async (work: () => Promise<unknown>) => {
    await pool.end();
    await work();
    pool = await openPool(asOwner(database.url), 10);
  };
  return {
    url: database.url,
    get pool() {
      return pool;
    },
    copy: () => atRest(() => execute(admin, `CREATE DATABASE ${backup} TEMPLATE ${name} OWNER ${OWNER}`)),
    putBack: () =>
      atRest(async () => {
        await execute(admin, `DROP DATABASE ${name} WITH (FORCE)`);
        await execute(admin, `CREATE DATABASE ${name} TEMPLATE ${backup} OWNER ${OWNER}`);
      }),
    drop: async () => {
      await pool.end();
      for (const one of [name, backup]) await execute(admin, `DROP DATABASE IF EXISTS ${one} WITH (FORCE)`);
    }
  };
}
