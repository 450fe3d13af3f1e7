import { readdir } from 'node:fs/promises';
import pg from 'pg';

/** What the folder has besides migrations. */
const OTHER_FILES = String.raw`(?!\d{4}_).*|schema\.sql`;

/**
 * Migrates the database to the schema of this version. Any number of processes may call it at once: one migrates under
 * an advisory lock, the others wait and have nothing left to do. @returns the names of the applied migrations.
 */
export async function migrate(databaseUrl: string, folder = 'migrations'): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    if (await isMigrated(client, folder)) return [];
    const { runner } = await import('node-pg-migrate');
    const applied = await runner({
      dbClient: client,
      dir: folder,
      ignorePattern: OTHER_FILES,
      direction: 'up',
      migrationsTable: 'applied_migrations',
      advisoryLockMode: 'wait',
      logger: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
    });
    return applied.map((migration) => migration.name);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Nearly every start finds it so, and need not load what migrates. Anything else, also an order that is not the folder's, is the library's. */
async function isMigrated(client: pg.Client, folder: string): Promise<boolean> {
  const { rows: found } = await client.query(`SELECT to_regclass('applied_migrations') IS NOT NULL AS is_there`);
  if ((found[0] as { is_there: boolean }).is_there !== true) return false;
  const { rows } = await client.query('SELECT name FROM applied_migrations ORDER BY id');
  const applied = rows.map(({ name }: { name: string }) => name);
  const others = new RegExp(`^(?:${OTHER_FILES})$`);
  const files = (await readdir(folder)).filter((name) => !others.test(name)).sort();
  return files.map((name) => name.replace(/\.sql$/, '')).join() === applied.join();
}
