import { runMigrations } from 'graphile-worker';
import { queueLogger } from './queue-logger.ts';

/** Brings the queue's own schema (`graphile_worker`) to the version of the library. Call it under the migration lock. */
export const installQueue = (databaseUrl: string): Promise<void> =>
  runMigrations({ connectionString: databaseUrl, logger: queueLogger(null) });
