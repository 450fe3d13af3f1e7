/**
 * `npm run drill -- <archive>`: proves that an exported archive can be restored. It is restored into a PostgreSQL of its own beside the
 * installation, which it does not touch, read back and compared by counts and hashes. Exit code 1 if anything differs.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ConfigurationError, parseConfig } from '#lib/server/config.ts';
import { openPool } from '#lib/server/db/pool.ts';
import { prepareDatabase } from '#lib/server/prepare-database.ts';
import { proveArchive } from '#lib/server/use-cases/whole-installation/prove-archive.ts';
import { runCommand } from './run-command.ts';
import { completeConfig } from './start/complete-config.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

await runCommand(async () => {
  const [path] = process.argv.slice(2);
  if (path === undefined) throw new ConfigurationError('Name the archive: npm run drill -- plumbline-2026-11-24.zip');
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-drill-'));
  // PostgreSQL does not run as root, but as a user who has to get there.
  await chmod(folder, 0o711);
  try {
    const { config, stop } = await completeConfig(parseConfig({ DATA_DIR: folder }), () => undefined);
    try {
      await prepareDatabase(config.databaseUrl, config.migrations);
      const pool = await openPool(config.databaseUrl, 2);
      const { manifest, rows, differing } = await proveArchive(
        { pool, migrations: config.migrations },
        resolve(path)
      ).finally(() => pool.end());
      const { objects, missing } = manifest;
      if (differing.length > 0) {
        say(`The restored rows of ${differing.join(', ')} differ from the archive.`);
        process.exitCode = 1;
        return;
      }
      say(
        `The archive of ${manifest.exported_at} was restored: ${rows} records and ${objects.rows} files are as they were exported.` +
          (missing > 0 ? ` ${missing} files were missing already when it was exported.` : '')
      );
    } finally {
      await stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
