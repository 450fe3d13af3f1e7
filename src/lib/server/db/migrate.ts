import { runner } from 'node-pg-migrate';
import pg from 'pg';

/**
 * Migrates the database to the schema of this version. Any number of processes may call it at once: one migrates under
 * an advisory lock, the others wait and have nothing left to do. @returns the names of the applied migrations.
 */
export async function migrate(databaseUrl: string, folder = 'migrations'): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const applied = await runner({
      dbClient: client,
      dir: folder,
      ignorePattern: '(?!\\d{4}_).*|schema\\.sql',
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
