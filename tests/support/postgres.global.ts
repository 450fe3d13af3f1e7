import { mkdtemp, chmod, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedServer } from '../../src/lib/server/db/embedded.ts';
import { prepareDatabase } from '../../src/lib/server/prepare-database.ts';
import { asOwner, OWNER, TEMPLATE } from './template-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/** One real PostgreSQL for the run, with a migrated template that each test file clones. */
export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-pg-'));
  await chmod(folder, 0o755);
  // Durability is tested where it matters (tests/sync); here speed counts.
  const server = await startEmbeddedServer(folder, ['-c', 'fsync=off', '-c', 'max_connections=200']);
  const admin = new pg.Client({ connectionString: server.url('postgres') });
  await admin.connect();
  // The owner of the schema is not a superuser, as on any managed service: what needs more rights fails here first.
  await admin.query(`CREATE ROLE ${OWNER} LOGIN CREATEROLE PASSWORD '${OWNER}'`);
  await admin.query(`CREATE DATABASE ${TEMPLATE} OWNER ${OWNER}`);
  await prepareDatabase(asOwner(server.url(TEMPLATE)));
  await admin.end();
  project.provide('postgresUrl', server.url('postgres'));
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
