import { migrate } from './db/migrate.ts';
import { withAdvisoryLock } from './db/advisory-lock.ts';
import { installQueue } from './jobs/install-queue.ts';

/** Any number of processes may start at once; this number, in Postgres, is what they queue at. */
const PREPARATION = 736_001;

/**
 * Brings a database to the schema of this version, the queue's included. Safe to call from any number of processes at once:
 * one does the work, the others wait for it and find nothing left to do.
 * @returns names of the migrations that were applied now.
 */
export const prepareDatabase = (databaseUrl: string, migrationsFolder?: string): Promise<string[]> =>
  withAdvisoryLock(databaseUrl, PREPARATION, async () => {
    const applied = await migrate(databaseUrl, migrationsFolder);
    await installQueue(databaseUrl);
    return applied;
  });
