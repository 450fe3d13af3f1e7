/** `npm run db:migrate`: brings the database to the schema of this version, as every start does. */
import { join } from 'node:path';
import { parseConfig } from '#lib/server/config.ts';
import { prepareDatabase } from '#lib/server/prepare-database.ts';
import { explain } from './explain.ts';
import { ROOT } from './root.ts';
import { completeConfig } from './start/complete-config.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  const { config, stop } = await completeConfig(parseConfig(process.env), say);
  try {
    const applied = await prepareDatabase(config.databaseUrl, join(ROOT, 'migrations'));
    say(applied.length === 0 ? 'The schema is up to date.' : `Applied:\n  ${applied.join('\n  ')}`);
  } finally {
    await stop();
  }
} catch (thrown) {
  process.stderr.write(`${explain(thrown)}\n`);
  process.exitCode = 1;
}
