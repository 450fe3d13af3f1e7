/** `npm run db:migrate`: migrates the database to the schema of this version, as every start does. */
import { join } from 'node:path';
import { prepareDatabase } from '#lib/server/prepare-database.ts';
import { ROOT } from './root.ts';
import { runCommand } from './run-command.ts';
import { withDatabase } from './start/with-database.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

await runCommand(() =>
  withDatabase(say, async ({ databaseUrl }) => {
    const applied = await prepareDatabase(databaseUrl, join(ROOT, 'migrations'));
    say(applied.length === 0 ? 'The schema is up to date.' : `Applied:\n  ${applied.join('\n  ')}`);
  })
);
