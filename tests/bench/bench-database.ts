import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedServer } from '#lib/server/db/embedded.ts';
import { openPool } from '#lib/server/db/pool.ts';
import { prepareDatabase } from '#lib/server/prepare-database.ts';
import type { TestDatabase } from '../support/database.ts';

/** Runs `work` on a migrated database of its own, whose owner looks behind the curtain. */
export async function onBenchDatabase<T>(work: (database: TestDatabase, owner: pg.Client) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-bench-'));
  await chmod(folder, 0o755);
  const server = await startEmbeddedServer(folder);
  const url = server.url('postgres');
  await prepareDatabase(url);
  const pool = await openPool(url, 4);
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  try {
    return await work({ url, pool, drop: () => Promise.resolve() }, owner);
  } finally {
    await owner.end();
    await pool.end();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
