/**
 * `npm run restored`: declares that the database is a different copy from the one last in use, after a restore that
 * cannot be detected (a snapshot of the volume, for example). Devices then pull everything again and resend what they
 * had sent. With DATABASE_URL it may run beside the app; with an embedded database, stop the app first.
 */
import { join } from 'node:path';
import { openPool } from '#lib/server/db/pool.ts';
import { prepareDatabase } from '#lib/server/prepare-database.ts';
import { declareRestored } from '#lib/server/use-cases/copies/notice-copy.ts';
import { ROOT } from './root.ts';
import { runCommand } from './run-command.ts';
import { withDatabase } from './start/with-database.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

await runCommand(() =>
  withDatabase(say, async ({ databaseUrl }) => {
    // A backup of an older version is migrated to this one first.
    await prepareDatabase(databaseUrl, join(ROOT, 'migrations'));
    const pool = await openPool(databaseUrl, 1);
    const { generation } = await declareRestored({ pool }).finally(() => pool.end());
    say(`Generation ${generation} has started. Devices will pull everything again and resend confirmed entries.`);
  })
);
