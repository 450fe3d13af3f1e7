/**
 * `npm run restored`: says that the database is another copy than the one that was last in use, after a backup was put back in a way
 * that nothing can be told by (a snapshot of the volume, for one). Devices then pull anew and offer again what they were told is
 * applied. With DATABASE_URL it may run beside the app; an embedded database is started for it, so stop the app first there.
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
    // A backup of an older version is brought to this one first.
    await prepareDatabase(databaseUrl, join(ROOT, 'migrations'));
    const pool = await openPool(databaseUrl, 1);
    const { generation } = await declareRestored({ pool }).finally(() => pool.end());
    say(
      `Generation ${generation} of the data begins: devices pull anew and offer again what they were told is applied.`
    );
  })
);
