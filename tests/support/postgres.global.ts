import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { buildCommands } from '../../src/commands/start/build.ts';
import { startEmbeddedServer } from '../../src/lib/server/db/embedded.ts';
import { prepareDatabase } from '../../src/lib/server/prepare-database.ts';
import { asOwner, OWNER, TEMPLATE } from './template-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    /** Where the operator's commands are built. */
    commandsDir: string;
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
  // Inside the project: what they import is looked for in the folders above them.
  await mkdir(resolve('tests/.output'), { recursive: true });
  const built = await mkdtemp(resolve('tests/.output/commands-'));
  await buildCommands(built);
  project.provide('commandsDir', join(built, 'commands'));
  return async () => {
    await server.stop();
    for (const made of [folder, built]) await rm(made, { recursive: true, force: true });
  };
}
